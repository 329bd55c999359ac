#!/usr/bin/env python3
"""Compares `qgpu stablehlo opt` with the reference implementation of the passes.

    stablehlo_passes.py --qgpu BUILD/qgpu [--shared DIR] [--only REGEX] [--verbose]

DIR (../shared beside the checkout by default) holds the public StableHLO tests and the oracle over jaxlib; run this
with a Python that has jaxlib and numpy. PyPI `filecheck` and `tosa-tools`, where installed, add the CHECK lines of the
public tests and Arm's TOSA reference model. Without DIR or jaxlib nothing is compared and the exit code is 77.

A program passes if
  * both refuse it, with the same first message at the same line; or
  * jaxlib parses and verifies our output and prints the same text as for the reference's output, either at once or
    after `canonicalize,cse`; or both evaluate to the same values on the same random inputs.
"""
import argparse
import importlib
import os
import re
import subprocess
import sys
import tempfile

THREE = ('stablehlo-legalize-qdq-to-quantized-op', 'stablehlo-legalize-quantized-op-to-qdq',
         'stablehlo-legalize-quant-to-math')
TRANSFORMS = 'stablehlo-tests/stablehlo/tests/transforms/'
TOSA_TESTS = 'stablehlo-tests/stablehlo/conversions/tosa/tests/'
PASS_TESTS = {'stablehlo_legalize_qdq_to_quantized_op.mlir': THREE[0],
              'stablehlo_legalize_quantized_op_to_qdq.mlir': THREE[1],
              'stablehlo_legalize_quant_to_int.mlir': THREE[2]}
TO_TOSA, FROM_TOSA = 'stablehlo-quant-legalize-to-tosa-rescale', 'tosa-rescale-legalize-to-stablehlo'
# What the passes after quant-to-math need the shape dialect for is lowered by us without it, so these are compared by
# value only.
PIPELINE = ('stablehlo-legalize-quant-to-math', 'chlo-legalize-to-stablehlo', 'canonicalize',
            'shape-legalize-to-stablehlo', 'stablehlo-canonicalize-dynamism', 'canonicalize')


class Refused(Exception):
    """The program said no: (line, message) of each diagnostic."""


class Comparison:
    def __init__(self, arguments, oracle, rescale):
        self.qgpu, self.only, self.verbose = arguments.qgpu, arguments.only, arguments.verbose
        self.oracle, self.rescale = oracle, rescale
        self.passed, self.failed, self.how = 0, [], {}

    def record(self, name, how, problem=None):
        if problem is None:
            self.passed += 1
            self.how[how] = self.how.get(how, 0) + 1
        else:
            self.failed.append((name, problem))
            print('FAIL %s: %s' % (name, problem), flush=True)

    def wanted(self, name):
        return not self.only or re.search(self.only, name)

    def opt(self, text, passes):
        """Our output, or Refused."""
        done = subprocess.run([self.qgpu, 'stablehlo', 'opt', '-', '--pass', ','.join(passes)], input=text.encode(),
                              capture_output=True, timeout=120)
        if done.returncode == 0:
            return done.stdout.decode()
        if done.returncode != 3 or done.stdout:
            raise RuntimeError('exit code %d: %s' % (done.returncode, done.stderr.decode()[:300]))
        found = re.findall(r'^[^\n:]*:(\d+):\d+: error: (.*)$', done.stderr.decode(), re.M)
        raise Refused([(int(line), message) for line, message in found] or [(0, done.stderr.decode().strip())])

    def reference(self, text, passes):
        try:
            return self.oracle.isolated(self.oracle.opt, text, list(passes))
        except self.oracle.OracleError as refused:
            # what follows the colon is the op as MLIR prints it half-way, which stablehlo-opt gives as a note
            raise Refused([(line, re.sub(r"(explicitly marked illegal): .*", r'\1', message, flags=re.S))
                           for line, _, message in refused.diags] or [(0, str(refused))])

    def values(self, text, seed, transposed=False):
        return self.oracle.isolated(evaluate, self.oracle, text, seed, transposed)

    def compare(self, name, text, passes):
        if not self.wanted(name):
            return
        try:
            self.record(name, *self.verdict(text, passes))
        except Exception as error:  # one bad program must not end the run
            self.record(name, 'error', '%s: %s' % (type(error).__name__, str(error)[:300]))

    def verdict(self, text, passes):
        ours = theirs = our_refusal = their_refusal = None
        try:
            theirs = self.reference(text, passes)
        except Refused as refused:
            their_refusal = refused.args[0]
        try:
            ours = self.opt(text, passes)
        except Refused as refused:
            our_refusal = refused.args[0]
        if our_refusal and their_refusal:
            if our_refusal[0] == their_refusal[0]:
                return ('same refusal',)
            return 'refusal', 'we say %s, the reference %s' % (our_refusal[0], their_refusal[0])
        if our_refusal:
            return 'refusal', 'refused by us alone: %s' % (our_refusal,)
        canonical = self.oracle.isolated(self.oracle.canon, ours)
        if their_refusal:
            return 'refusal', 'refused by the reference alone: %s' % (their_refusal,)
        if canonical == theirs:
            return ('same text',)
        clean = ['canonicalize', 'cse']
        mine, reference = self.reference(canonical, clean), self.reference(theirs, clean)
        if mine == reference:
            return ('same after canonicalize,cse',)
        if with_literals(mine) == with_literals(reference):
            return ('same but for the order of constants',)
        for seed in range(3):
            a, b = self.values(canonical, seed), self.values(theirs, seed)
            if a != b:
                return 'values', 'other text and other values'
        return ('same values',)


