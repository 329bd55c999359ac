#!/usr/bin/env python3
"""Compares qgpu, through its command line, with ONNX Runtime's operators: every code, scale and zero point by its bits.

    onnx_conformance.py --qgpu PATH [--device cpu] [--seed N]

A case is a group of elements with a scale and a zero point of its own; many cases share a tensor, a row each, and so
a command. Every run draws new cases; it prints its seed, which (or QGPU_SEED) repeats it. One difference is known and
checked as such: a NaN becomes the zero point in qgpu, the lowest code in ONNX Runtime.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np
from onnxruntime.quantization import quant_utils

import adversarial_values as adversarial
from onnx_operators import dequantize_linear, dynamic_quantize_linear, quantize_linear

F32 = np.float32
MODE = {"uint8": "asym-u8", "int8": "asym-i8", "uint16": "asym-u16", "int16": "asym-i16"}


class Comparison:
    """Runs qgpu in a scratch folder and counts the cases that agree."""

    def __init__(self, qgpu, device, rng, folder):
        self.qgpu, self.device, self.rng, self.folder = str(pathlib.Path(qgpu).resolve()), device, rng, pathlib.Path(folder)
        self.passed = self.failed = self.commands = 0
        self.dtypes = [np.uint8, np.int8]
        if "int16" in self.run("info")["features"]:
            self.dtypes += [np.uint16, np.int16]

    def run(self, *arguments):
        command = [self.qgpu, *map(str, arguments)]
        if arguments[0] != "info":
            command += ["--device", self.device]
        self.commands += 1
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def save(self, name, array):
        np.save(self.folder / name, array)
        return name

    def load(self, name):
        return np.load(self.folder / name)

    def check(self, title, expected, found, rows=1):
        """Counts `rows` cases, the first dimension of both arrays; names the first element that differs."""
        expected, found = np.asarray(expected), np.asarray(found)
        if expected.shape != found.shape or expected.dtype != found.dtype:
            self.failed += rows
            print(f"{title}: expected {expected.dtype} {expected.shape}, found {found.dtype} {found.shape}")
            return
        differs = expected.view(np.uint32) != found.view(np.uint32) if expected.dtype == F32 else expected != found
        wrong = int(np.count_nonzero(differs.reshape(rows, -1).any(axis=1)))
        self.failed += wrong
        self.passed += rows - wrong
        if wrong:
            at = tuple(int(i) for i in np.argwhere(differs)[0]) if differs.ndim else ()
            print(f"{title}: {wrong} of {rows} cases differ, first at {at}: expected {expected[at]!r}, found {found[at]!r}")


def quantize_rows(c, dtype, rows=700, size=260):
    """Explicit parameters, a case a row, with infinities; then the same codes back."""
    rng, num_codes = c.rng, int(np.iinfo(dtype).max) - int(np.iinfo(dtype).min) + 1
    scale, zero_point = adversarial.scales(rng, rows), adversarial.zero_points(rng, rows, dtype)
    x = np.stack([adversarial.for_scale(rng, s, size, num_codes) for s in scale])
    c.save("x.npy", x)
    parameters = ("--axis", 0, "--scale", c.save("s.npy", scale), "--zero-point", c.save("z.npy", zero_point))
    c.run("quantize", "x.npy", "q.npy", MODE[np.dtype(dtype).name], *parameters)
    c.check(f"QuantizeLinear {np.dtype(dtype).name} by rows", quantize_linear(x, scale, zero_point, axis=0), c.load("q.npy"), rows)

    codes = c.save("codes.npy", rng.integers(np.iinfo(dtype).min, int(np.iinfo(dtype).max) + 1, x.shape).astype(dtype))
    c.run("dequantize", codes, "back.npy", "s.npy", "z.npy", "--axis", 0)
    c.check(f"DequantizeLinear {np.dtype(dtype).name} by rows", dequantize_linear(c.load(codes), scale, zero_point, axis=0),
            c.load("back.npy"), rows)


def nan_rows(c, dtype, size=67):
    """A NaN at every position of a row in turn: its own code is the zero point, no other code changes."""
    rng = c.rng
    scale, zero_point = adversarial.scales(rng, size), adversarial.zero_points(rng, size, dtype)
    x = np.stack([adversarial.for_scale(rng, s, size, 256) for s in scale])
    nans = rng.choice(np.array([0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFFFFFFF], np.uint32), size).view(F32)
    expected = quantize_linear(x, scale, zero_point, axis=0)
    np.fill_diagonal(expected, zero_point)
    x[np.arange(size), np.arange(size)] = nans
    c.save("x.npy", x)
    c.run("quantize", "x.npy", "q.npy", MODE[np.dtype(dtype).name], "--axis", 0, "--scale", c.save("s.npy", scale),
          "--zero-point", c.save("z.npy", zero_point), "--nonfinite", "saturate")
    c.check(f"NaN at every position, {np.dtype(dtype).name}", expected, c.load("q.npy"), size)


def dynamic_rows(c, rows=800, size=97):
    """DynamicQuantizeLinear of each row. A degenerate range is qgpu's own rule and left out."""
    x = [adversarial.ranges(c.rng, size) for _ in range(rows)]
    x = [row for row in x if row.min() < 0 or row.max() > 0]
    expected = [(row, dynamic_quantize_linear(row)) for row in x]
    kept = [(row, e) for row, e in expected if np.isfinite(e[1]) and e[1] >= adversarial.SMALLEST_NORMAL]
    c.save("x.npy", np.stack([row for row, _ in kept]))
    c.run("quantize", "x.npy", "q.npy", "asym-u8", "--axis", 0, "--params", "dynamic", "--scale-out", "s.npy", "--zero-point-out", "z.npy")
    found = c.load("q.npy"), c.load("s.npy"), c.load("z.npy")
    expected = [np.stack([e[i] for _, e in kept]) for i in range(3)]
    for name, e, f in zip(("codes", "scale", "zero point"), expected, found):
        c.check(f"DynamicQuantizeLinear, {name}", e, f, len(kept))


