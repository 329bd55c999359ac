#!/usr/bin/env python3
"""Runs the programs of stablehlo_op_programs.py, one for each op, with qgpu and the reference interpreter.

    stablehlo_ops.py --qgpu BUILD/qgpu [--only WORD] [--verbose]

Needs jaxlib 0.10.2; without it nothing is compared and the exit code is 77. Results must agree bit for bit. What the
reference refuses qgpu must refuse with exit code 3, or be listed below with the reason why it has an answer.
"""
import argparse
import subprocess
import sys
import tempfile

from stablehlo_op_programs import op_programs

# The reference ends itself on these; the specification says what they mean.
BEYOND = {
    'integer divide by zero': 'implementation-defined: all bits set, as XLA has it',
    'integer remainder by zero': 'implementation-defined: the dividend, as XLA has it',
    'reduce wider': 'promotion of the operand to the type of the body',
    'reduce wider float': 'promotion of the operand to the type of the body',
    'real_dynamic_slice': 'a slice whose bounds are known only when it runs',
    'create_token': 'a token without any effect to order',
    'dot': 'stablehlo.dot, which the reference only runs after a rewrite',
}


def exit_code(qgpu, text):
    with tempfile.NamedTemporaryFile('w', suffix='.mlir') as file:
        file.write(text)
        file.flush()
        done = subprocess.run([qgpu, 'stablehlo', 'run', file.name, '--mode', 'math'], capture_output=True)
    return done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--qgpu', required=True)
    parser.add_argument('--only', default='')
    parser.add_argument('--verbose', action='store_true')
    options = parser.parse_args()
    try:
        import jaxlib_reference
        from stablehlo_random import run_qgpu, same
    except ImportError as error:
        print('skipped: %s' % error)
        return 77
    counts = {'same': 0, 'refused by both': 0, 'beyond the reference': 0}
    failed = 0
    for name, text in op_programs():
        if options.only not in name:
            continue
        try:
            expected = jaxlib_reference.evaluate(text)
        except ValueError:
            expected = None
        ours = run_qgpu(options.qgpu, [text], 'math')[0]
        refused = isinstance(ours, str)
        if expected is None:
            verdict = 'refused by both' if refused and exit_code(options.qgpu, text) == 3 else \
                'beyond the reference' if not refused and name in BEYOND else None
        else:
            agree = not refused and len(ours) == len(expected) and all(
                same(element, mine, values) for mine, (element, values) in zip(ours, expected))
            verdict = 'same' if agree else None
        if verdict:
            counts[verdict] += 1
        else:
            failed += 1
        if verdict is None or options.verbose:
            print('%-7s%s: qgpu %s; reference %s' % ('' if verdict else 'FAIL', name, str(ours)[:200], str(expected)[:200]))
    for verdict, count in counts.items():
        print('%4d %s' % (count, verdict))
    print('%d passed, %d failed' % (sum(counts.values()), failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
