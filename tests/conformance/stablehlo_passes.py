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

from stablehlo_corner_programs import corner_programs
from stablehlo_tosa_passes import FROM_TOSA, TO_TOSA, compare_tosa

THREE = ('stablehlo-legalize-qdq-to-quantized-op', 'stablehlo-legalize-quantized-op-to-qdq',
         'stablehlo-legalize-quant-to-math')
TRANSFORMS = 'stablehlo-tests/stablehlo/tests/transforms/'
TOSA_TESTS = 'stablehlo-tests/stablehlo/conversions/tosa/tests/'
PASS_TESTS = {'stablehlo_legalize_qdq_to_quantized_op.mlir': THREE[0],
              'stablehlo_legalize_quantized_op_to_qdq.mlir': THREE[1],
              'stablehlo_legalize_quant_to_int.mlir': THREE[2]}
PIPELINE = ('stablehlo-legalize-quant-to-math', 'chlo-legalize-to-stablehlo', 'canonicalize',
            'shape-legalize-to-stablehlo', 'stablehlo-canonicalize-dynamism', 'canonicalize')


class Refused(Exception):
    """The program said no: (line, message) of each diagnostic."""


class Comparison:
    def __init__(self, arguments, oracle, rescale):
        self.qgpu, self.only, self.verbose = arguments.qgpu, arguments.only, arguments.verbose
        self.oracle, self.rescale = oracle, rescale
        self.passed, self.failed, self.how = 0, [], {}
        self.refusals = {}  # (passes, who refused): number of public programs

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
            verdict = self.verdict(text, passes)
            self.record(name, *verdict)
            if not name.startswith('corner'):
                who = {'same refusal': 'both', 'refusal': 'one'}.get(verdict[0], 'neither')
                self.count_refusal('the whole pipeline' if passes is PIPELINE else passes[0], who)
        except Exception as error:  # one bad program must not end the run
            self.record(name, 'error', '%s: %s' % (type(error).__name__, str(error)[:300]))

    def count_refusal(self, passes, who):
        self.refusals[passes, who] = self.refusals.get((passes, who), 0) + 1

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


def count_tosa_refusals(run, shared):
    """The reference of these two passes is in no wheel: only what qgpu does is counted."""
    folders = [shared + '/' + TRANSFORMS + file for file in PASS_TESTS]
    data = shared + '/stablehlo-tests/stablehlo/testdata/quantized/'
    folders += [data + file for file in sorted(os.listdir(data))]
    for path in folders:
        for label, text in functions_of(run.oracle, path):
            for name in (TO_TOSA, FROM_TOSA):
                if '!quant' not in text or not run.wanted(label):
                    continue
                try:
                    run.opt(text, [name])
                    run.count_refusal(name, 'neither')
                except Refused:
                    run.count_refusal(name, 'qgpu')


def print_refusals(run):
    print('%-46s %8s %10s %13s' % ('public programs', 'rewritten', 'refused', 'by one alone'))
    for passes in dict.fromkeys(passes for passes, _ in run.refusals):
        count = [run.refusals.get((passes, who), 0) for who in ('neither', 'both', 'one', 'qgpu')]
        alone = '%d (no reference)' % count[3] if passes in (TO_TOSA, FROM_TOSA) else count[2]
        print('%-46s %8d %10d %13s' % (passes, count[0], count[1], alone))


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
    count_tosa_refusals(run, arguments.shared)
    print_refusals(run)
    for how, count in sorted(run.how.items()):
        print('%6d %s' % (count, how))
    print('%d passed, %d failed' % (run.passed, len(run.failed)))
    return 1 if run.failed else 0


if __name__ == '__main__':
    sys.exit(main())