def derived_rows(c, dtype, symmetric, rows=500, size=61):
    """Parameters of an observed range, as ONNX Runtime's quantization tool computes them, and the codes they give."""
    name, limits = np.dtype(dtype).name, np.iinfo(dtype)
    x = np.stack([adversarial.ranges(c.rng, size) for _ in range(rows)])
    c.save("x.npy", x)
    mode = MODE[name].replace("asym", "sym") if symmetric else MODE[name]
    c.run("quantize", "x.npy", "q.npy", mode, "--axis", 0, "--scale-out", "s.npy", "--zero-point-out", "z.npy")
    # The tool's symmetric range is the narrow one; the scale is that of the contract.
    qmin, qmax = (-int(limits.max), int(limits.max)) if symmetric else (int(limits.min), int(limits.max))
    scale, zero_point = [], []
    for row in x:
        low, high = np.float64(min(row.min(), 0)), np.float64(max(row.max(), 0))
        z, s = quant_utils.compute_scale_zp(low, high, np.array(qmin, np.float64), np.array(qmax, np.float64), symmetric=symmetric)
        scale.append(F32(s))
        zero_point.append(int(z))
    scale, zero_point, found = np.array(scale, F32), np.array(zero_point).astype(dtype), c.load("s.npy")
    usable = (scale >= adversarial.SMALLEST_NORMAL) & (x.max(axis=1) > x.min(axis=1))
    c.check(f"scale of a range, {mode}", scale[usable], found[usable], int(usable.sum()))
    c.check(f"zero point of a range, {mode}", zero_point[usable], c.load("z.npy")[usable], int(usable.sum()))
    c.check(f"codes of a range, {mode}", quantize_linear(x, found, c.load("z.npy"), axis=0), c.load("q.npy"), rows)


def layouts(c, rounds=160):
    """Small tensors in every layout: order, endianness, width, granularity, axis, ragged blocks, equal neighbouring dimensions."""
    rng = c.rng
    for _ in range(rounds):
        dtype = c.dtypes[rng.integers(len(c.dtypes))]
        rank = int(rng.integers(1, 5))
        shape = tuple(int(n) for n in rng.choice((1, 2, 3, 5, 8, 17, 33), rank))
        if rng.random() < 0.4:
            shape = (shape[0],) * rank
        axis = int(rng.integers(-rank, rank))
        kind = rng.choice(("tensor", "axis", "block"))
        options, attributes, parameter_shape = [], {}, ()
        if kind == "axis":
            options, attributes, parameter_shape = ["--axis", axis], {"axis": axis}, (shape[axis],)
        elif kind == "block":
            block = int(rng.integers(1, shape[axis] + 1))
            options, attributes = ["--axis", axis, "--block", block], {"axis": axis, "block_size": block}
            parameter_shape = tuple(-(-n // block) if k == axis % rank else n for k, n in enumerate(shape))
        count = int(np.prod(parameter_shape, dtype=int))
        scale = adversarial.scales(rng, count).reshape(parameter_shape)
        zero_point = adversarial.zero_points(rng, count, dtype).reshape(parameter_shape)
        x = adversarial.for_scale(rng, F32(np.median(scale)), int(np.prod(shape)), 256).reshape(shape)

        order, swap, wide = rng.choice(("C", "F")), rng.random() < 0.3, rng.random() < 0.2
        stored = np.asarray(x, order=order)
        if wide:
            stored = stored.astype("<f8")
        if swap:
            stored = stored.astype(stored.dtype.newbyteorder(">"))
        title = f"{kind} {shape} {' '.join(map(str, options))} order {order} {stored.dtype.str} {np.dtype(dtype).name}"
        c.save("x.npy", stored)
        c.run("quantize", "x.npy", "q.npy", MODE[np.dtype(dtype).name], *options,
              "--scale", c.save("s.npy", scale), "--zero-point", c.save("z.npy", zero_point))
        found = c.load("q.npy")
        c.check("QuantizeLinear " + title, quantize_linear(x, scale, zero_point, **attributes), found)
        c.run("dequantize", "q.npy", "back.npy", "s.npy", "z.npy", *options)
        c.check("DequantizeLinear " + title, dequantize_linear(found, scale, zero_point, **attributes), c.load("back.npy"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--qgpu", required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("QGPU_SEED", time.time_ns() % (1 << 31))))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        c = Comparison(arguments.qgpu, arguments.device, np.random.default_rng(arguments.seed), folder)
        for dtype in c.dtypes:
            for _ in range(6):
                quantize_rows(c, dtype)
            nan_rows(c, dtype)
            derived_rows(c, dtype, symmetric=False)
            if np.iinfo(dtype).min < 0:
                derived_rows(c, dtype, symmetric=True)
        for _ in range(3):
            dynamic_rows(c)
        layouts(c)
    print(f"{c.commands} commands, {time.monotonic() - start:.0f} s")
    print(f"{c.passed} passed, {c.failed} failed")
    return 1 if c.failed or c.passed < 10000 else 0


sys.exit(main())
