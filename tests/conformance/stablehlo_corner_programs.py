"""Small quantized programs with the types and shapes that the public StableHLO tests leave out."""


def q(storage, params, expressed='f32'):
    return '!quant.uniform<%s:%s, %s>' % (storage, expressed, params)


def op_program(op, operands, result, shape='4', more=''):
    types = ['tensor<%sx%s>' % (shape, t) for t in operands]
    names = ['%%%s' % 'abc'[i] for i in range(len(types))]
    out = 'tensor<%sx%s>' % (shape, result)
    return 'func.func @main(%s) -> %s {\n  %%0 = "stablehlo.%s"(%s) %s : (%s) -> %s\n  return %%0 : %s\n}\n' % (
        ', '.join('%s: %s' % pair for pair in zip(names, types)), out, op, ', '.join(names), more, ', '.join(types), out, out)


def convolution_program(lhs, rhs, result, layout, shapes, window):
    a, b, c = ('tensor<%sx%s>' % pair for pair in zip(shapes, (lhs, rhs, result)))
    return ('func.func @main(%%a: %s, %%b: %s) -> %s {\n  %%0 = stablehlo.convolution(%%a, %%b) dim_numbers = %s, window = {%s} '
            '{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (%s, %s) -> %s\n  return %%0 : %s\n}\n'
            % (a, b, c, layout, window, a, b, c, c))


def corner_programs():
    """Types and shapes that the public tests leave out."""
    storages = ('i2', 'i4', 'i8', 'i8<-10:10>', 'i16', 'i32', 'u8', 'ui8', 'ui4', 'ui16', 'i16<-5:300>')
    for s in storages:
        one, two = q(s, '0.5:1'), q(s, '0.3:0')
        yield 'quantize ' + s, op_program('uniform_quantize', ['f32'], one)
        yield 'dequantize ' + s, op_program('uniform_dequantize', [one], 'f32')
        yield 'requantize ' + s, op_program('uniform_quantize', [one], two)
        yield 'add ' + s, op_program('add', [one, one], two)
        yield 'add same ' + s, op_program('add', [one, one], one)
        yield 'multiply ' + s, op_program('multiply', [one, two], one)
        yield 'maximum ' + s, op_program('maximum', [one, one], one)
        yield 'maximum mixed ' + s, op_program('maximum', [one, two], one)
        yield 'dot ' + s, op_program('dot', [one, q(s, '0.25')], q(s, '0.7:1'), '2x2')
        yield 'dot zero points ' + s, op_program('dot', [one, one], q('i32', '0.25'), '2x2')
    for expressed in ('bf16', 'f16', 'f64'):
        one, two = q('i8', '0.5:3', expressed), q('i8', '0.3:-7', expressed)
        yield 'quantize ' + expressed, op_program('uniform_quantize', [expressed], one)
        yield 'dequantize ' + expressed, op_program('uniform_dequantize', [one], expressed)
        yield 'requantize ' + expressed, op_program('uniform_quantize', [one], two)
        yield 'add ' + expressed, op_program('add', [one, two], two)
        yield 'tanh ' + expressed, op_program('tanh', [one], two)
        yield 'dot ' + expressed, op_program('dot', [one, two], one, '2x2')
        yield 'hybrid ' + expressed, op_program('dot', [expressed, two], expressed, '2x2')
    axes = ('i8:f32:%d, {0.5:1,0.25:-2}', 'i8:f32:%d, {0.3:0,0.75:9}', 'i32:f32:%d, {0.5,0.25}', 'i32:f32:%d, {0.5:7,0.25}')
    for axis in (0, 1):
        a, b, c, d = ('!quant.uniform<%s>' % (t % axis) for t in axes)
        yield 'axis %d quantize' % axis, op_program('uniform_quantize', ['f32'], a, '2x2')
        yield 'axis %d dequantize' % axis, op_program('uniform_dequantize', [a], 'f32', '2x2')
        yield 'axis %d requantize' % axis, op_program('uniform_quantize', [a], b, '2x2')
        yield 'axis %d to tensor' % axis, op_program('uniform_quantize', [a], q('i8', '0.3:1'), '2x2')
        yield 'axis %d from tensor' % axis, op_program('uniform_quantize', [q('i8', '0.3:1')], a, '2x2')
        yield 'axis %d add' % axis, op_program('add', [a, b], a, '2x2')
        yield 'axis %d add i32' % axis, op_program('add', [c, c], c, '2x2')
        yield 'axis %d add i32 zero points' % axis, op_program('add', [d, d], d, '2x2')
    weights = '!quant.uniform<i8<-127:127>:f32:1, {0.5,0.25}>'
    yield 'dot per axis', op_program('dot', [q('i8', '0.5:3'), weights], '!quant.uniform<i32:f32:1, {0.25,0.125}>', '2x2')
    yield 'dot per axis, ratios', op_program('dot', [q('i8', '0.5:3'), weights], '!quant.uniform<i32:f32:1, {0.3:1,0.9}>', '2x2')
    yield 'dot per axis to tensor', op_program('dot', [q('i8', '0.5:3'), weights], q('i32', '0.25'), '2x2')
    yield 'hybrid per axis', op_program('dot', ['f32', weights], 'f32', '2x2')
    for factor in ('1.0009', '1.0011', '0.9991', '0.9989'):
        yield 'dot factor ' + factor, op_program('dot', [q('i8', factor), q('i8', '1.0')], q('i8', '1.0'), '2x2')
    nhwc, nchw = '[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]', '[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]'
    ndhwc, ncdhw = '[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]', '[b, f, 0, 1, 2]x[i, o, 0, 1, 2]->[b, f, 0, 1, 2]'
    layouts = ((nhwc, ('1x4x4x2', '2x2x2x3', '1x4x4x3'), 2), (nchw, ('1x2x4x4', '3x2x2x2', '1x3x4x4'), 2),
               (ndhwc, ('1x4x4x4x2', '2x2x2x2x3', '1x4x4x4x3'), 3), (ncdhw, ('1x3x4x4x4', '3x3x2x2x2', '1x3x4x4x4'), 3),
               (ncdhw, ('1x2x4x4x4', '2x3x2x2x2', '1x3x4x4x4'), 3))
    for layout, shapes, rank in layouts:
        pad = 'pad = [%s]' % ', '.join(['[1, 0]', '[0, 1]', '[1, 0]'][:rank])
        for name, rhs in (('', q('i8', '0.25')), (' zero point', q('i8', '0.25:1'))):
            yield 'convolution %s%s' % (layout, name), convolution_program(q('i8', '0.5:3'), rhs, q('i32', '0.1'), layout, shapes, pad)
    for s in ('i4', 'i16', 'u8', 'ui8'):
        yield 'padded ' + s, convolution_program(q(s, '0.5:3'), q(s, '0.25'), q('i32', '0.1:2'), nhwc, layouts[0][1], 'pad = [[1, 0], [0, 1]]')
        yield 'valid ' + s, convolution_program(q(s, '0.5:3'), q(s, '0.25'), q('i32', '0.1:2'), nhwc, ('1x5x5x2', '2x2x2x3', '1x4x4x3'), '')
    a = q('i8', '0.5:1')
    for op, more in (('reverse', '{dimensions = array<i64: 0>}'), ('transpose', '{permutation = array<i64: 0>}'),
                     ('optimization_barrier', ''), ('is_finite', ''), ('logistic', '{note = "kept"}')):
        yield op, op_program(op, [a], 'i1' if op == 'is_finite' else a, '4', more)
