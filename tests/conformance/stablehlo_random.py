#!/usr/bin/env python3
"""Random StableHLO programs: `qgpu stablehlo run` against two independent evaluators, bit for bit.

    stablehlo_random.py --qgpu build/cpu/qgpu [--count 2000] [--seed 0] [--only math|spec]

math: jaxlib's own passes and reference interpreter (needs jaxlib==0.10.2; without it this half is skipped, and says so).
spec: stablehlo_spec.py, exact rational arithmetic rounded once a step.
Prints the seed of every program that differs; `--seed N --count 1 --show` prints that program.
"""
import argparse
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from stablehlo_programs import random_program  # noqa: E402

BATCH = 100


def run_qgpu(qgpu, texts, mode):
    """The results of each program: [[(type text, values)]], or None where the program was refused."""
    with tempfile.NamedTemporaryFile('w', suffix='.mlir') as file:
        file.write('// -----\n'.join(texts))
        file.flush()
        done = subprocess.run([qgpu, 'stablehlo', 'run', file.name, '--mode', mode, '--split-input-file'], capture_output=True, text=True)
    if done.returncode != 0:
        if len(texts) == 1: return [done.stderr.strip().split('\n')[0]]
        half = len(texts) // 2
        return run_qgpu(qgpu, texts[:half], mode) + run_qgpu(qgpu, texts[half:], mode)
    return [[r['values'] for r in chunk['results']] for chunk in json.loads(done.stdout)['chunks']]


def same(element, ours, theirs):
    def bits(v):
        if isinstance(v, str): v = float(v)
        if isinstance(v, bool): return int(v)
        return v
    if len(ours) != len(theirs): return False
    for a, b in zip(map(bits, ours), theirs):
        if element in ('f16', 'f32'): a = struct.unpack('<f', struct.pack('<f', a))[0]   # the shortest digits of a float32
        if element == 'bf16': a = struct.unpack('<f', struct.pack('<I', a << 16))[0]
        if a != b and not (isinstance(b, float) and math.isnan(b) and math.isnan(a)): return False
        if isinstance(b, float) and b == 0 and math.copysign(1, a) != math.copysign(1, b): return False
    return True


def compare(name, qgpu, mode, programs, reference):
    """(programs compared, programs refused, seeds that differ)"""
    expected, kept, refused = [], [], {}
    for program in programs:
        try: expected.append(reference(program))
        except ValueError as error:
            refused[str(error).strip().split('\n')[0][:70]] = refused.get(str(error).strip().split('\n')[0][:70], 0) + 1
            continue
        kept.append(program)
    bad, values = [], 0
    for start in range(0, len(kept), BATCH):
        batch = kept[start:start + BATCH]
        for program, ours, theirs in zip(batch, run_qgpu(qgpu, [p.text() for p in batch], mode), expected[start:start + BATCH]):
            if isinstance(ours, str):
                bad.append((program.seed, ours))
                continue
            for index, mine, (element, wanted) in zip(program.results(), ours, theirs):
                values += len(wanted)
                if not same(element, mine, wanted):
                    bad.append((program.seed, '%%%d %s: qgpu %s, %s %s' % (index, program.ops[index].name, mine[:8], name, wanted[:8])))
                    break
    print('%s: %d programs, %d values compared, %d refused by the reference, %d differ' % (mode, len(kept), values, len(programs) - len(kept), len(bad)))
    for reason, count in sorted(refused.items(), key=lambda item: -item[1])[:5]: print('  refused %d: %s' % (count, reason))
    for seed, what in bad[:20]: print('  seed %d: %s' % (seed, what))
    return len(kept), len(bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--qgpu', required=True)
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--only', choices=('math', 'spec'))
    parser.add_argument('--show', action='store_true')
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    print('seeds %d to %d' % (seeds[0], seeds[-1]))
    if options.show: print(random_program(options.seed, options.only != 'spec').text())
    failed = 0
    if options.only != 'spec':
        try: import jaxlib_reference
        except ImportError: print('math: skipped, jaxlib is not installed')
        else:
            failed += compare('jaxlib', options.qgpu, 'math', [random_program(s) for s in seeds], lambda p: jaxlib_reference.evaluate(p.text()))[1]
    if options.only != 'math':
        import stablehlo_spec
        failed += compare('exact', options.qgpu, 'spec', [random_program(s, False) for s in seeds], stablehlo_spec.evaluate)[1]
    return 1 if failed else 0


if __name__ == '__main__': sys.exit(main())