def with_literals(text):
    """The program with constants written where they are used."""
    constants = dict(re.findall(r'^ *(%\w+) = (stablehlo\.constant .*)$', text, re.M))
    text = re.sub(r'^ *%\w+ = stablehlo\.constant .*\n', '', text, flags=re.M)
    return re.sub(r'%\w+', lambda name: constants.get(name.group(0), name.group(0)), text)


def evaluate(oracle, text, seed, transposed):
    """Every function of the program on random inputs; run in a child, the interpreter may abort. `transposed` turns the
    inputs, which are drawn as they stand in `text`, and the results over."""
    import numpy as np
    out = []
    for function in re.findall(r'func\.func (?:public |private )?@("[^"]*"|[\w.$-]+)', text):
        with oracle.context():
            module = oracle.parse(text)
            names = [o.operation for o in module.body.operations]
        signature = re.search(r'@%s\((.*?)\)(?: ->|\s*\{| attributes)' % re.escape(function), text, re.S).group(1)
        inputs = []
        random = np.random.default_rng(seed)
        for kind in re.findall(r'%arg\d+: tensor<([^>]*)>', signature):
            *shape, element = kind.split('x')
            shape = [int(d) for d in shape]
            if element == 'f32':
                inputs.append(random.normal(scale=20, size=shape).astype(np.float32))
            else:
                dtype = np.dtype({'i8': 'int8', 'ui8': 'uint8', 'i16': 'int16', 'i32': 'int32', 'i64': 'int64'}[element])
                low, high = (-100, 100) if dtype.kind == 'i' else (0, 200)
                inputs.append(random.integers(low, high, size=shape).astype(dtype))
        if transposed:
            inputs = [np.ascontiguousarray(v.T) for v in inputs]
        result = oracle.evaluate(text, function=function.strip('"'), inputs=inputs, pre=PIPELINE[1:])
        out += [(dtype, list(shape), (np.asarray(v).T if transposed else np.asarray(v)).tolist())
                for dtype, shape, v in result['results']]
        del module, names
    return out


def functions_of(oracle, path):
    """(name, text) of each program in a file split at `// -----`; comments go, lines stay where they are."""
    for index, chunk in enumerate(oracle.chunks(open(path).read())):
        text = re.sub(r'^\s*//.*$', '', chunk, flags=re.M)
        name = re.search(r'func\.func (?:public |private )?@("[^"]*"|[\w.$-]+)', text)
        yield '%s:%d@%s' % (os.path.basename(path), index, name.group(1) if name else ''), text


