"""The StableHLO specification of quantized ops, for the programs of stablehlo_programs.py.

Independent of qgpu and of jaxlib: finite arithmetic is exact (fractions) and rounded once a step; transcendental functions
are the C library's, in double, rounded once, as the reference interpreter has them. One loop an element, no cleverness.
"""
import itertools
import math
from fractions import Fraction as F

import numpy as np

FORMATS = {'f16': (11, -24, 16), 'bf16': (8, -133, 128), 'f32': (24, -149, 128), 'f64': (53, -1074, 1024)}


def nearest_even(x):
    low = x.numerator // x.denominator
    rest = x - low
    return low + (rest > F(1, 2) or (rest == F(1, 2) and low % 2 == 1))


def rounded(x, fmt):
    """A Fraction, rounded to the format, as a float."""
    if x == 0: return 0.0
    digits, smallest, limit = FORMATS[fmt]
    exponent = x.numerator.bit_length() if x > 0 else (-x.numerator).bit_length()
    exponent -= x.denominator.bit_length()
    if F(2) ** exponent > abs(x): exponent -= 1
    quantum = F(2) ** max(exponent - digits + 1, smallest)
    result = nearest_even(x / quantum) * quantum
    if abs(result) >= F(2) ** limit: return math.copysign(math.inf, x)
    return result.numerator / result.denominator if result else math.copysign(0.0, x)


def to_format(value, fmt):
    """A float, rounded to the format."""
    return rounded(F(value), fmt) if math.isfinite(value) and value != 0 else value


def step(fmt, op, a, b):
    """One IEEE operation: exact, then rounded; zeros, infinities and NaN as Python's floats have them."""
    if op == 'divide' and b == 0:
        if a == 0 or a != a: return math.nan
        return math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))
    plain = {'add': lambda: a + b, 'subtract': lambda: a - b, 'multiply': lambda: a * b, 'divide': lambda: a / b}[op]()
    if not (math.isfinite(a) and math.isfinite(b)): return plain
    x, y = F(a), F(b)
    exact = {'add': lambda: x + y, 'subtract': lambda: x - y, 'multiply': lambda: x * y, 'divide': lambda: x / y}[op]()
    return rounded(exact, fmt) if exact else plain


def library(function, *arguments):
    """A function of the C library with C's answers where Python raises."""
    try: return function(*arguments)
    except OverflowError: return math.inf
    except ValueError: return math.nan


def log_like(x, offset, function):
    if x == -offset: return -math.inf
    return math.nan if x < -offset else library(function, x)


def power(a, b):
    try: return math.pow(a, b)
    except OverflowError: return -math.inf if a < 0 and b == int(b) and int(b) % 2 else math.inf
    except ValueError:
        if a == 0: return math.copysign(math.inf, a) if b == int(b) and int(b) % 2 else math.inf
        return math.nan


def integral(x, function):
    if not math.isfinite(x): return x
    return float(function(x)) or math.copysign(0.0, x)


UNARY = {
    'abs': abs, 'ceil': lambda x: integral(x, math.ceil), 'floor': lambda x: integral(x, math.floor),
    'cbrt': lambda x: library(math.cbrt, x), 'cosine': lambda x: library(math.cos, x), 'sine': lambda x: library(math.sin, x),
    'tan': lambda x: library(math.tan, x), 'tanh': lambda x: library(math.tanh, x), 'exponential': lambda x: library(math.exp, x),
    'exponential_minus_one': lambda x: library(math.expm1, x), 'log': lambda x: log_like(x, 0.0, math.log),
    'log_plus_one': lambda x: log_like(x, 1.0, math.log1p), 'negate': lambda x: -x,
    'sqrt': lambda x: math.nan if x < 0 else library(math.sqrt, x),
    'rsqrt': lambda x: math.copysign(math.inf, x) if x == 0 else math.nan if x < 0 else 1.0 / math.sqrt(x),
    'sign': lambda x: x if x == 0 or x != x else math.copysign(1.0, x),
    'round_nearest_even': lambda x: integral(x, lambda v: nearest_even(F(v))),
    'round_nearest_afz': lambda x: integral(x, lambda v: int(math.copysign(math.floor(F(abs(v)) + F(1, 2)), v))),
}


