#!/usr/bin/env python3
"""Writes input/*.npy: arrays small enough to check every printed number by hand. Needs nothing but Python."""
import pathlib
import struct

INPUT = pathlib.Path(__file__).parent / "input"


def write(name, descr, code, shape, values, fortran=False):
    header = "{'descr': '%s', 'fortran_order': %s, 'shape': %r, }" % (descr, fortran, shape)
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    data = struct.pack("<%d%s" % (len(values), code), *values)
    (INPUT / name).write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


INPUT.mkdir(exist_ok=True)
nan, inf = float("nan"), float("inf")
# Two rows that want different scales: 127 steps of 1/128, and of 1.
write("rows.npy", "<f4", "f", (2, 3), [0.9921875, -0.5, 0.25, 127.0, -64.0, 1.0])
# The same array, stored with the first axis fastest.
write("rows_fortran.npy", "<f4", "f", (2, 3), [0.9921875, 127.0, -0.5, -64.0, 0.25, 1.0], fortran=True)
# Multiples of a half: on the range -1..1 four of six are clipped.
write("wide.npy", "<f4", "f", (6,), [-4.0, -1.0, 0.0, 1.0, 2.0, 4.0])
write("nan.npy", "<f4", "f", (3,), [1.0, nan, -inf])
write("codes.npy", "|u1", "B", (4,), [0, 127, 128, 255])
write("tiny.npy", "<f4", "f", (2,), [0.0, 1e-42])
write("scales.npy", "<f4", "f", (2,), [0.0078125, 1.0])
write("zeros.npy", "|i1", "b", (2,), [0, 0])
# The argument of halves.mlir, and the same numbers in the wrong type.
write("four_codes.npy", "|i1", "b", (4,), [1, 3, -1, 127])
write("four_floats.npy", "<f4", "f", (4,), [1.0, 3.0, -1.0, 127.0])
