#!/usr/bin/env python3
"""Writes data/stablehlo/boundary.mlir: quantized programs with checks whose golden values are exact arithmetic.

    python3 tests/stablehlo/make_boundary_programs.py > data/stablehlo/boundary.mlir

Where public test programs are blind: ties under odd zero points and one ulp beside them, NaN and infinities, narrowed
ranges, every storage width and sign, f16 bf16 f64, per-axis on each axis, sums beyond 32 bits, padding of quantized
convolutions. The values come from tests/conformance/stablehlo_spec.py.
"""
import math
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'conformance'))
from stablehlo_program import Program, Quantized, Tensor, dense  # noqa: E402
from stablehlo_programs import random_program  # noqa: E402
from stablehlo_spec import evaluate  # noqa: E402


def q(storage='i8', scales=(1.0,), zeros=(0,), axis=None, low=None, high=None, expressed='f32'):
    width, signed = int(storage.lstrip('ui')), storage[0] == 'i'
    return Quantized(width, signed, expressed, tuple(scales), tuple(zeros), axis, low, high)


def ulp(v, by): return struct.unpack('<f', struct.pack('<i', struct.unpack('<i', struct.pack('<f', v))[0] + by))[0]


def with_checks(title, program):
    """The program as a function that returns nothing and checks all that it computes."""
    lines = [line for line in program.text().split('\n') if line and not line.startswith(('func.func', '  return', '}'))]
    out = ['// %s' % title, 'func.func @main() {'] + lines
    for index, (element, values) in zip(program.results(), evaluate(program)):
        type, name = program.type(index), '%%%d' % index
        plain = type.with_element(element)
        if type.quantized():
            out.append('  %%bits%d = "stablehlo.bitcast_convert"(%s) : (%s) -> %s' % (index, name, type, plain))
            name = '%%bits%d' % index
        out.append('  "check.expect_eq_const"(%s) <{value = %s : %s}> : (%s) -> ()' % (name, dense(plain, values), plain, plain))
    return '\n'.join(out + ['  return', '}']) + '\n'


def quantize_case(target, reals):
    p = Program(0)
    t = Tensor((len(reals),), target.expressed)
    x = p.add('uniform_quantize', [p.constant(t, reals)], t.with_element(target))
    p.add('uniform_dequantize', [x], t)
    return p


def requantize_case(source, target, codes):
    p = Program(0)
    t = Tensor((len(codes),), source)
    p.add('uniform_quantize', [p.constant(t, codes)], t.with_element(target))
    return p


def element_wise_case(name, operands, result):
    """operands: [(type, codes)]"""
    p = Program(0)
    shape = (len(operands[0][1]),)
    p.add(name, [p.constant(Tensor(shape, t), codes) for t, codes in operands], Tensor(shape, result))
    return p


def dot_case(left, lhs, right, rhs, result):
    p = Program(0)
    m, k, n = len(lhs), len(lhs[0]), len(rhs[0])
    x = p.constant(Tensor((m, k), left), [v for row in lhs for v in row])
    y = p.constant(Tensor((k, n), right), [v for row in rhs for v in row])
    p.add('dot_general', [x, y], Tensor((m, n), result), '<{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>', batched=False)
    return p