def logistic(x, fmt):
    e = to_format(library(math.exp, -x), fmt)
    return step(fmt, 'divide', 1.0, step(fmt, 'add', 1.0, e))


def extreme(a, b, largest):
    """maximum or minimum: NaN wins, -0 is less than +0"""
    if a != a or b != b: return math.nan
    order = lambda v: (v, math.copysign(1, v))  # noqa: E731
    return (max if largest else min)(a, b, key=order)


def binary(name, a, b, fmt):
    if name in ('add', 'subtract', 'multiply', 'divide'): return step(fmt, name, a, b)
    if name in ('maximum', 'minimum'): return extreme(a, b, name == 'maximum')
    if name == 'power': return to_format(power(a, b), fmt)
    if name == 'atan2': return to_format(math.atan2(a, b), fmt)
    if name == 'remainder': return math.nan if b == 0 or math.isinf(a) else library(math.fmod, a, b)
    raise NotImplementedError(name)


def channel(q, index): return 0 if q.axis is None else index[q.axis]


def dequantize(q, code, index):
    k = channel(q, index)
    difference = rounded(F(int(code) - q.zero_points[k]), q.expressed)
    return step(q.expressed, 'multiply', difference, to_format(q.scales[k], q.expressed))


def clamp_round_saturate(value, low, high, q):
    if value != value: return 0
    value = min(max(value, low), high)
    if math.isinf(value): return q.type_max if value > 0 else q.type_min
    return min(max(nearest_even(F(value)), q.type_min), q.type_max)


def quantize(q, real, index):
    k, e = channel(q, index), q.expressed
    value = step(e, 'divide', real, to_format(q.scales[k], e))
    value = step(e, 'add', value, rounded(F(q.zero_points[k]), e))
    return clamp_round_saturate(value, rounded(F(q.minimum), e), rounded(F(q.maximum), e), q)


def indices(shape): return itertools.product(*map(range, shape))


def read(type, values, index): return dequantize(type.element, values[index], index) if type.quantized() else values[index]


def expressed(type): return type.element.expressed if type.quantized() else type.element


def element_wise(op, types, operands):
    out = np.empty(op.type.shape, object)
    for index in indices(op.type.shape):
        x = [read(t, v, index) for t, v in zip(types, operands)]
        fmt = expressed(types[-1])
        if op.name in ('uniform_quantize', 'uniform_dequantize'): y = x[0]
        elif op.name in UNARY: y = to_format(UNARY[op.name](x[0]), fmt)
        elif op.name == 'logistic': y = logistic(x[0], fmt)
        elif op.name == 'clamp': y = extreme(extreme(x[1], x[0], True), x[2], False)
        elif op.name == 'select': y = x[1] if x[0] else x[2]
        elif op.name == 'compare':
            a, b = x
            y = {'EQ': a == b, 'NE': a != b, 'GE': a >= b, 'GT': a > b, 'LE': a <= b, 'LT': a < b}[op.attributes['direction']]
        else: y = binary(op.name, x[0], x[1], fmt)
        out[index] = quantize(op.type.element, y, index) if op.type.quantized() else y
    return out


