#!/usr/bin/env python3
"""Writes parameters.txt: ranges and the scale and zero point that sections 3 and 4 of ARITHMETIC.md give them.

Python's own float64 does the arithmetic, struct rounds to float32, fractions round to nearest even; nothing of qgpu is
used. A line: KIND LO HI QMIN QMAX SCALE ZERO_POINT DEGENERATE, floats in hexadecimal.
"""
import random
import struct
from fractions import Fraction
from pathlib import Path

LIMITS = {"u8": (0, 255), "i8": (-128, 127), "u8narrow": (1, 255), "i8narrow": (-127, 127)}


def float32(x):
    """Nearest float32, ties to even; 0 below half of the smallest."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


def clamp(x, low, high):
    return max(low, min(high, x))


def derive(lo, hi, symmetric, qmin, qmax):
    lo, hi = min(lo, 0.0), max(hi, 0.0)
    s64 = max(-lo, hi) / qmax if symmetric else (hi - lo) / (qmax - qmin)
    scale = float32(s64)
    if scale < 2.0**-126:
        return 1.0, clamp(0, qmin, qmax), 1
    if symmetric:
        return scale, 0, 0
    return scale, clamp(round(Fraction(qmin - lo / s64)), qmin, qmax), 0


def dynamic(lo, hi):
    scale = float32(float32(hi - lo) / 255.0)
    if scale < 2.0**-126:
        return 1.0, 0, 1
    zero_point = round(Fraction(float32(0.0 - float32(lo / scale))))
    return scale, clamp(zero_point, 0, 255), 0


def ranges(generator):
    yield from [(-1.0, 1.0), (0.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (-0.6, 1.4), (2.0, 3.0), (-3.0, -2.0), (0.0, 255.0),
                (-128.0, 127.0), (-127.5, 127.5), (0.0, 2.0**-126), (0.0, 255 * 2.0**-126), (0.0, 254.9 * 2.0**-126),
                (0.0, 127 * 2.0**-126), (-3.4028234663852886e38, 3.4028234663852886e38), (0.0, 2.0**-149)]
    for _ in range(100):
        yield tuple(sorted(round(generator.uniform(-10, 10), generator.randint(1, 4)) for _ in range(2)))
    for _ in range(100):
        exponent = generator.uniform(-140, 126)
        yield tuple(sorted(float32(generator.uniform(-1, 1) * 2.0**exponent) for _ in range(2)))


def main():
    lines = []
    for lo, hi in ranges(random.Random(20)):
        for name, (qmin, qmax) in LIMITS.items():
            kinds = ["asym", "sym"] if name.startswith("i8") else ["asym"]
            for kind in kinds:
                scale, zero_point, degenerate = derive(lo, hi, kind == "sym", qmin, qmax)
                lines.append(f"{kind} {lo.hex()} {hi.hex()} {qmin} {qmax} {scale.hex()} {zero_point} {degenerate}")
        lo32, hi32 = float32(min(lo, 0.0)), float32(max(hi, 0.0))
        if hi32 - lo32 < 3.4e38:
            scale, zero_point, degenerate = dynamic(lo32, hi32)
            lines.append(f"dynamic {lo32.hex()} {hi32.hex()} 0 255 {scale.hex()} {zero_point} {degenerate}")
    (Path(__file__).parent / "parameters.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
