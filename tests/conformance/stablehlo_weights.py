#!/usr/bin/env python3
"""`qgpu quantize --type` and `--emit-stablehlo` against exact arithmetic and the reference interpreter in jaxlib.

    stablehlo_weights.py --qgpu build/cpu/qgpu [--count 40] [--seed 0]     (a Python with numpy; jaxlib==0.10.2 if it is there)

For random tensors (small and large, either order of axes, per tensor and per axis, every kind of range):
- codes are those of the specification's formula, each step rounded to float32 by numpy;
- the program verifies in jaxlib, is what jaxlib prints, and its value by the reference interpreter (per tensor, and per
  axis where that is the last: others it cannot run) and by `stablehlo run` is what `dequantize` writes, to the bit.
Exit code 1 if anything differs, 77 without jaxlib.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(__file__))


def random_case(rng):
    """(values, axis or None, scales, zero points, storage spelling, lowest and highest code)"""
    rank = rng.choice([0, 1, 2, 2, 3])
    shape = tuple(rng.choice([1, 2, 3, 5, 40]) for _ in range(rank))
    axis = rng.randrange(rank) if rank and rng.random() < 0.6 else None
    groups = shape[axis] if axis is not None else 1
    storage = rng.choice(['i8', 'ui8'])
    least, most = (-128, 127) if storage == 'i8' else (0, 255)
    if rng.random() < 0.5:
        least = rng.randint(least, most - 1)
        most = rng.randint(least + 1, most)
    scales = [np.float32(rng.choice([2.0 ** rng.randint(-8, 3), rng.uniform(0.001, 2)])) for _ in range(groups)]
    zero_points = [rng.randint(least, most) for _ in range(groups)]
    steps = np.array([rng.choice([rng.randint(-300, 300) / 2, rng.uniform(-200, 200)]) for _ in range(int(np.prod(shape)))])
    values = (steps.reshape(shape) * float(scales[0])).astype(np.float32)
    return values, axis, scales, zero_points, storage, least, most


def type_text(axis, scales, zero_points, storage, least, most):
    parameters = ','.join('%.16e:%d' % pair for pair in zip(scales, zero_points))   # a scale has to have a dot
    if axis is not None: parameters = '{%s}' % parameters
    return '!quant.uniform<%s<%d:%d>:f32%s, %s>' % (storage, least, most, '' if axis is None else ':%d' % axis, parameters)


def spread(per_group, shape, axis):
    array = np.array(per_group, np.float32)
    return array[0] if axis is None else array.reshape([-1 if d == axis else 1 for d in range(len(shape))])


def differences(qgpu, case, fortran, reference, folder):
    values, axis, scales, zero_points, storage, least, most = case
    path = lambda name: os.path.join(folder, name)
    np.save(path('x.npy'), np.asfortranarray(values) if fortran and values.ndim > 1 else values)
    kind = type_text(axis, scales, zero_points, storage, least, most)
    run = lambda *words: subprocess.run([qgpu, *words], capture_output=True, text=True, check=True).stdout
    run('quantize', path('x.npy'), path('q.npy'), '--type', kind, '--emit-stablehlo', path('p.mlir'))
    run('dequantize', path('q.npy'), path('y.npy'), '--type', kind)
    run('stablehlo', 'run', path('p.mlir'), '--output-dir', folder)
    codes, back, ran = (np.load(path(name)) for name in ('q.npy', 'y.npy', 'result_0.npy'))

    s, z = spread(scales, values.shape, axis), spread(zero_points, values.shape, axis)
    t = (values / s).astype(np.float32) + z
    expected = np.rint(np.clip(t.astype(np.float32), np.float32(least), np.float32(most)))
    if not np.array_equal(codes, expected): yield 'codes'
    if not np.array_equal(back.view(np.uint32), ((codes.astype(np.int32) - z).astype(np.float32) * s).view(np.uint32)): yield 'dequantize'
    if back.shape != ran.shape or not np.array_equal(back.view(np.uint32), ran.view(np.uint32)): yield 'stablehlo run'
    if reference is None: return
    with open(path('p.mlir')) as file: text = file.read()
    is_long_splat = codes.size > 100 and len(np.unique(codes)) == 1
    if not is_long_splat and reference.canonical(text) != text: yield 'the text of jaxlib'
    stored_last = 0 if fortran and values.ndim > 1 else values.ndim - 1
    if axis in (None, stored_last):
        interpreted = np.array(reference.evaluate(text)[0][1], np.float32).reshape(values.shape)
        if not np.array_equal(interpreted.view(np.uint32), back.view(np.uint32)): yield 'the reference interpreter'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--qgpu', required=True)
    parser.add_argument('--count', type=int, default=40)
    parser.add_argument('--seed', type=int, default=0)
    options = parser.parse_args()
    try:
        import jaxlib_reference as reference
    except ImportError:
        reference = None
        print('no jaxlib here: its part is skipped')
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            rng = random.Random(seed)
            case = random_case(rng)
            for what in differences(options.qgpu, case, rng.random() < 0.3, reference, folder):
                print('seed %d (shape %s, axis %s): %s differs' % (seed, case[0].shape, case[1], what))
                wrong += 1
    print('%d tensors, %d differences' % (options.count, wrong))
    return 1 if wrong else 77 if reference is None else 0


if __name__ == '__main__':
    sys.exit(main())
