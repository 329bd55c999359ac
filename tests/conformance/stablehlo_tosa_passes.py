"""The two TOSA passes against exact integers in Python and, where tosa-tools is installed, Arm's reference model."""
import os
import subprocess
import sys
import tempfile

TO_TOSA, FROM_TOSA = 'stablehlo-quant-legalize-to-tosa-rescale', 'tosa-rescale-legalize-to-stablehlo'

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
