"""Random StableHLO programs about quantization: small, verified by construction, every value returned.

`random_program(seed)` gives a Program; its text is what qgpu and the reference run, its list of ops is what
stablehlo_spec.py evaluates. Planted on purpose: ties (power-of-two scales), odd zero points, narrowed ranges, every
storage width and sign, per-axis types, values beyond the range, NaN and infinities.
"""
import math
import random
import struct

from stablehlo_program import Program, Quantized, Tensor

SCALES = (0.5, 0.25, 1.0, 2.0, 0.1, 0.3, 0.02, 0.07, 1.0 / 3.0, 3.0, 0.0123)


class Generator:
    """Makes one program. `reference` keeps to what the reference interpreter can run."""

    def __init__(self, seed, reference):
        self.rng = random.Random(seed)
        self.program = Program(seed)
        self.reference = reference

    def chance(self, p): return self.rng.random() < p
    def shape(self, rank=None, largest=4):
        rank = self.rng.randint(1, 3) if rank is None else rank
        return tuple(self.rng.randint(1, largest) for _ in range(rank))

    def scale(self):
        return self.rng.choice(SCALES) if self.chance(0.8) else float('%.6f' % self.rng.uniform(0.001, 5))

    def quantized(self, shape=None, width=None, signed=None, expressed='f32', axis=None, symmetric=False):
        rng = self.rng
        width = rng.choice((8, 8, 8, 4, 16, 32, 2)) if width is None else width
        signed = self.chance(0.7) if signed is None else signed
        low = high = None
        q = Quantized(width, signed, expressed, (1.0,), (0,))
        if width > 2 and self.chance(0.25):
            low, high = q.type_min + rng.randint(0, 1), q.type_max - rng.randint(1, 3)
        if symmetric and low is not None and low > 0: low = high = None   # 0 must be in the range
        lo, hi = (q.type_min, q.type_max) if low is None else (low, high)
        count = 1 if axis is None else shape[axis]
        if symmetric: zeros = [0] * count
        elif width >= 16: zeros = [rng.randint(max(lo, -300), min(hi, 300)) for _ in range(count)]
        else: zeros = [rng.choice((0, 1, -1, lo, hi, rng.randint(lo, hi))) for _ in range(count)]
        zeros = [min(max(z, lo), hi) for z in zeros]
        return Quantized(width, signed, expressed, tuple(self.scale() for _ in range(count)), tuple(zeros), axis, low, high)

    def reals(self, count, around=None, element='f32'):
        """Values that fall on, beside and beyond the steps of `around`."""
        out = []
        for _ in range(count):
            if around is None or self.chance(0.2): v = self.rng.choice((self.rng.uniform(-4, 4), self.rng.gauss(0, 100), 0.0, -0.0, 0.5, 1.5, -2.5))
            else:
                k = self.rng.randint(min(max(around.minimum, -140), 0) - 3, min(around.maximum, 270) + 3) - (around.zero_points[0] if around.width < 16 else 0)
                v = (k + self.rng.choice((0, 0.5, 0.5, 0.25))) * around.scales[0]
            if self.chance(0.02): v = self.rng.choice((math.nan, math.inf, -math.inf, 1e30, -1e-40))
            if element == 'f16' and math.isfinite(v): v = min(max(v, -60000.0), 60000.0)
            if element == 'bf16': v = struct.unpack('>f', struct.pack('>f', v)[:2] + b'\0\0')[0]
            out.append(v)
        return out

    def codes(self, q, count):
        # Also values outside a narrowed range: they are legal in a constant.
        edge = (q.type_min, q.type_max, q.minimum, q.maximum, q.zero_points[0])
        near = q.zero_points[0]
        def one():
            if self.chance(0.2): return self.rng.choice(edge)
            if q.width <= 8: return self.rng.randint(q.type_min, q.type_max)
            return min(max(near + self.rng.randint(-400, 400), q.type_min), q.type_max)
        return [one() for _ in range(count)]

    def quantized_constant(self, shape, q): return self.program.constant(Tensor(shape, q), self.codes(q, math.prod(shape)))
    def real_constant(self, shape, around=None, element='f32'):
        return self.program.constant(Tensor(shape, element), self.reals(math.prod(shape), around, element))

    # Each of these adds one op and the operands it needs.
    def conversion(self):
        p, shape = self.program, self.shape()
        axis = None
        if self.chance(0.35): axis = len(shape) - 1 if self.reference else self.rng.randrange(len(shape))
        expressed = 'f32' if self.reference or self.chance(0.6) else self.rng.choice(('f16', 'bf16', 'f64'))
        q = self.quantized(shape, axis=axis, expressed=expressed)
        x = p.add('uniform_quantize', [self.real_constant(shape, q, expressed)], Tensor(shape, q))
        other = self.quantized(shape, axis=axis, expressed=expressed)
        y = p.add('uniform_quantize', [self.quantized_constant(shape, q)], Tensor(shape, other))
        for v in (x, y): p.add('uniform_dequantize', [v], Tensor(shape, expressed))

    def element_wise_types(self, count, shape):
        """Types that differ in scale and zero point only."""
        first = self.quantized(shape)
        types = [first]
        for _ in range(count - 1):
            q = self.quantized(shape, width=first.width, signed=first.signed)
            zeros = tuple(min(max(z, first.minimum), first.maximum) for z in q.zero_points)
            types.append(Quantized(first.width, first.signed, 'f32', q.scales, zeros, None, first.low, first.high))
        if self.chance(0.2): types = [first] * count
        return types

    def binary(self):
        shape = self.shape()
        a, b, r = self.element_wise_types(3, shape)
        name = self.rng.choice(('add', 'add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum', 'power', 'remainder', 'atan2'))
        self.program.add(name, [self.quantized_constant(shape, a), self.quantized_constant(shape, b)], Tensor(shape, r))

    def unary(self):
        shape = self.shape()
        a, r = self.element_wise_types(2, shape)
        name = self.rng.choice(('abs', 'cbrt', 'ceil', 'cosine', 'exponential', 'exponential_minus_one', 'floor', 'log', 'log_plus_one', 'logistic',
                                'negate', 'round_nearest_afz', 'round_nearest_even', 'rsqrt', 'sign', 'sine', 'sqrt', 'tan', 'tanh'))
        self.program.add(name, [self.quantized_constant(shape, a)], Tensor(shape, r))

    def compare_select_clamp(self):
        p, shape = self.program, self.shape()
        a, b, r = self.element_wise_types(3, shape)
        x, y = self.quantized_constant(shape, a), self.quantized_constant(shape, b)
        direction = self.rng.choice(('EQ', 'NE', 'GE', 'GT', 'LE', 'LT'))
        p.add('compare', [x, y], Tensor(shape, 'i1'), '<{comparison_direction = #stablehlo<comparison_direction %s>, compare_type = #stablehlo<comparison_type FLOAT>}>' % direction, direction=direction)
        p.add('clamp', [x, y, self.quantized_constant(shape, a)], Tensor(shape, r))
        mask = p.constant(Tensor(shape, 'i1'), [self.rng.randint(0, 1) for _ in range(math.prod(shape))])
        p.add('select', [mask, x, self.quantized_constant(shape, a)], Tensor(shape, a))

    def dot_types(self, rhs_shape, free_axis, hybrid):
        per_axis = free_axis is not None and self.chance(0.4)
        width, signed = self.rng.choice(((8, True), (8, True), (8, False), (4, True), (16, True)))
        left = self.quantized(width=width, signed=signed)
        axis = free_axis if per_axis else None
        right = self.quantized(rhs_shape, width=width, signed=signed, axis=axis, symmetric=True)
        if hybrid: return None, right, None
        return left, right, per_axis

    def result_type(self, left, right, shape, axis, per_axis):
        if self.chance(0.5):   # the accumulator
            scales = tuple(left.scales[0] * s for s in right.scales)
            return Quantized(32, True, 'f32', scales, (0,) * len(scales), axis if per_axis else None)
        q = self.quantized(shape, width=self.rng.choice((8, 8, 16, 32)), axis=axis if per_axis else None)
        return Quantized(q.width, q.signed, q.expressed, tuple(s * 8 for s in q.scales), q.zero_points, q.axis, q.low, q.high)

    def dot_general(self):
        rng, p = self.rng, self.program
        batch, m, n, k = rng.randint(1, 2), rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 6)
        batched = self.chance(0.4)
        lhs_shape = (batch, m, k) if batched else (m, k)
        rhs_shape = (batch, k, n) if batched else (k, n)
        out_shape = (batch, m, n) if batched else (m, n)
        hybrid = self.chance(0.3)
        left, right, per_axis = self.dot_types(rhs_shape, len(rhs_shape) - 1, hybrid)
        d = len(lhs_shape)
        text = '<{dot_dimension_numbers = #stablehlo.dot<%slhs_contracting_dimensions = [%d], rhs_contracting_dimensions = [%d]>}>' % (
            'lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], ' if batched else '', d - 1, d - 2)
        x = self.real_constant(lhs_shape) if hybrid else self.quantized_constant(lhs_shape, left)
        y = self.quantized_constant(rhs_shape, right)
        r = Tensor(out_shape, 'f32' if hybrid else self.result_type(left, right, out_shape, len(out_shape) - 1, per_axis))
        p.add('dot_general', [x, y], r, text, batched=batched)

    def convolution(self):
        rng, p = self.rng, self.program
        spatial = rng.choice((1, 2))
        groups = rng.choice((1, 1, 2))
        batch_groups = rng.choice((1, 1, 2)) if groups == 1 else 1
        batch, features, out_features = rng.randint(1, 2) * batch_groups, rng.randint(1, 2) * groups, rng.randint(1, 2) * groups * batch_groups
        size = [rng.randint(1, 5) for _ in range(spatial)]
        kernel = [rng.randint(1, 3) for _ in range(spatial)]
        strides = [rng.randint(1, 2) for _ in range(spatial)]
        pads = [(rng.randint(0, 2), rng.randint(0, 2)) for _ in range(spatial)]
        lhs_dilation = [rng.choice((1, 1, 2)) for _ in range(spatial)]
        rhs_dilation = [rng.choice((1, 1, 2)) for _ in range(spatial)]
        reversal = [self.chance(0.2) for _ in range(spatial)]
        out = []
        for d in range(spatial):
            extent = (size[d] - 1) * lhs_dilation[d] + 1 + sum(pads[d]) - ((kernel[d] - 1) * rhs_dilation[d] + 1)
            if extent < 0: return
            out.append(extent // strides[d] + 1)
        lhs_shape, rhs_shape, out_shape = (batch, *size, features), (*kernel, features // groups, out_features), (batch // batch_groups, *out, out_features)
        hybrid = self.chance(0.3)
        left, right, per_axis = self.dot_types(rhs_shape, spatial + 1, hybrid)
        if not hybrid and self.chance(0.5) and not per_axis and left.width <= 8:      # rhs zero points other than 0 are legal here
            right = Quantized(right.width, right.signed, 'f32', right.scales, (rng.randint(right.minimum, right.maximum),), None, right.low, right.high)
        names = ', '.join(map(str, range(spatial)))
        text = ('{window_strides = array<i64: %s>, padding = dense<[%s]> : tensor<%dx2xi64>, lhs_dilation = array<i64: %s>, rhs_dilation = array<i64: %s>, '
                'window_reversal = array<i1: %s>, dimension_numbers = #stablehlo.conv<[b, %s, f]x[%s, i, o]->[b, %s, f]>, '
                'feature_group_count = %d : i64, batch_group_count = %d : i64}') % (
            ', '.join(map(str, strides)), ', '.join('[%d, %d]' % pad for pad in pads), spatial, ', '.join(map(str, lhs_dilation)), ', '.join(map(str, rhs_dilation)),
            ', '.join('true' if r else 'false' for r in reversal), names, names, names, groups, batch_groups)
        x = self.real_constant(lhs_shape) if hybrid else self.quantized_constant(lhs_shape, left)
        r = Tensor(out_shape, 'f32' if hybrid else self.result_type(left, right, out_shape, len(out_shape) - 1, per_axis))
        p.add('convolution', [x, self.quantized_constant(rhs_shape, right)], r, text, strides=strides, pads=pads, lhs_dilation=lhs_dilation,
              rhs_dilation=rhs_dilation, reversal=reversal, groups=groups, batch_groups=batch_groups)

    def movement(self):
        rng, p, shape = self.rng, self.program, self.shape(2)
        q = self.quantized(shape)
        x = self.quantized_constant(shape, q)
        order = [1, 0] if self.chance(0.5) else [0, 1]
        p.add('transpose', [x], Tensor(tuple(shape[d] for d in order), q), '<{permutation = array<i64: %d, %d>}>' % tuple(order), permutation=order)
        p.add('reshape', [x], Tensor((math.prod(shape),), q))
        p.add('broadcast_in_dim', [x], Tensor((2, *shape), q), '<{broadcast_dimensions = array<i64: 1, 2>}>', dims=[1, 2])
        p.add('concatenate', [x, x], Tensor((2 * shape[0], shape[1]), q), '<{dimension = 0 : i64}>', dimension=0)
        starts = [rng.randrange(d) for d in shape]
        p.add('slice', [x], Tensor(tuple(d - s for d, s in zip(shape, starts)), q), '<{start_indices = array<i64: %d, %d>, limit_indices = array<i64: %d, %d>, strides = array<i64: 1, 1>}>' % (*starts, *shape), starts=starts)
        low, high, interior = [[rng.randint(0, 2) for _ in range(2)] for _ in range(3)]
        padded = tuple(l + h + d + max(d - 1, 0) * i for d, l, h, i in zip(shape, low, high, interior))
        fill = self.quantized_constant((), q)
        p.add('pad', [x, fill], Tensor(padded, q), '<{edge_padding_low = array<i64: %d, %d>, edge_padding_high = array<i64: %d, %d>, interior_padding = array<i64: %d, %d>}>' % (*low, *high, *interior), low=low, interior=interior)

    def plain(self):
        """Float and integer ops, as the programs that the passes make consist of them."""
        rng, p, shape = self.rng, self.program, self.shape()
        element = rng.choice(('f32', 'f32', 'f16', 'bf16', 'f64'))
        x, y = self.real_constant(shape, None, element), self.real_constant(shape, None, element)
        p.add(rng.choice(('add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum', 'power', 'remainder', 'atan2')), [x, y], Tensor(shape, element))
        p.add(rng.choice(('abs', 'cbrt', 'ceil', 'cosine', 'exponential', 'exponential_minus_one', 'floor', 'log', 'log_plus_one', 'logistic', 'negate', 'round_nearest_afz', 'round_nearest_even', 'rsqrt', 'sign', 'sine', 'sqrt', 'tan', 'tanh')), [x], Tensor(shape, element))
        p.add('convert', [x], Tensor(shape, rng.choice(('f32', 'f16', 'bf16', 'f64', 'i8', 'i32', 'ui8', 'i4', 'i64', 'i16', 'i1'))))
        e, m = rng.randint(2, 8), rng.randint(1, 9)
        if element in ('f32', 'f16', 'bf16'): p.add('reduce_precision', [x], Tensor(shape, element), '<{exponent_bits = %d : i32, mantissa_bits = %d : i32}>' % (e, m))
        integer = rng.choice(('i8', 'ui8', 'i32', 'i16', 'i4', 'ui4', 'i64', 'ui32'))
        width, signed = int(integer.lstrip('ui')), integer[0] == 'i'
        lo, hi = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
        def ints(): return [rng.choice((lo, hi, 0, 1, rng.randint(lo, hi), rng.randint(max(lo, -5), min(hi, 5)))) for _ in range(math.prod(shape))]
        a = p.constant(Tensor(shape, integer), ints())
        b = p.constant(Tensor(shape, integer), ints())
        nonzero = p.constant(Tensor(shape, integer), [v or 1 for v in ints()])
        for name in rng.sample(('add', 'subtract', 'multiply', 'maximum', 'minimum', 'and', 'or', 'xor'), 3): p.add(name, [a, b], Tensor(shape, integer))
        for name in ('divide', 'remainder'): p.add(name, [a, nonzero], Tensor(shape, integer))
        amount = p.constant(Tensor(shape, integer), [rng.randint(0, width) if width < 8 * 8 else 3 for _ in range(math.prod(shape))]) if width > 4 else b
        if width > 4:
            for name in ('shift_left', 'shift_right_arithmetic', 'shift_right_logical'): p.add(name, [a, amount], Tensor(shape, integer))
        for name in ('not', 'popcnt', 'count_leading_zeros') + (('negate', 'abs', 'sign') if signed else ()): p.add(name, [a], Tensor(shape, integer))
        p.add('convert', [a], Tensor(shape, rng.choice(('f32', 'f16', 'bf16', 'f64', 'i8', 'i32', 'ui8', 'i4', 'i64', 'ui4'))))
        order = rng.choice(('TOTALORDER', 'FLOAT'))
        p.add('compare', [x, y], Tensor(shape, 'i1'), '<{comparison_direction = #stablehlo<comparison_direction %s>, compare_type = #stablehlo<comparison_type %s>}>' % (rng.choice(('EQ', 'NE', 'GE', 'GT', 'LE', 'LT')), order))

    def reductions(self):
        rng, p, shape = self.rng, self.program, self.shape(2, 4)
        element = rng.choice(('f32', 'f32', 'f16', 'bf16', 'i32', 'i8'))
        values = self.reals(math.prod(shape)) if element[0] != 'i' else [rng.randint(-128, 127) for _ in range(math.prod(shape))]
        values = [v if abs(v) < 1e4 else 1.5 for v in values]
        x = p.constant(Tensor(shape, element), values)
        init = p.constant(Tensor((), element), [0])
        name = rng.choice(('add', 'maximum', 'multiply', 'minimum'))
        scalar = Tensor((), element)
        body = '({^bb0(%%a: %s, %%b: %s): %%r = "stablehlo.%s"(%%a, %%b) : (%s, %s) -> %s "stablehlo.return"(%%r) : (%s) -> ()})' % ((scalar,) * 2 + (name,) + (scalar,) * 4)
        d = rng.randrange(2)
        p.add('reduce', [x, init], Tensor((shape[1 - d],), element), '<{dimensions = array<i64: %d>}> %s' % (d, body))
        window, strides, dilation = [rng.randint(1, 2) for _ in range(2)], [rng.randint(1, 2) for _ in range(2)], [rng.choice((1, 1, 2)) for _ in range(2)]
        base = [rng.choice((1, 1, 2)) for _ in range(2)]
        pads = [(rng.randint(0, 1), rng.randint(0, 1)) for _ in range(2)]
        out = []
        for k in range(2):
            extent = (shape[k] - 1) * base[k] + 1 + sum(pads[k]) - ((window[k] - 1) * dilation[k] + 1)
            if extent < 0: return
            out.append(extent // strides[k] + 1)
        p.add('reduce_window', [x, init], Tensor(tuple(out), element),
              '<{window_dimensions = array<i64: %d, %d>, window_strides = array<i64: %d, %d>, base_dilations = array<i64: %d, %d>, window_dilations = array<i64: %d, %d>, padding = dense<[[%d, %d], [%d, %d]]> : tensor<2x2xi64>}> %s'
              % (*window, *strides, *base, *dilation, *pads[0], *pads[1], body))

    def generate(self):
        kinds = ['conversion', 'binary', 'binary', 'unary', 'unary', 'compare_select_clamp', 'dot_general', 'convolution', 'movement']
        if self.reference: kinds += ['plain', 'reductions']
        for _ in range(self.rng.randint(1, 2)): getattr(self, self.rng.choice(kinds))()
        if not self.program.results(): self.conversion()
        return self.program


def random_program(seed, reference=True): return Generator(seed, reference).generate()
