#!/usr/bin/env python3
"""Compares whole answers of qgpu, and the codes and values it writes, with contract_model.py, bit by bit.

    own_reference.py --qgpu PATH [--device cpu] [--rounds N] [--seed N]

A round is one random small tensor (any order, endianness, rank, width, with or without what is not finite, sometimes of
several windows) under one random scheme or StableHLO type, put through one command in a random way: instruction set,
threads, memory budgets, pipe or file. It prints its seed, which (or QGPU_SEED) repeats it, and each round that differs.
At the end the number of groups up to which arrays are in the JSON, and beyond which they are not (group_limit.py).
"""
import argparse
import copy
import json
import os
import pathlib
import re
import sys
import tempfile
import time
import traceback

import numpy as np

import comparison_keys
import contract_model as model
import group_limit
import random_problems
import storage_type
from runner import WHERE, Runner, differences

F32 = np.float32


class Session:
    """One round after another; keeps count."""

    def __init__(self, runner, rng, keep):
        self.run, self.rng, self.keep = runner, rng, keep
        self.failed = 0

    def round(self, number):
        problem = random_problems.draw(self.rng, self.run.folder)
        command = self.rng.choice(["roundtrip", "quantize", "inspect", "compare", "channel", "saturate", "symmetry", "params",
                                   "report"], p=(0.38, 0.25, 0.1, 0.07, 0.06, 0.04, 0.04, 0.02, 0.04))
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
        if answer.get("type") is not None:  # in the canonical spelling: what counts is that it reads as the same type
            answer["type"] = storage_type.read(answer["type"])
        yield from differences(expected(), answer)
        warned = "degenerate" in messages
        if problem.warns is not None and warned != problem.warns:
            yield f"expected {'a' if problem.warns else 'no'} warning of degenerate groups, found {messages.strip()!r}"

    def roundtrip(self, p):
        per_group = bool(self.rng.random() < 0.6)
        checks, fails = self._checks(p)
        result = self.run("roundtrip", p.path, *p.words(), *p.options(), *["--per-group"] * per_group, *checks, pipe=p.path)
        if p.refusal() is None and checks:
            if result[0] != fails or fails and "expected" not in result[2]:
                yield f"expected exit {int(fails)}, found {result[0]}: {result[2].strip()[:200]}"
                return
            result = (0, *result[1:])
        yield from self._judge(p, result, p.refusal(), lambda: {**p.scheme_keys(), **p.roundtrip_keys(per_group)})

    def _checks(self, p):
        """Options that ask for a check, and whether it is to fail."""
        if p.refusal() is not None or self.rng.random() < 0.7:
            return [], False
        if self.rng.random() < 0.5:
            return ["--require-bound"], not p.trip.within_bound
        error = p.trip.tensor["max_abs_error"]
        if error is None:
            return ["--max-error", "1e300"], bool(p.trip.finite.sum())
        fails = bool(error > 0 and self.rng.random() < 0.5)
        return ["--max-error", repr(float(np.nextafter(error, F32(0)) if fails else error))], fails

    def quantize(self, p):
        outputs = ["--scale-out", "s.npy", "--zero-point-out", "z.npy", "--report", "p.json"]
        program = p.has_stablehlo_type() and p.x.size < 20000 and bool(self.rng.random() < 0.3)
        outputs += ["--emit-stablehlo", "p.mlir"] * program
        result = self.run("quantize", p.path, "q.npy", *p.words(), *p.options(), *outputs, pipe=p.path)
        yield from self._judge(p, result, p.refusal(), lambda: {**p.quantize_keys(), **({"program": "p.mlir"} if program else {})})
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
        ways = [["--params", "p.json"], ["s.npy", "z.npy", p.mode, *p.granularity_options()]] + [p.explicit] * bool(p.type)
        p.warns = None
        result = self.run("dequantize", "q.npy", "back.npy", *ways[self.rng.integers(len(ways))], pipe="q.npy")
        yield from self._judge(p, result, None, lambda: keys)
        if result[0] == 0:
            yield from self._same("values", p.as_stored(values), np.load(folder / "back.npy"))
        if program:
            found = self.run.evaluate("p.mlir")
            yield from self._same("the program's values", np.array(p.as_stored(values), order="C"), found)
        yield from self._verify(p)

    def _verify(self, p):
        """The codes as they are, or some of them changed."""
        changed = np.flatnonzero(self.rng.random(p.x.size) < self.rng.choice([0, 2 / max(p.x.size, 1), 1]))
        if changed.size:
            codes = p.trip.codes.astype(p.code_dtype)
            codes[changed] += self.rng.integers(1, 256, changed.size).astype(p.code_dtype.str.replace("i", "u")).view(p.code_dtype)
            np.save(self.run.folder / "q.npy", p.as_stored(codes))
        first = int(p.groups.logical_index[changed].min(initial=np.iinfo(np.int64).max))
        code, answer, messages = self.run("verify", p.path, "q.npy", "--params", "p.json", pipe=p.path)
        if code != (changed.size > 0) or changed.size and f"at index {first}" not in messages:
            yield f"verify: expected {changed.size} to differ from index {first} on, found exit {code}: {messages.strip()[:200]}"
            return
        keys = dict(checked=p.x.size, differing=int(changed.size), **({"first_differing": first} if changed.size else {}))
        yield from differences(keys, answer)

    def inspect(self, p):
        with_mode = bool(self.rng.random() < 0.6) and p.rule in ("observed", "dynamic")
        words = [p.mode] if with_mode else []
        options = p.granularity_options() + (p.derivation_options() if with_mode else [])
        refusal = p.dynamic_refusal() if with_mode else None
        p.warns = p.warns if with_mode else False
        if self.rng.random() < 0.3:
            result = self.run("inspect", p.path, p.path, *words, *options)
            keys = lambda: dict(tensors=[dict(p.inspect_keys(with_mode), input=p.path)] * 2)
        else:
            result = self.run("inspect", p.path, *words, *options, pipe=p.path)
            keys = lambda: p.inspect_keys(with_mode)
        yield from self._judge(p, result, refusal, keys)

    def compare(self, p):
        schemes = [random_problems.random_scheme(self.rng, p.shape) for _ in range(self.rng.integers(1, 5))]
        others = [p.under(scheme, p.narrow) for scheme in schemes]
        per_group = bool(self.rng.random() < 0.5)
        options = p.order_options() + ["--per-group"] * per_group + ["--narrow-range"] * p.narrow
        words = [random_problems.scheme_word(s) for s in schemes]
        if self.rng.random() < 0.3:  # a word without @ takes the common options
            own, options = schemes[0], options + others[0].granularity_options()
            words = [s[0] if s[1] == own[1] else w for s, w in zip(schemes, words)]
        result = self.run("compare", p.path, *words, *options, pipe=p.path)

        def expected():
            return dict(shape=list(p.shape), schemes=[
                dict(scheme=word, mode=o.mode, axis=o.axis(), block=o.block(), **o.roundtrip_keys(per_group))
                for word, o in zip(words, others)])
        p.warns = any(o.warns for o in others)
        yield from self._judge(p, result, others[0].refusal(), expected)

    def channel(self, p):
        if not p.shape:
            return
        axis = int(self.rng.integers(-len(p.shape), len(p.shape)))
        apart = p.under(("sym-i8", ("axis", axis)))
        result = self.run("channel", p.path, axis, *p.order_options(), pipe=p.path)
        p.warns = apart.warns
        yield from self._judge(p, result, apart.refusal(), lambda: comparison_keys.channel(p, axis))

    def saturate(self, p):
        lo, hi = random_problems.random_range(self.rng)
        full, narrow = comparison_keys.saturation_sides(p, lo, hi)
        result = self.run("saturate", p.path, lo, hi, *p.order_options(), pipe=p.path)
        p.warns = full.warns or narrow.warns
        yield from self._judge(p, result, full.refusal(), lambda: comparison_keys.saturate(full, narrow))

    def symmetry(self, p):
        asym, sym = comparison_keys.symmetry_sides(p)
        result = self.run("symmetry", p.path, *p.order_options(), pipe=p.path)
        p.warns = asym.warns
        yield from self._judge(p, result, asym.refusal(), lambda: comparison_keys.symmetry(asym, sym))

    def report(self, p):
        """Over a folder of three arrays as random as any, in place of gen-data's."""
        folder = self.run.folder / "report"
        folder.mkdir(exist_ok=True)
        spread, positive, weights = (self._plain(p, rank) for rank in (0, 0, 1))
        for name, problem in (("spread", spread), ("positive", positive), ("weights", weights)):
            problem.save(folder / f"{name}.npy")
        code, answer, messages = self.run("report", "report", *["--lang", "ko"] * bool(self.rng.random() < 0.5))
        if code != 0:
            yield f"expected exit 0, found {code}: {messages.strip()[:300]}"
            return
        full, narrow = comparison_keys.saturation_sides(spread, -1, 1)
        asym, sym = comparison_keys.symmetry_sides(positive)
        saturate, channel = comparison_keys.saturate(full, narrow), comparison_keys.channel(weights, 0)
        symmetry = comparison_keys.symmetry(asym, sym)
        document = dict(bound_rule=answer["bound_rule"], spread=saturate["full"], channel_gain=channel["best_gain"],
                        positive_asym_over_sym=comparison_keys.ratio(asym, sym), saturation_ratio=saturate["error_ratio"])
        yield from differences(document, answer, "stdout")
        for name, expected in (("report", document), ("saturate", saturate), ("symmetry", symmetry), ("channel", channel)):
            found = json.loads((folder / f"{name}.json").read_text(), parse_float=str)
            yield from differences(expected, {k: v for k, v in found.items() if k not in WHERE}, f"{name}.json")
        page = re.findall(r"^- `(.*?)` = \*\*(.*?)\*\*", (folder / "report.md").read_text(), re.M)
        yield from differences(comparison_keys.report_page(saturate, symmetry, channel, document),
                               {key: json.loads(value, parse_float=str) for key, value in page}, "report.md")
        warns = any(side.warns for side in (full, asym, weights.under(("sym-i8", ("axis", 0)))))
        if warns != ("degenerate" in messages):
            yield f"expected {'a' if warns else 'no'} warning of degenerate groups, found {messages.strip()!r}"

    def _plain(self, p, least_rank):
        """Another tensor that no command refuses, in ONNX order."""
        while True:
            other = random_problems.draw(self.rng, self.run.folder)
            other.order, other.saturates = "onnx", False
            if len(other.shape) >= least_rank and other.under(("asym-u8", ("tensor",))).refusal() is None:
                return other

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
        at_limit = list(group_limit.check(runner)) if arguments.device == "cpu" else []  # text alone: no device has a part
    for difference in at_limit[:10]:
        print(difference)
    print(f"{arguments.rounds} rounds, {runner.commands} commands on {arguments.device} ({' '.join(runner.levels)}), "
          f"{time.monotonic() - start:.0f} s, {session.failed} failed, "
          f"{len(at_limit)} differences at the limit of groups")
    return 1 if session.failed or at_limit else 0


sys.exit(main())
