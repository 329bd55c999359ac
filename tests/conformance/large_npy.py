#!/usr/bin/env python3
"""large_npy.py FILE COUNT SEED: a float32 .npy of COUNT elements that no block of 1 MiB repeats, without numpy."""
import random
import struct
import sys


def main():
    name, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count},), }}"
    header = header.ljust(118 - 1) + "\n"
    block = 1 << 18
    # Values with few bits in common: a period that divides no window would still be seen by the sums.
    base = [rng.gauss(0, 1) for _ in range(block)]
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for start in range(0, count, block):
            factor = rng.choice((0.5, 1, 2)) * rng.random()
            size = min(block, count - start)
            file.write(struct.pack(f"<{size}f", *(factor * value for value in base[:size])))


main()
