#!/usr/bin/env python3
"""Runs every self-checking program of the public StableHLO tests: `qgpu stablehlo run`, all checks bit for bit.

    stablehlo_run.py --qgpu BUILD/qgpu [--shared DIR] [--device cpu|cuda] [--only REGEX]

DIR (../shared beside the checkout by default) holds the public tests; without it nothing runs and the exit code is 77.
With --device cuda the results must also be those of the CPU, and the ops that stayed on the CPU are listed.
"""
import argparse
import json
import os
import re
import subprocess
import sys

# Its expected values are short decimals: they hold within the tolerance of the check.
ROUNDED = ('rescale_interpreter.mlir',)
# stablehlo-quant-legalize-to-tosa-rescale scales a quotient by s_l*s_r/s_o where it should be s_l/(s_r*s_o); --mode tosa
# is that pass to the bit, so the programs that divide cannot have their results.
WRONG_BY_TOSA = re.compile(r'div_')
PROGRAMS = ('testdata/quantized', 'tests/interpret', 'conversions/tosa/tests/rescale_interpreter.mlir')


def files_of(folder):
    for place in PROGRAMS:
        path = os.path.join(folder, place)
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                if name.endswith('.mlir'):
                    yield os.path.join(path, name)
        else:
            yield path


def run(qgpu, path, mode, device):
    """(exit code, JSON or None, stderr)"""
    exact = [] if os.path.basename(path) in ROUNDED else ['--bits']
    done = subprocess.run([qgpu, 'stablehlo', 'run', path, '--split-input-file', '--mode', mode, '--device', device,
                           *exact], capture_output=True, text=True, timeout=600)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def without_device(answer):
    return [(chunk['results'], chunk['checks']) for chunk in answer['chunks']]


def verdict(options, path, mode, cpu_ops):
    """(number of checks, None or what is wrong)"""
    code, answer, messages = run(options.qgpu, path, mode, options.device)
    if answer is None:
        return 0, 'exit code %d: %s' % (code, messages.strip()[:300])
    checks = answer['checks_passed'] + answer['checks_failed']
    if answer['checks_failed']:
        failed = [c for chunk in answer['chunks'] for c in chunk['checks'] if not c['ok']]
        return checks, '%d of %d checks failed, first %s' % (len(failed), checks, failed[0])
    if code != 0 or checks == 0:
        return checks, 'exit code %d, %d checks' % (code, checks)
    if options.device == 'cuda':
        if not answer['device'].startswith('cuda'):
            return checks, 'ran on ' + answer['device']
        for op in answer.get('cpu_ops', []):
            cpu_ops.setdefault(op, set()).add(os.path.basename(path))
        _, other, _ = run(options.qgpu, path, mode, 'cpu')
        if other is None or without_device(other) != without_device(answer):
            return checks, 'the CPU has other results'
    return checks, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser.add_argument('--qgpu', default=root + '/build/cpu/qgpu')
    parser.add_argument('--shared', default=os.path.join(root, '../shared'))
    parser.add_argument('--device', choices=('cpu', 'cuda'), default='cpu')
    parser.add_argument('--only', help='only files whose name matches')
    options = parser.parse_args()
    folder = os.path.join(options.shared, 'stablehlo-tests/stablehlo')
    if not os.path.isdir(folder):
        print('skipped: %s is not there' % folder)
        return 77
    passed = failed = checks = 0
    cpu_ops = {}
    for path in files_of(folder):
        if options.only and not re.search(options.only, path):
            continue
        for mode in ('spec', 'math', 'tosa'):
            if mode == 'tosa' and WRONG_BY_TOSA.match(os.path.basename(path)):
                continue
            count, problem = verdict(options, path, mode, cpu_ops)
            checks += count
            if problem is None:
                passed += 1
            else:
                failed += 1
                print('FAIL %s --mode %s: %s' % (os.path.basename(path), mode, problem), flush=True)
    for op, where in sorted(cpu_ops.items()):
        print('on the CPU: %-32s in %d files' % (op, len(where)))
    print('%d checks; %d passed, %d failed' % (checks, passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