def compare_pass_tests(run, shared):
    for file, name in PASS_TESTS.items():
        for label, text in functions_of(run.oracle, shared + '/' + TRANSFORMS + file):
            run.compare(label, text, [name])
            for other in THREE:
                if other != name:
                    run.compare('%s --%s' % (label, other), text, [other])
            run.compare(label + ' pipeline', text, PIPELINE)


def compare_data_programs(run, shared):
    folder = shared + '/stablehlo-tests/stablehlo/testdata/quantized/'
    for file in sorted(os.listdir(folder)):
        for label, text in functions_of(run.oracle, folder + file):
            if '!quant' not in text:
                continue
            for name in THREE:
                run.compare('%s --%s' % (label[-60:], name), text, [name])
            run.compare('%s pipeline' % label[-60:], text, PIPELINE)


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


def compare_other_axis(run, label, text):
    """The reference lowers parameters only along the last axis. Another one must give what the last does on the
    transposed operands."""
    if not run.wanted(label):
        return
    ours = run.oracle.isolated(run.oracle.canon, run.opt(text, PIPELINE))
    last = run.reference(text.replace(':0, {', ':1, {'), PIPELINE)
    same = all(run.values(ours, seed) == run.values(last, seed, transposed=True) for seed in range(3))
    run.record(label, 'same values as along the last axis', None if same else 'other values than along the last axis')


def compare_corners(run):
    for name, text in corner_programs():
        for each in THREE:
            run.compare('corner %s --%s' % (name, each), text, [each])
        label = 'corner %s pipeline' % name
        if name.startswith('axis 0'):
            compare_other_axis(run, label, text)
        else:
            run.compare(label, text, PIPELINE)


def check_lines(run, shared):
    """The CHECK lines of the public tests against our output, by PyPI's filecheck."""
    command = os.path.join(os.path.dirname(sys.executable), 'filecheck')
    if not os.path.exists(command):
        print('no filecheck: CHECK lines left out')
        return
    files = [(TRANSFORMS + file, [name]) for file, name in PASS_TESTS.items()]
    files += [(TOSA_TESTS + 'legalize_quant_ops_to_tosa_rescale.mlir', [TO_TOSA]),
              (TOSA_TESTS + 'legalize_tosa_rescale_to_stablehlo.mlir', [FROM_TOSA])]
    for file, passes in files:
        for index, chunk in enumerate(run.oracle.chunks(open(shared + '/' + file).read())):
            label = 'CHECK %s:%d' % (os.path.basename(file), index)
            if 'CHECK' not in chunk or 'expected-error' in chunk or not run.wanted(label):
                continue
            try:
                ours = run.opt(chunk, passes)
            except Exception as error:
                run.record(label, 'check', str(error)[:200])
                continue
            with tempfile.NamedTemporaryFile('w', suffix='.mlir') as lines:
                lines.write(chunk)
                lines.flush()
                done = subprocess.run([command, lines.name], input=ours.encode(), capture_output=True)
            run.record(label, 'CHECK lines', None if done.returncode == 0 else
                       (done.stderr + done.stdout).decode()[:400])


# Element-wise programs for the TOSA passes: op, types of the operands and of the result.
TOSA_PROGRAMS = [
    (op, lhs, rhs, result)
    for op in ('add', 'subtract', 'multiply', 'maximum', 'minimum', 'compare', 'divide')
    for lhs, rhs, result in (('i8:f32, 2.500000e-02:-1', 'i8:f32, 7.500000e-02:-1', 'i8:f32, 1.500000e-01:-1'),
                             ('i8:f32, 5.000000e-01:3', 'i8:f32, 1.250000e-01:-128', 'i8:f32, 1.000000e+00:127'),
                             ('i8<-100:90>:f32, 1.000000e-03', 'i8<-100:90>:f32, 3.000000e+00:7',
                              'i8<-100:90>:f32, 1.000000e-01:2'),
                             ('i16:f32, 1.000000e-02', 'i16:f32, 3.000000e-02', 'i16:f32, 1.000000e+00'))
] + [('abs', 'i8:f32, 2.500000e-02:-1', None, 'i8:f32, 1.500000e-01:-128'),
     ('abs', 'i8:f32, 1.000000e+00:5', None, 'i8:f32, 2.000000e+00')]


