#!/usr/bin/env python3
"""A tensor of more than 2^32 elements: every command finds what lies beyond, with the right index.

    beyond_32_bits.py --qgpu PATH [--device cpu] [--folder FOLDER] [--only inspect]

The file is sparse: zeros, but for a few values whose codes and errors are worked out here with exact fractions. The
codes of `quantize` take 4.3 GB of disk. Ends with `N passed, N failed`.
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

ROWS, COLUMNS = 65_539, 65_537
COUNT = ROWS * COLUMNS
PLANTED = {
    7: -2.0,                      # the least value, at the start
    (1 << 31) + 1: 0.703125,
    (1 << 32) - 1: 1.5,
    1 << 32: -0.328125,
    (1 << 32) + 5: 6.0,           # the largest, where an index of 32 bits would say 5
    COUNT - 1: 3.0390625,         # the last element
}


def float32(value):
    """The float32 nearest to a fraction; ties to even."""
    if value == 0:
        return Fraction(0)
    unit = Fraction(2) ** (len(bin(abs(value.numerator))) - len(bin(value.denominator)))
    while unit > abs(value):
        unit /= 2
    while unit * 2 <= abs(value):
        unit *= 2
    return round(value / unit * 2**23) * unit / 2**23


def parameters(low, high):
    """Scale and zero point of asym-u8, arithmetic.md's formula in fractions."""
    low, high = min(low, Fraction(0)), max(high, Fraction(0))
    scale = float32(float32(high - low) / 255)
    return scale, max(0, min(255, round(float32(-low / scale))))


def restored(value, scale, zero_point):
    code = max(0, min(255, round(float32(value / scale)) + zero_point))
    return code, float32((code - zero_point) * scale)


class Check:
    def __init__(self):
        self.passed = self.failed = 0

    def equal(self, what, expected, found):
        if expected == found:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{what}: expected {expected}, found {found}")


def make_file(path):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({ROWS}, {COLUMNS}), }}".ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        start = file.tell()
        file.truncate(start + 4 * COUNT)
        for index, value in PLANTED.items():
            file.seek(start + 4 * index)
            file.write(struct.pack("<f", value))


def run(options, *arguments):
    command = [options.qgpu, *arguments, "--device", options.device]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def check_inspect(check, options, path, folder):
    found = run(options, "inspect", path)
    check.equal("inspect min", -2.0, found["min"])
    check.equal("inspect max", 6.0, found["max"])
    check.equal("inspect count", COUNT, found["count"])


def largest_error(planted_groups):
    """(error, -index) of the worst element over groups of planted values."""
    worst = (Fraction(0), 0)
    for values in planted_groups:
        scale, zero_point = parameters(min(values.values()), max(values.values()))
        for index, value in values.items():
            worst = max(worst, (abs(float32(restored(value, scale, zero_point)[1] - value)), -index))
    return worst


def grouped(key):
    groups = {}
    for index, value in PLANTED.items():
        groups.setdefault(key(index), {})[index] = Fraction(value)
    return groups.values()


def check_roundtrip(check, options, path, folder):
    layouts = {
        "tensor": ([], grouped(lambda index: 0)),
        "axis 0": (["--axis", "0"], grouped(lambda index: index // COLUMNS)),
        "last axis": (["--axis", "1"], grouped(lambda index: index % COLUMNS)),
    }
    for name, (arguments, groups) in layouts.items():
        found = run(options, "roundtrip", path, *arguments)
        error, minus_index = largest_error(groups)
        # The JSON has the shortest digits that give the float32 back.
        check.equal(f"roundtrip {name} max_abs_error", error, float32(Fraction(found["max_abs_error"])))
        check.equal(f"roundtrip {name} max_abs_error_index", -minus_index, found["max_abs_error_index"])
        check.equal(f"roundtrip {name} count", COUNT, found["count"])


def check_quantize(check, options, path, folder):
    codes = os.path.join(folder, "codes.npy")
    run(options, "quantize", path, codes)
    scale, zero_point = parameters(Fraction(-2), Fraction(6))
    with open(codes, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        check.equal("quantize bytes", COUNT, size - 128)
        for index in sorted({0, 1 << 32, (1 << 32) + 1, COUNT - 2} | set(PLANTED)):
            file.seek(128 + index)
            expected = restored(Fraction(PLANTED.get(index, 0)), scale, zero_point)[0]
            check.equal(f"quantize code {index}", expected, file.read(1)[0])
    os.remove(codes)


COMMANDS = {"inspect": check_inspect, "roundtrip": check_roundtrip, "quantize": check_quantize}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--qgpu", required=True)
    options.add_argument("--device", default="cpu")
    options.add_argument("--folder", help="where 4.3 GB fit; default: the system's own for temporary files")
    options.add_argument("--only", choices=COMMANDS)
    options = options.parse_args()
    check = Check()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        path = os.path.join(folder, "sparse.npy")
        make_file(path)
        for name, command in COMMANDS.items():
            if options.only in (None, name):
                command(check, options, path, folder)
    print(f"{check.passed} passed, {check.failed} failed")
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
