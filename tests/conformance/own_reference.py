#!/usr/bin/env python3
"""Compares whole answers of qgpu, and the codes and values it writes, with contract_model.py, bit by bit.

    own_reference.py --qgpu PATH [--device cpu] [--rounds N] [--seed N]

A round is one random small tensor (any order, endianness, rank, width, with or without what is not finite, sometimes of
several windows) under one random scheme, put through one command in a random way: instruction set, threads, memory
budget, pipe or file. It prints its seed, which (or QGPU_SEED) repeats it, and each round that differs.
"""
import argparse
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

import numpy as np

import contract_model as model
import random_problems

F32 = np.float32
WHERE = ("qgpu_version", "input", "output", "device", "device_name", "fallback_reason")


def differences(expected, found, path=""):
    """What of a parsed answer (floats as their text) is not the bits expected."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            yield f"{path}: expected an object, found {found!r}"
            return
        for key in sorted({*expected, *found}):
            if key not in found or key not in expected:
                yield f"{path}.{key}: {'missing' if key not in found else 'not expected'}"
            else:
                yield from differences(expected[key], found[key], f"{path}.{key}")
    elif isinstance(expected, list):
        if not isinstance(found, list) or len(expected) != len(found):
            yield f"{path}: expected {len(expected)} values, found {str(found)[:80]}"
            return
        for i, (a, b) in enumerate(zip(expected, found)):
            yield from differences(a, b, f"{path}[{i}]")
    elif isinstance(expected, (F32, float)):
        number = isinstance(found, (str, int)) and not isinstance(found, bool)
        value = type(expected)(str(found)) if number else None
        digits = str(found).lstrip("-0.").split("e")[0].replace(".", "").rstrip("0")
        longest = 9 if isinstance(expected, F32) else 17
        if not number or value.hex() != expected.hex() if isinstance(expected, float) else \
                not number or value.tobytes() != expected.tobytes():
            yield f"{path}: expected {expected!r}, found {found!r}"
        elif str(found).startswith("-0") and value == 0 or isinstance(found, str) and len(digits) > longest:
            yield f"{path}: expected {expected!r} in its shortest form, found {found!r}"
    elif expected != found or type(expected) is not type(found):
        yield f"{path}: expected {expected!r}, found {found!r}"


class Runner:
    """Runs qgpu in a scratch folder, each time in another way."""

    def __init__(self, qgpu, device, rng, folder):
        self.qgpu, self.device, self.rng, self.folder = qgpu, device, rng, pathlib.Path(folder)
        self.levels = [level for level in ("baseline", "avx2", "avx512") if self._has(level)]
        self.commands, self.last = 0, ""

    def _has(self, level):
        np.save(self.folder / "level.npy", np.zeros(1, F32))
        return subprocess.run([self.qgpu, "roundtrip", "level.npy", "--device", "cpu"], cwd=self.folder, capture_output=True,
                              env={**os.environ, "QGPU_SIMD": level}).returncode == 0

    def __call__(self, name, *arguments, pipe=None):
        """Exit code, parsed answer (or None), messages."""
        rng = self.rng
        command = [self.qgpu, name, *map(str, arguments)]
        if name != "params":
            command += ["--device", self.device]
            if rng.random() < 0.7:
                command += ["--threads", str(rng.integers(1, 4))]
            if rng.random() < 0.4:
                command += ["--max-host-memory", str(rng.choice(["1M", "3M", "16M", "100M"]))]
        level = str(rng.choice(self.levels))
        if pipe and rng.random() < 0.15:
            command[command.index(pipe)] = "-"
            stdin = open(self.folder / pipe, "rb")
        else:
            stdin = subprocess.DEVNULL
        self.commands += 1
        self.last = f"QGPU_SIMD={level} {' '.join(command)}"
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, stdin=stdin,
                              env={**os.environ, "QGPU_SIMD": level})
        if stdin is not subprocess.DEVNULL:
            stdin.close()
        answer = json.loads(done.stdout, parse_float=str) if done.stdout else None
        if answer is not None:
            answer = {key: value for key, value in answer.items() if key not in WHERE}
        return done.returncode, answer, done.stderr


class Session:
    """One round after another; keeps count."""

    def __init__(self, runner, rng, keep):
        self.run, self.rng, self.keep = runner, rng, keep
        self.failed = 0

    def round(self, number):
        problem = random_problems.draw(self.rng, self.run.folder)
        command = self.rng.choice(["roundtrip", "quantize", "inspect", "compare", "channel", "saturate", "symmetry", "params"],
                                  p=(0.4, 0.25, 0.1, 0.07, 0.06, 0.05, 0.05, 0.02))
        try:
            found = list(getattr(self, command)(problem))
        except Exception as error:  # a round that cannot be judged is a failure too
            found = traceback.format_exc().splitlines()[-6:]
        if found:
            self.failed += 1
            print(f"round {number}: {self.run.last}\n  {problem}\n  " + "\n  ".join(found[:6]), flush=True)
            if self.keep:
                problem.save(self.keep / f"{number}.npy")

    def _judge(self, problem, result, refusal, expected):
        """Yields differences; True at the end where the command should have succeeded and did."""
        code, answer, messages = result
        if refusal is not None:
            kind, words = refusal
            if code != kind or answer is not None or not all(word in messages for word in words):
                yield f"expected exit {kind} and {words}, found exit {code}: {messages.strip()[:200]} {str(answer)[:100]}"
            return
        if code != 0:
            yield f"expected exit 0, found {code}: {messages.strip()[:300]}"
            return
        yield from differences(expected(), answer)
        warned = "degenerate" in messages
        if problem.warns is not None and warned != problem.warns:
            yield f"expected {'a' if problem.warns else 'no'} warning of degenerate groups, found {messages.strip()!r}"

    def roundtrip(self, p):
        per_group = bool(self.rng.random() < 0.6)
        result = self.run("roundtrip", p.path, *p.words(), *p.options(), *["--per-group"] * per_group, pipe=p.path)
        yield from self._judge(p, result, p.refusal(), lambda: {**p.scheme_keys(), **p.roundtrip_keys(per_group)})

    def quantize(self, p):
        outputs = ["--scale-out", "s.npy", "--zero-point-out", "z.npy", "--report", "p.json"]
        result = self.run("quantize", p.path, "q.npy", *p.words(), *p.options(), *outputs, pipe=p.path)
        yield from self._judge(p, result, p.refusal(), p.quantize_keys)
        if result[0] != 0 or p.refusal() is not None:
            return
        folder, dtype = self.run.folder, p.code_dtype
        scale, zero_point = p.groups.in_parameter_order(p.scale), p.groups.in_parameter_order(p.zero_point)
        yield from self._same("codes", p.as_stored(p.trip.codes.astype(dtype)), np.load(folder / "q.npy"))
        yield from self._same("scales", np.array(scale, F32).reshape(p.parameter_shape()), np.load(folder / "s.npy"))
        yield from self._same("zero points", np.array(zero_point, dtype).reshape(p.parameter_shape()), np.load(folder / "z.npy"))

        with np.errstate(over="ignore"):
            values = model.dequantize(p.trip.codes, p.scale[p.groups.of_element], p.zero_point[p.groups.of_element])
        finite = values[np.isfinite(values)]
        keys = dict(mode=p.mode, dtype="float32", shape=list(p.shape), fortran_order=p.fortran, count=values.size,
                    min=finite.min() + F32(0) if finite.size else None, max=finite.max() + F32(0) if finite.size else None)
        way = ["--params", "p.json"] if self.rng.random() < 0.5 else ["s.npy", "z.npy", p.mode, *p.granularity_options()]
        p.warns = None
        result = self.run("dequantize", "q.npy", "back.npy", *way, pipe="q.npy")
        yield from self._judge(p, result, None, lambda: keys)
        if result[0] == 0:
            yield from self._same("values", p.as_stored(values), np.load(folder / "back.npy"))
        result = self.run("verify", p.path, "q.npy", "--params", "p.json")
        yield from self._judge(p, result, None, lambda: dict(checked=values.size, differing=0))

    def inspect(self, p):
        with_mode = bool(self.rng.random() < 0.6) and p.rule in ("observed", "dynamic")
        words = [p.mode] if with_mode else []
        options = p.granularity_options() + (p.derivation_options() if with_mode else [])
        result = self.run("inspect", p.path, *words, *options, pipe=p.path)
        refusal = p.dynamic_refusal() if with_mode else None
        p.warns = p.warns if with_mode else False
        yield from self._judge(p, result, refusal, lambda: p.inspect_keys(with_mode))

    def compare(self, p):
        schemes = [random_problems.random_scheme(self.rng, p.shape) for _ in range(self.rng.integers(1, 5))]
        others = [p.under(scheme) for scheme in schemes]
        per_group = bool(self.rng.random() < 0.5)
        options = p.order_options() + ["--per-group"] * per_group
        result = self.run("compare", p.path, *[random_problems.scheme_word(s) for s in schemes], *options, pipe=p.path)

        def expected():
            return dict(shape=list(p.shape), schemes=[
                dict(scheme=random_problems.scheme_word(s), mode=o.mode, axis=o.axis(), block=o.block(), **o.roundtrip_keys(per_group))
                for s, o in zip(schemes, others)])
        p.warns = any(o.warns for o in others)
        yield from self._judge(p, result, others[0].refusal(), expected)

    def channel(self, p):
        if not p.shape:
            return
        axis = int(self.rng.integers(-len(p.shape), len(p.shape)))
        apart = p.under(("sym-i8", ("axis", axis)))
        whole = p.under(("sym-i8", ("tensor",)))
        together = p.under(("sym-i8", ("axis", axis)))
        together.set_parameters(np.full(apart.groups.count, whole.scale[0]), np.zeros(apart.groups.count, int))
        result = self.run("channel", p.path, axis, *p.order_options(), pipe=p.path)

        def expected():
            own = [g["max_abs_error"] for g in apart.trip.groups]
            shared = [g["max_abs_error"] for g in together.trip.groups]
            # A restored value that overflowed is an infinite error, which is null but no absent one.
            pairs = [(float(a), float(b)) for a, b, n in zip(apart.trip.largest, together.trip.largest, apart.trip.finite) if n]
            gains = [b / a for a, b in pairs if a > 0 and np.isfinite(a) and np.isfinite(b)]
            return dict(axis=axis % len(p.shape), channels=apart.groups.count, per_channel_scale=list(apart.scale),
                        per_tensor_scale=whole.scale[0], per_channel_error=own, per_tensor_error=shared,
                        channels_improved=sum(a < b for a, b in pairs), best_gain=max(gains, default=None))
        p.warns = apart.warns
        yield from self._judge(p, result, apart.refusal(), expected)

    @staticmethod
    def _ratio(above, below):
        values = [side.trip.tensor["max_abs_error"] for side in (above, below)]
        return None if None in values or values[1] == 0 else float(values[0]) / float(values[1])

    def saturate(self, p):
        lo, hi = random_problems.random_range(self.rng)
        full, narrow = p.under(("asym-u8", ("tensor",))), p.under(("asym-u8", ("tensor",)))
        narrow.set_range(lo, hi)
        result = self.run("saturate", p.path, lo, hi, *p.order_options(), pipe=p.path)
        p.warns = full.warns or narrow.warns
        yield from self._judge(p, result, full.refusal(), lambda: dict(
            full=full.roundtrip_keys(False), narrow=narrow.roundtrip_keys(False), error_ratio=self._ratio(narrow, full)))

    def symmetry(self, p):
        asym, sym = p.under(("asym-u8", ("tensor",))), p.under(("sym-i8", ("tensor",)))
        result = self.run("symmetry", p.path, *p.order_options(), pipe=p.path)

        def side(s):
            lo, hi = s.range_of(0)
            return dict(scale=s.scale[0], zero_point=int(s.zero_point[0]), **s.trip.tensor,
                        usable_levels=model.usable_levels(lo, hi, s.scale[0]))
        p.warns = asym.warns
        yield from self._judge(p, result, asym.refusal(), lambda: dict(
            asym=side(asym), sym=side(sym), scale_ratio=float(sym.scale[0]) / float(asym.scale[0])))

    def params(self, p):
        lo, hi = random_problems.random_range(self.rng)
        dynamic = p.rule == "dynamic"
        one = copy.copy(p)
        one.set_scheme((p.mode, ("tensor",)))
        one.set_range(lo, hi, dynamic)
        limits, (low, high) = one.limits, (min(lo, 0.0), max(hi, 0.0))
        result = self.run("params", lo, hi, p.mode, *["--narrow-range"] * p.narrow, *["--params", "dynamic"] * dynamic)
        p.warns = None
        yield from self._judge(p, result, one.dynamic_refusal(), lambda: dict(
            mode=p.mode, scale=one.scale[0], zero_point=int(one.zero_point[0]), lo=low + 0.0, hi=high + 0.0, qmin=limits.qmin,
            qmax=limits.qmax, usable_levels=model.usable_levels(low, high, one.scale[0]), degenerate=one.num_degenerate > 0))

    def _same(self, title, expected, found):
        if expected.shape != found.shape or expected.dtype != found.dtype:
            yield f"{title}: expected {expected.dtype} {expected.shape}, found {found.dtype} {found.shape}"
        elif expected.size > 1 and expected.ndim > 1 and expected.flags.f_contiguous != found.flags.f_contiguous:
            yield f"{title}: expected the order of the input, found the other"
        elif expected.tobytes() != found.tobytes():
            at = np.flatnonzero(expected.view(f"u{expected.itemsize}").ravel() != found.view(f"u{found.itemsize}").ravel())
            yield f"{title}: {at.size} differ, first {at[0]}: expected {expected.ravel()[at[0]]!r}, found {found.ravel()[at[0]]!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--qgpu", required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("QGPU_SEED", time.time_ns() % (1 << 31))))
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the tensors of rounds that differ")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    start = time.monotonic()
    rng = np.random.default_rng(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments.qgpu, arguments.device, rng, folder)
        session = Session(runner, rng, arguments.keep)
        for number in range(arguments.rounds):
            session.round(number)
    print(f"{arguments.rounds} rounds, {runner.commands} commands on {arguments.device} ({' '.join(runner.levels)}), "
          f"{time.monotonic() - start:.0f} s, {session.failed} failed")
    return 1 if session.failed else 0


sys.exit(main())
