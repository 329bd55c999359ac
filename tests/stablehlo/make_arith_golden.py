#!/usr/bin/env python3
"""Writes data/stablehlo/arith_golden.json: values of the StableHLO quantization steps from exact rational arithmetic.

    python3 tests/stablehlo/make_arith_golden.py > data/stablehlo/arith_golden.json

Independent of qgpu: nothing here uses floating-point arithmetic except to name inputs. Every real number is a Fraction,
and a step is "the exact value, rounded once to the format". Floats are written as the bits of a double (an f16, bf16
or f32 value is exactly a double), integers as numbers.
"""
import json, random, struct
from fractions import Fraction as F

FORMATS = {'f16': (11, -24, 16), 'bf16': (8, -133, 128), 'f32': (24, -149, 128), 'f64': (53, -1074, 1024)}


def log2_floor(x):
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if F(2) ** e <= x else e - 1


def rne_int(x):
    """nearest integer of a Fraction, ties to even"""
    low = x.numerator // x.denominator
    rest = x - low
    return low + (rest > F(1, 2) or (rest == F(1, 2) and low % 2 == 1))


def rn(x, fmt):
    """a Fraction rounded to the format; 'inf' or '-inf' beyond it"""
    if isinstance(x, str) or x == 0: return x
    digits, emin, limit = FORMATS[fmt]
    quantum = F(2) ** max(log2_floor(abs(x)) - digits + 1, emin)
    r = rne_int(x / quantum) * quantum
    return r if abs(r) < F(2) ** limit else ('inf' if r > 0 else '-inf')


def bits(x):
    v = float(x) if isinstance(x, str) else x.numerator / x.denominator  # exact: x is representable
    return struct.pack('>d', v).hex()


def dequantize(q, z, s, fmt):
    d = rn(F(q - z), fmt)
    return d if isinstance(d, str) else rn(d * s, fmt)


def quantize(x, s, z, lo, hi, tlo, thi, fmt):
    t = rn(x / s, fmt)
    if not isinstance(t, str): t = rn(t + rn(F(z), fmt), fmt)
    finite = lambda v: F(2) ** 2000 * (1 if v == 'inf' else -1) if isinstance(v, str) else v  # f16 has no 2^31: its range is open
    t = max(finite(rn(F(lo), fmt)), min(finite(t), finite(rn(F(hi), fmt))))
    return min(max(rne_int(t), tlo), thi)


def random_float(rng, fmt, low, high):
    digits = FORMATS[fmt][0]
    return rn(F(rng.choice([-1, 1]) * rng.getrandbits(digits)) * F(2) ** rng.randint(low, high), fmt)


