#!/usr/bin/env python3
"""Compares `qgpu stablehlo print`, `check` and `type` with the reference implementation in jaxlib.

    stablehlo_text.py --qgpu BUILD/qgpu [--shared DIR] [--only REGEX] [--types N]

DIR (../shared beside the checkout by default) holds the public StableHLO tests and the oracle over jaxlib; run this
with a Python that has jaxlib 0.10.2 and numpy. Without DIR or jaxlib nothing is compared and the exit code is 77.

A chunk of a test file passes if jaxlib and qgpu print the same text, pretty and generic, or if both refuse it. What
qgpu prints must itself be accepted by jaxlib. N random types (default 300) must get the same canonical text.
"""
import argparse
import importlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

# What is known to differ, and why: (file, text in the chunk).
KNOWN = [('stablehlo_refine_shapes.mlir', 'cf.br'),  # functions of several blocks are not read
         ('print_stablehlo.mlir', '#sparse_tensor')]  # a dialect that is not in jaxlib's registry


def run(qgpu, *words):
    done = subprocess.run([qgpu, 'stablehlo', *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def readable(oracle, text):
    try:
        oracle.parse(text)
    except oracle.OracleError:
        return False  # loops whose types differ: the reference does not read what it prints
    return True


def compare_chunk(qgpu, oracle, path, generic):
    """None if both agree, else what differs."""
    with open(path) as file:
        text = file.read()
    try:
        expected = oracle.canon(text, generic)
    except oracle.OracleError as error:
        expected, refusal = None, error.diags[0][2]
    code, printed, messages = run(qgpu, 'print', path, *(['--generic'] if generic else []))
    if expected is None:
        # tosa is in no wheel: what needs it is refused by jaxlib alone.
        return None if code or 'tosa.' in text else f'jaxlib refuses it ({refusal[:120]}), qgpu does not'
    if code:
        return 'refused: ' + messages.split('\n')[0]
    if printed.strip() != expected.strip() and readable(oracle, expected):
        lines = zip(printed.strip().split('\n'), expected.strip().split('\n'))
        first = next(((a, b) for a, b in lines if a != b), ('', 'another number of lines'))
        return 'prints %s\n    expected %s' % (first[0][:200], first[1][:200])
    try:
        again = oracle.canon(printed, generic)
    except oracle.OracleError as error:
        return f'jaxlib refuses what is printed: {error.diags[0][2][:120]}'
    return None if again.strip() == expected.strip() else 'jaxlib prints something else for what is printed'


def compare_chunks(qgpu, oracle, folder, only):
    count, differing = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, 'chunk.mlir')
        for root, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if not name.endswith('.mlir') or not re.search(only, name):
                    continue
                with open(os.path.join(root, name)) as file:
                    chunks = re.split(r'^// -----.*$', file.read(), flags=re.M)
                for number, chunk in enumerate(chunks):
                    if any(name == known and word in chunk for known, word in KNOWN):
                        continue
                    with open(path, 'w') as file:
                        file.write(chunk)
                    for generic in (False, True):
                        count += 1
                        what = compare_chunk(qgpu, oracle, path, generic)
                        if what:
                            differing.append(f'{name} chunk {number}{" generic" if generic else ""}: {what}')
    return count, differing


def random_type(rng):
    width = rng.choice([2, 4, 8, 16, 32, 3, 7])
    signed = rng.random() < 0.6
    storage = ('i' if signed else rng.choice(['u', 'ui'])) + str(width)
    low, high = (-2**(width - 1), 2**(width - 1) - 1) if signed else (0, 2**width - 1)
    if rng.random() < 0.3:
        low, high = sorted(rng.sample(range(low, high + 1), 2))
        storage += f'<{low}:{high}>'
    expressed = rng.choice(['f32', 'f64', 'f16', 'bf16'])

    def parameter():
        mantissa = rng.choice([rng.random() + 0.5, round(rng.random() + 0.1, 3), float(rng.randint(1, 9999))])
        exponent = rng.randint(-3, 3) if expressed == 'f16' else rng.randint(-20, 12)
        scale = repr(mantissa * 10.0**exponent)
        scale = re.sub(r'^(-?\d+)(e|$)', r'\1.0\2', scale)
        return scale + (f':{rng.randint(low, high)}' if rng.random() < 0.5 else '')

    kind = rng.random()
    if kind < 0.5:
        return f'!quant.uniform<{storage}:{expressed}, {parameter()}>'
    count = rng.randint(1, 4)
    if kind < 0.75:
        return f'!quant.uniform<{storage}:{expressed}:{rng.randint(0, 3)}, {{{", ".join(parameter() for _ in range(count))}}}>'
    rows = ', '.join('{' + ', '.join(parameter() for _ in range(count)) + '}' for _ in range(rng.randint(1, 3)))
    return f'!quant.uniform<{storage}:{expressed}:{{0:2, 1:1}}, {{{rows}}}>'


def compare_types(qgpu, oracle, count, seed=1):
    rng, differing = random.Random(seed), []
    for _ in range(count):
        text = random_type(rng)
        code, printed, _ = run(qgpu, 'type', text)
        found = json.loads(printed)['text'] if code == 0 else 'refused'
        try:
            expected = oracle.type_text(text)
        except oracle.OracleError:
            expected = 'refused'
        if found != expected:
            differing.append(f'{text}: {found}\n    expected {expected}')
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--qgpu', required=True)
    parser.add_argument('--shared', default=os.path.join(os.path.dirname(__file__), '..', '..', '..', 'shared'))
    parser.add_argument('--only', default='')
    parser.add_argument('--types', type=int, default=300)
    args = parser.parse_args()
    folder = os.path.join(args.shared, 'stablehlo-tests')
    if not os.path.isdir(folder):
        print(f'stablehlo_text: no {folder}: nothing compared')
        return 77
    sys.path.insert(0, os.path.join(args.shared, 'stablehlo-oracle'))
    try:
        oracle = importlib.import_module('jax_oracle')
    except ImportError as error:
        print(f'stablehlo_text: {error}: nothing compared')
        return 77
    qgpu = os.path.abspath(args.qgpu)
    count, differing = compare_chunks(qgpu, oracle, folder, args.only)
    differing += compare_types(qgpu, oracle, args.types)
    for line in differing:
        print(line)
    print(f'stablehlo_text: {count} texts and {args.types} types compared, {len(differing)} differ')
    return 1 if differing else 0


if __name__ == '__main__':
    sys.exit(main())
