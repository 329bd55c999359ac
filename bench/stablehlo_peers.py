#!/usr/bin/env python3
"""`qgpu stablehlo run` against the StableHLO reference interpreter in jaxlib, in one run.

    stablehlo_peers.py --qgpu BUILD/qgpu [--seconds 20] [--runs 3] [--rows 4096] [--mib 256]

Run it with a Python that has jaxlib 0.10.2 and numpy (tests/conformance/requirements.txt). Programs: a quantized dot of
ROWS x ROWS with ROWS x ROWS, and a quantized add of MIB MiB (int8) an operand, both from .npy files, in the
mode that computes what the reference does. qgpu is timed as a whole process, files read and results written; of the
reference only eval_module, its operands in memory. The reference is too slow for these sizes: it gets the largest size,
doubled each time, that takes it about `--seconds`, and what is compared is multiply-adds and elements a second.
"""
import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../tests/conformance'))
from jaxlib.mlir import ir  # noqa: E402
from jaxlib.mlir.dialects import stablehlo  # noqa: E402
from jaxlib_reference import context  # noqa: E402

LHS, RHS, SUM, ROW = ('!quant.uniform<i8:f32, %s>' % p for p in ('0.5:3', '0.01', '40.0:1', '0.25:-7'))


def program(op, types, result, more=''):
    names = ['%a', '%b']
    return 'func.func @main(%s) -> %s {\n  %%0 = stablehlo.%s %%a, %%b%s : (%s) -> %s\n  return %%0 : %s\n}\n' % (
        ', '.join('%s: %s' % pair for pair in zip(names, types)), result, op, more, ', '.join(types), result, result)


def dot(m, k, n):
    """(program, operands, multiply-adds)"""
    shapes = ((m, k), (k, n))
    types = ['tensor<%dx%dx%s>' % (*shape, q) for shape, q in zip(shapes, (LHS, RHS))]
    text = program('dot_general', types, 'tensor<%dx%dx%s>' % (m, n, SUM), ', contracting_dims = [1] x [0]')
    return text, [codes(shape) for shape in shapes], m * k * n


def add(count):
    """(program, operands, elements)"""
    types = ['tensor<%dx%s>' % (count, q) for q in (LHS, ROW)]
    return program('add', types, 'tensor<%dx%s>' % (count, LHS)), [codes((count,)) for _ in types], count


def codes(shape):
    return np.random.default_rng(1).integers(-128, 128, shape, dtype=np.int8)


def time_qgpu(qgpu, folder, text, operands):
    with open(folder + '/program.mlir', 'w') as file:
        file.write(text)
    words = [qgpu, 'stablehlo', 'run', folder + '/program.mlir', '--mode', 'math', '--device', 'cpu', '--output-dir', folder]
    for i, operand in enumerate(operands):
        path = '%s/%d.npy' % (folder, i)
        if not os.path.exists(path):
            np.save(path, operand)
        words += ['--input', path]
    start = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def time_reference(text, operands):
    with context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        attributes = [ir.DenseElementsAttr.get(operand) for operand in operands]
        start = time.perf_counter()
        stablehlo.eval_module(module, attributes)
        return time.perf_counter() - start


def compare(name, unit, ours, growing, options):
    """`growing(i)` is the i-th size for the reference."""
    for size in range(40):
        theirs = growing(size)
        if time_reference(*theirs[:2]) > options.seconds / 2:
            break
    rates, reference_rates = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.runs):
            rates.append(ours[2] / time_qgpu(options.qgpu, folder, *ours[:2]))
            reference_rates.append(theirs[2] / time_reference(*theirs[:2]))
    ratio = statistics.median(a / b for a, b in zip(rates, reference_rates))
    print('%-28s qgpu %9.3g %s/s at %.3g; reference %9.3g %s/s at %.3g; ratio %.0f' %
          (name, statistics.median(rates), unit, ours[2], statistics.median(reference_rates), unit, theirs[2], ratio), flush=True)
    return ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--qgpu', required=True)
    parser.add_argument('--seconds', type=float, default=20, help='about how long one run of the reference may take')
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--rows', type=int, default=4096)
    parser.add_argument('--mib', type=int, default=256)
    options = parser.parse_args()
    print('%s, %d CPUs, load %.1f, %s' % (platform.processor() or platform.machine(), os.cpu_count(), os.getloadavg()[0],
                                          time.strftime('%Y-%m-%d')))
    rows = options.rows
    ratios = [compare('dot %d x %d x %d' % (rows, rows, rows), 'madd', dot(rows, rows, rows),
                      lambda i: dot(16 << (i + 1) // 2, 256, 16 << i // 2), options),
              compare('add of %d MiB' % options.mib, 'element', add(options.mib << 20), lambda i: add(1024 << i), options)]
    return 0 if min(ratios) >= 100 else 1


if __name__ == '__main__':
    sys.exit(main())