def main():
    rng = random.Random(20261130)
    out = {'rounding': [], 'dequantize': [], 'quantize': [], 'requantize': [], 'dot': [], 'tosa_scale': [], 'rescale': []}
    for fmt in ('f16', 'bf16'):
        digits, emin, limit = FORMATS[fmt]
        xs = [F(0), F(2) ** (emin - 1), F(2) ** emin * F(3, 2), F(2) ** (emin + digits - 1)]
        xs += [F(2) ** limit * (1 - F(2) ** -(digits + 1)), F(2) ** limit * (1 - F(2) ** -(digits + 1)) - F(2) ** (limit - 40)]
        for _ in range(60):   # a double next to or on a tie of the format
            m = rng.getrandbits(digits) | 1 << (digits - 1)
            e = rng.randint(emin, limit - digits - 1)
            xs.append((F(m) + rng.choice([F(1, 2), F(1, 2) + F(2) ** -(48 - digits), F(1, 2) - F(2) ** -(48 - digits)])) * F(2) ** e)
        for x in xs + [-x for x in xs if x]:
            out['rounding'].append([fmt, bits(x), bits(rn(x, fmt))])
    kinds = [(8, True), (8, False), (4, True), (16, True), (16, False), (2, False), (32, True)]
    for fmt in FORMATS:
        for i in range(90):
            width, signed = kinds[i % len(kinds)]
            tlo, thi = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
            lo, hi = (tlo, thi) if i % 3 else (tlo + (1 if width < 32 else 7), thi - (1 if i % 2 else 0))
            z = rng.randint(max(lo, -60000), min(hi, 60000))
            s = rng.choice([F(1), F(1, 2), F(3, 10), F(1, 100), F(2), F(1, 3)])
            s = rn(s if i % 4 else s * F(rng.randint(1, 999), 1000), fmt)
            q = rng.choice([tlo, thi, rng.randint(tlo, thi)])
            out['dequantize'].append([fmt, q, z, bits(s), bits(dequantize(q, z, s, fmt))])
            near = rng.randint(lo - 2, hi + 2) - z      # x/s lands on, or next to, a tie of the result
            x = rn((F(near) + F(1, 2)) * s + rng.choice([0, 0, 0, s * F(1, 512), -s * F(1, 512)]), fmt)
            if isinstance(x, str): x = F(near)
            x = rn(x, fmt)
            if isinstance(x, str): continue
            out['quantize'].append([fmt, bits(x), bits(s), z, lo, hi, tlo, thi, quantize(x, s, z, lo, hi, tlo, thi, fmt)])
    for i in range(120):        # the merged form: two doubles, then float32
        si, so = [F(float(rng.choice([0.1, 0.25, 0.5, 1.0, 3.0, rng.uniform(0.01, 4)]))) for _ in range(2)]
        zi, zo, q = rng.randint(-128, 127), rng.randint(-128, 127), rng.randint(-128, 127)
        ms = rn(si / so, 'f64')
        mz = rn(F(zo) - rn(F(zi) * ms, 'f64'), 'f64')
        t = rn(F(q) * rn(ms, 'f32'), 'f32')
        if mz: t = rn(t + rn(mz, 'f32'), 'f32')
        r = rne_int(max(F(-128), min(F(127), t)))
        out['requantize'].append([bits(si), zi, bits(so), zo, q, bits(rn(ms, 'f32')), bits(rn(mz, 'f32')), r])
    for i in range(120):
        sl, sr, so = [rn(F(rng.choice([1, 2, 3, 5, 10])) / rng.choice([1, 2, 4, 7, 100]), 'f32') for _ in range(3)]
        acc = rng.choice([rng.randint(-300, 300), rng.randint(-2**31, 2**31 - 1), rng.randint(-2**62, 2**62)])
        width = rng.choice([8, 32])
        lo, hi = -(1 << width - 1), (1 << width - 1) - 1
        z = rng.randint(-128, 127)
        m = rn(rn(sl * sr, 'f64') / so, 'f64')
        t = rn(rn(rn(F(acc), 'f64') * m, 'f64') + z, 'f64')
        out['dot'].append([bits(sl), bits(sr), bits(so), acc, z, lo, hi, rne_int(max(F(lo), min(F(hi), t)))])
    out['dot'].append([bits(F(1, 2)), bits(F(1)), bits(F(1)), 1, 1, -128, 127, 2])   # 0.5 + 1 = 1.5: to even after the zero point
    scales = [F(1), F(1, 2) * 2**20, F(0.025 / 0.15), F(0.025 / 0.15 * 2**20), F(2) ** -20, F(0.0125), F(2) ** -40, F(2) ** 30]
    scales += [F(float(rng.uniform(1e-6, 4))) for _ in range(40)] + [1 - F(2) ** -40]
    for s in scales:
        x = log2_floor(s) + 1
        m = s * F(2) ** (31 - x)
        mult = m.numerator // m.denominator + (m - m.numerator // m.denominator >= F(1, 2))
        if mult == 1 << 31: mult, x = 1 << 30, x + 1
        shift = 31 - x
        if shift > 62: mult, shift = mult >> min(31, shift - 62), 62
        out['tosa_scale'].append([bits(s), mult, shift])
        if not 2 <= shift <= 62: continue
        for _ in range(3):
            v, zi, zo = rng.randint(-2**20, 2**20), rng.randint(-128, 127), rng.randint(-128, 127)
            p = F((v - zi) * mult, 1 << shift)
            single = (p + F(1, 2)).__floor__()                              # ties up
            nudged = p + (F(1 << 30, 1 << shift) * (1 if v >= zi else -1) if shift > 31 else 0)
            out['rescale'].append([v, zi, mult, shift, zo, single + zo, (nudged + F(1, 2)).__floor__() + zo])
    out['rescale'].append([7984, 0, 1583594044, 40, 0, 11, 12])             # tensorflow issue 25087
    print('{')
    print(',\n'.join('"%s": [\n%s\n]' % (k, ',\n'.join(json.dumps(row) for row in v)) for k, v in out.items()))
    print('}')


main()