def tosa_text(op, lhs, rhs, result, size):
    types = ['tensor<%dx!quant.uniform<%s>>' % (size, t) for t in (lhs, rhs) if t]
    out = 'tensor<%dxi1>' % size if op == 'compare' else 'tensor<%dx!quant.uniform<%s>>' % (size, result)
    names = ['%arg0', '%arg1'][:len(types)]
    arguments = ', '.join('%s: %s' % pair for pair in zip(names, types))
    return ('module {\n  func.func @main(%s) -> %s {\n    %%0 = stablehlo.%s %s : (%s) -> %s\n    return %%0 : %s\n  }\n}\n'
            % (arguments, out, op, ('GT, ' if op == 'compare' else '') + ', '.join(names), ', '.join(types), out, out))


def rescaled(value, multiplier, shift, input_zero_point, output_zero_point):
    return ((value - input_zero_point) * multiplier + (1 << (shift - 1)) >> shift) + output_zero_point


def modelled(rescale, oracle, op, types, codes):
    """The program's result on columns of codes, in Python's integers."""
    quantized = [oracle.QType('!quant.uniform<%s>' % t) if t else None for t in types]
    operands, result = rescale.plan(op, quantized[0], quantized[1], None if op == 'compare' else quantized[2])
    columns = [[rescaled(c, *rescale.mult_shift(scale), zero, out) for c in column]
               for column, (scale, zero, out) in zip(codes, operands)]
    compute = {'add': lambda a, b: a + b, 'subtract': lambda a, b: a - b, 'multiply': lambda a, b: a * b,
               'maximum': max, 'minimum': min, 'compare': lambda a, b: int(a > b), 'abs': abs,
               'divide': lambda a, b: -1 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)}[op]
    values = [compute(*row) for row in zip(*columns)]
    if op == 'compare':
        return values
    scale, zero, out = result
    half = 1 << (quantized[2].w - 1)  # the storage type's limits, whatever the range
    return [min(max(rescaled(v, *rescale.mult_shift(scale), zero, out), -half), half - 1) for v in values]


def compare_tosa(run):
    import numpy as np
    random = np.random.default_rng(11)
    seen = set()
    for op, lhs, rhs, result in TOSA_PROGRAMS:
        label = 'tosa %s %s' % (op, lhs)
        if not run.wanted(label):
            continue
        size = 4096
        try:
            text = run.oracle.isolated(run.oracle.canon, tosa_text(op, lhs, rhs, result, size))
            ours, theirs = run.rescale.rescales(run.opt(text, [TO_TOSA])), run.rescale.rescales(run.rescale.to_tosa(text))
            keys = ('mult', 'shift', 'in_zp', 'out_zp', 'flags', 'type_in', 'type_out')
            ours, theirs = ([tuple(str(r[k]) for k in keys) for r in rs] for rs in (ours, theirs))
            run.record(label + ' parameters', 'TOSA parameters', None if ours == theirs else '%s, expected %s' % (ours, theirs))
            seen.update((r[0], r[1], r[2]) for r in ours if 'quant' in r[5])
            bits = oracle_bits(run.oracle, lhs)
            codes = [random.integers(-(1 << bits - 1), 1 << bits - 1, size) for t in (lhs, rhs) if t]
            if op == 'divide':  # by anything but 0, which the interpreter cannot
                zero = run.oracle.QType('!quant.uniform<%s>' % rhs).z[0]
                codes[1] = np.where(codes[1] == zero, zero + (1 if zero < 0 else -1), codes[1])
            expanded = run.oracle.isolated(run.oracle.canon, run.opt(text, [TO_TOSA, FROM_TOSA]))
            got = run.oracle.isolated(run.oracle.evaluate, expanded,
                                      inputs=[c.astype('int%d' % bits) for c in codes])['results'][0][2]
            want = modelled(run.rescale, run.oracle, op, (lhs, rhs, result), [c.tolist() for c in codes])
            differ = [i for i in range(size) if int(got[i]) != want[i]]
            run.record(label + ' values', 'TOSA values', None if not differ else '%d of %d differ, first %s: %s, expected %s' % (
                len(differ), size, [int(c[differ[0]]) for c in codes], int(got[differ[0]]), want[differ[0]]))
        except Exception as error:
            run.record(label, 'error', '%s: %s' % (type(error).__name__, str(error)[:300]))
    arm_reference_model(run, seen)