def cases():
    ties = [k + 0.5 for k in range(-4, 5)]
    for z in (0, 1, -3):
        yield 'ties, zero point %d' % z, quantize_case(q(zeros=(z,)), ties + [ulp(t, 1) for t in ties] + [ulp(t, -1) for t in ties])
    yield 'a scale whose reciprocal is inexact', quantize_case(q(scales=(0.3,)), [0.3 * (k + 0.5) for k in range(-8, 9)])
    special = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1e30, -1e30, 1e-40]
    for t in (q(zeros=(7,)), q(zeros=(-128,)), q('ui8', zeros=(128,)), q('i32', scales=(1e-3,)), q(zeros=(5,), low=-100, high=100)):
        yield 'non-finite and huge values into %s' % t, quantize_case(t, special)
    for storage in ('i2', 'ui2', 'i4', 'ui4', 'ui8', 'i16', 'ui16'):
        t = q(storage, scales=(0.5,), zeros=(1,))
        around = [t.minimum - 1, t.minimum, t.maximum, t.maximum + 1, 0, 1]
        yield 'both ends of %s' % storage, quantize_case(t, [(v - 1) * 0.5 + d for v in around for d in (0.0, 0.25, -0.25)])
    yield 'both ends of a narrowed range', quantize_case(q(scales=(0.25,), zeros=(3,), low=-127, high=120), [v * 0.25 for v in (-131, -130.5, -130, -129.5, 116.5, 117, 117.5, 118)])
    yield 'codes outside a narrowed range', requantize_case(q(low=-100, high=100), q(low=-50, high=50), [-128, -101, -50, 0, 50, 101, 127])
    yield 'i32 next to 2^31', quantize_case(q('i32'), [2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0, 16777216.0])
    yield 'i32 codes that f32 rounds', requantize_case(q('i32'), q('i32', zeros=(1,)), [2147483647, -2147483648, 16777217, 33554433, -16777219])
    yield 'i32 zero points: the difference takes 33 bits', requantize_case(q('i32', zeros=(2147483647,)), q('i32', scales=(4.0,)), [-2147483648, 0, 2147483647])
    for e in ('f16', 'bf16', 'f64'):
        t = q(scales=(0.3,), zeros=(3,), expressed=e)
        yield '%s, each step in that type' % e, quantize_case(t, [{'f16': 1.0, 'bf16': 1.5, 'f64': 0.1}[e] * k / 4 for k in range(-12, 13, 3)] + [math.nan, math.inf])
        yield '%s with i16 storage' % e, quantize_case(q('i16', expressed=e), [32767.0 if e != 'bf16' else 32768.0, -32768.0, 1000.0, 2049.0 if e == 'f64' else 2048.0])
    for axis in range(3):
        shape = (2, 3, 2)
        n = shape[axis]
        t = q(scales=(0.1, 0.5, 2.0)[:n], zeros=(-30, 1, 7)[:n], axis=axis)
        u = q('i16', scales=(0.3, 0.25, 1.0)[:n], zeros=(1, -2, 0)[:n], axis=axis)
        p = Program(0)
        x = p.add('uniform_quantize', [p.constant(Tensor(shape, 'f32'), [0.25 * k - 1.5 for k in range(12)])], Tensor(shape, t))
        p.add('uniform_quantize', [x], Tensor(shape, u))
        p.add('uniform_dequantize', [x], Tensor(shape, 'f32'))
        yield 'per-axis, axis %d of 3' % axis, p
    half, one = q(scales=(0.5,)), q()
    yield 'two halves are one: rounding each operand would give 0', element_wise_case('add', [(half, [1, 3, -1, 5]), (half, [1, 2, -1, 0])], one)
    for name in ('add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum'):
        a, b, r = q(scales=(0.5,), zeros=(3,)), q(scales=(0.25,), zeros=(-1,)), q(scales=(0.75,), zeros=(1,))
        yield '%s with three scales' % name, element_wise_case(name, [(a, [-128, -5, 3, 4, 9, 127]), (b, [127, -1, -1, 2, 3, -128])], r)
    for name in ('tanh', 'logistic', 'sqrt', 'log', 'rsqrt', 'sign', 'round_nearest_afz'):
        yield '%s of codes' % name, element_wise_case(name, [(q(scales=(0.25,), zeros=(5,)), list(range(-128, 128, 15)))], q(scales=(1 / 128,), zeros=(3,)))
    yield 'the zero point goes in before the rounding', dot_case(half, [[1]], one, [[1]], q(zeros=(1,)))
    yield 'truncation would give 1', dot_case(one, [[3]], half, [[1]], one)
    wide = q('i16')
    yield 'i16 sums beyond 32 bits', dot_case(wide, [[32767] * 4, [-32768] * 4], wide, [[32767], [32767], [-32768], [32767]], q('i32', scales=(4.0,)))
    yield 'i16 sums that 32 bits would wrap', dot_case(wide, [[32767] * 3], wide, [[32767]] * 3, q('i32', scales=(2.0,)))
    yield 'saturation of an i8 result', dot_case(q(zeros=(-128,)), [[127, 127]], one, [[127, -127], [127, -127]], one)
    channels = q(scales=(0.5, 0.3, 2.0), zeros=(0, 0, 0), axis=1)
    yield 'rhs and result per channel', dot_case(q(scales=(0.25,), zeros=(3,)), [[1, 2], [-7, 100]], channels, [[1, -2, 3], [4, 5, -6]], q(scales=(0.7, 0.25, 3.0), zeros=(1, -1, 0), axis=1))
    for seed in (5, 12, 20, 63, 114, 177, 182, 210, 305, 411):
        yield 'random program %d' % seed, random_program(seed, False)


print('// Written by tests/stablehlo/make_boundary_programs.py: golden values are exact arithmetic.')
print('// -----\n'.join(with_checks(title, program) for title, program in cases()), end='')