def contraction(op, types, operands, pairs):
    """`pairs(index)` lists the (lhs index or None for padding, rhs index) that a result element sums, in order."""
    left, right = types
    out = np.empty(op.type.shape, object)
    for index in indices(op.type.shape):
        if not op.type.quantized():
            total = 0.0
            for i, j in pairs(index):
                a = 0.0 if i is None else read(left, operands[0], i)
                total = step('f32', 'add', total, step('f32', 'multiply', a, read(right, operands[1], j)))
            out[index] = total
            continue
        ql, qr, qo = left.element, right.element, op.type.element
        total, k = 0, 0
        for i, j in pairs(index):
            k = channel(qr, j)
            if i is not None: total += (int(operands[0][i]) - ql.zero_points[0]) * (int(operands[1][j]) - qr.zero_points[k])
        if qr.axis is not None and not list(pairs(index)): k = index[-1]
        c = channel(qo, index)
        scale = step('f64', 'multiply', to_format(ql.scales[0], ql.expressed), to_format(qr.scales[k], qr.expressed))
        scale = step('f64', 'divide', scale, to_format(qo.scales[c], qo.expressed))
        value = step('f64', 'add', step('f64', 'multiply', rounded(F(total), 'f64'), scale), float(qo.zero_points[c]))
        out[index] = clamp_round_saturate(value, float(qo.minimum), float(qo.maximum), qo)
    return out


def dot_general(op, types, operands):
    depth = types[0].shape[-1]

    def pairs(index):
        batch, m, n = index if op.attributes['batched'] else (None, *index)
        prefix = () if batch is None else (batch,)
        return [(prefix + (m, k), prefix + (k, n)) for k in range(depth)]
    return contraction(op, types, operands, pairs)


def convolution(op, types, operands):
    at = op.attributes
    size, kernel = types[0].shape[1:-1], types[1].shape[:-2]
    group_features, columns = types[1].shape[-2], types[1].shape[-1]
    group_batch = op.type.shape[0]

    def pairs(index):
        batch, position, column = index[0], index[1:-1], index[-1]
        group = column // (columns // at['groups'])
        batch_group = column // (columns // at['batch_groups'])
        result = []
        for place in indices(kernel):
            where = []
            for d, k in enumerate(place):
                window = kernel[d] - 1 - k if at['reversal'][d] else k
                p = position[d] * at['strides'][d] - at['pads'][d][0] + window * at['rhs_dilation'][d]
                where.append(p // at['lhs_dilation'][d] if p >= 0 and p % at['lhs_dilation'][d] == 0 and p // at['lhs_dilation'][d] < size[d] else None)
            for f in range(group_features):
                source = None if None in where else (batch_group * group_batch + batch, *where, group * group_features + f)
                result.append((source, (*place, f, column)))
        return result
    return contraction(op, types, operands, pairs)


def movement(op, operands):
    x, at = operands[0], op.attributes
    if op.name == 'transpose': return np.transpose(x, at['permutation'])
    if op.name == 'reshape': return x.reshape(op.type.shape)
    if op.name == 'broadcast_in_dim': return np.broadcast_to(x, op.type.shape)
    if op.name == 'concatenate': return np.concatenate(operands, at['dimension'])
    if op.name == 'slice': return x[tuple(slice(s, None) for s in at['starts'])]
    if op.name == 'pad':
        out = np.full(op.type.shape, operands[1][()], object)
        out[tuple(slice(l, l + (n - 1) * (i + 1) + 1, i + 1) for l, i, n in zip(at['low'], at['interior'], x.shape))] = x
        return out
    return None


def storable(element, value):
    """A constant's value as its type holds it."""
    return to_format(value, element) if isinstance(element, str) and element[0] in 'fb' else value


def evaluate(program):
    """[(element type, flat values)] of what the program returns."""
    values = []
    for op in program.ops:
        operands = [values[i] for i in op.operands]
        types = [program.type(i) for i in op.operands]
        if op.name == 'constant':
            result = np.empty(op.type.count, object)
            for i, v in enumerate(op.values): result[i] = storable(op.type.element, v)
            result = result.reshape(op.type.shape)
        elif op.name == 'dot_general': result = dot_general(op, types, operands)
        elif op.name == 'convolution': result = convolution(op, types, operands)
        else:
            result = movement(op, operands)
            if result is None: result = element_wise(op, types, operands)
        values.append(result)
    return [(op.type.element.storage if op.type.quantized() else op.type.element, list(values[i].ravel()))
            for i, op in enumerate(program.ops) if op.returned]