def oracle_bits(oracle, quantized):
    return oracle.QType('!quant.uniform<%s>' % quantized).w


def arm_reference_model(run, parameters):
    """Arm's reference model on every rescale of 8-bit codes that was met, over all codes."""
    import numpy as np
    tools = os.path.dirname(sys.executable)
    if not os.path.exists(tools + '/tosa_reference_model'):
        print('no tosa-tools: the reference model of TOSA left out')
        return
    for multiplier, shift, zero_point in sorted(parameters):
        label = 'tosa.rescale %s >> %s, zero point %s' % (multiplier, shift, zero_point)
        if not run.wanted(label):
            continue
        constants = (('m', multiplier, 'i32'), ('s', shift, 'i8'), ('i', zero_point, 'i8'), ('o', 0, 'i32'))
        program = 'func.func @main(%a: tensor<256xi8>) -> tensor<256xi32> {\n' + ''.join(
            '  %%%s = "tosa.const"() <{values = dense<%s> : tensor<1x%s>}> : () -> tensor<1x%s>\n' % (n, v, t, t)
            for n, v, t in constants) + (
            '  %0 = tosa.rescale %a, %m, %s, %i, %o {input_unsigned = false, output_unsigned = false, per_channel = false,'
            ' rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<256xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>,'
            ' tensor<1xi32>) -> tensor<256xi32>\n  return %0 : tensor<256xi32>\n}\n')
        codes = np.arange(-128, 128)
        with tempfile.TemporaryDirectory() as folder:
            open(folder + '/p.mlir', 'w').write(program)
            np.save(folder + '/in.npy', codes.astype(np.int8))
            subprocess.run([tools + '/tosa-opt', folder + '/p.mlir', '--tosa-serialize',
                            '--tosa-flatbuffer-filename=%s/p.tosa' % folder], check=True, capture_output=True)
            subprocess.run([tools + '/tosa_reference_model', '--tosa_file=p.tosa', '--flatbuffer_dir=' + folder,
                            '--output_dir=' + folder, '--ifm_name=TosaInput_0', '--ifm_file=in.npy',
                            '--ofm_name=TosaOutput_0', '--ofm_file=out.npy'], check=True, capture_output=True)
            arm = np.load(folder + '/out.npy').tolist()
        ours = run.opt(program, [FROM_TOSA])
        got = run.oracle.isolated(run.oracle.evaluate, ours, inputs=[codes.astype(np.int8)])['results'][0][2].tolist()
        run.record(label, 'TOSA reference model', None if got == arm else 'other values than the reference model')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument('--qgpu', default=root + '/build/cpu/qgpu')
    parser.add_argument('--shared', default=os.path.join(root, '../shared'))
    parser.add_argument('--only', help='only programs whose name matches')
    parser.add_argument('--verbose', action='store_true')
    arguments = parser.parse_args()
    sys.path.insert(0, arguments.shared + '/stablehlo-oracle')
    try:
        oracle, rescale = importlib.import_module('jax_oracle'), importlib.import_module('tosa_rescale')
    except ImportError as error:
        print('skipped: %s' % error)
        return 77
    run = Comparison(arguments, oracle, rescale)
    compare_pass_tests(run, arguments.shared)
    compare_data_programs(run, arguments.shared)
    compare_corners(run)
    check_lines(run, arguments.shared)
    compare_tosa(run)
    for how, count in sorted(run.how.items()):
        print('%6d %s' % (count, how))
    print('%d passed, %d failed' % (run.passed, len(run.failed)))
    return 1 if run.failed else 0


if __name__ == '__main__':
    sys.exit(main())
