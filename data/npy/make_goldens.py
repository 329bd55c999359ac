#!/usr/bin/env python3
"""Writes the .npy files that the tests compare with, by numpy.save; see README.md. Needs numpy >= 1.24.

    data/npy/make_goldens.py [FOLDER]

Deterministic: a second run writes the same bytes.
"""
import pathlib
import sys

import numpy

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
SHAPES = {"0d": (), "0": (0,), "1": (1,), "3": (3,), "2x3": (2, 3), "1x5": (1, 5), "5x1": (5, 1), "2x0x3": (2, 0, 3),
          "2x3x4": (2, 3, 4), "ones": (1,) * 24}


def ramp(shape, dtype):
    """Values -3, -2, ... in C order of the logical array, wrapped for uint8."""
    count = int(numpy.prod(shape, dtype=numpy.int64))
    return (numpy.arange(count) - 3).astype(dtype).reshape(shape)


def main():
    for name, shape in SHAPES.items():
        for order in "CF":
            numpy.save(FOLDER / f"f4_{name}_{order.lower()}.npy", numpy.asarray(ramp(shape, "<f4"), order=order))
    for kind in ("f8", "u1", "i1"):
        numpy.save(FOLDER / f"{kind}_2x3_f.npy", numpy.asarray(ramp((2, 3), kind), order="F"))
    numpy.save(FOLDER / "big_endian_f4_2x3.npy", ramp((2, 3), ">f4"))
    numpy.save(FOLDER / "big_endian_f8_2x3_f.npy", numpy.asarray(ramp((2, 3), ">f8"), order="F"))
    for version in (2, 3):
        with open(FOLDER / f"version_{version}_f4_2x3.npy", "wb") as file:
            numpy.lib.format.write_array(file, ramp((2, 3), "<f4"), version=(version, 0))
    # Headers alone, of arrays that would be too large to keep: the growing axis at every length of its digits.
    with open(FOLDER / "headers.bin", "wb") as file:
        for digits in range(1, 19):
            for shape, fortran in (((10**digits,), False), ((10**digits, 2), False), ((10**digits, 2), True),
                                   ((2, 10**digits), True)):
                numpy.lib.format.write_array_header_1_0(
                    file, {"descr": "|u1", "fortran_order": fortran, "shape": shape})


main()
