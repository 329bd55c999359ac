"""Where the arrays of a group leave the JSON: one group fewer than the limit, as many, and one more.

The tensor has a row of one element for each group and repeats itself, so that contract_model.py's answers for one
period give the arrays of all groups; what is folded over the whole tensor is left to the random rounds.
"""

import numpy as np

import comparison_keys
from problem import Problem
from runner import differences

LIMIT, PERIOD = 1 << 20, 61  # a prime: no window or tile begins with a period but the first
ARRAYS = ("scale", "zero_point", "per_channel_scale", "per_channel_error", "per_tensor_error")
PLAIN = ("mode", "axis", "min", "max", "degenerate", "per_tensor_scale", "best_gain", "within_bound", "clipped")


def check(run):
    """Yields differences."""
    rng = np.random.default_rng(1)
    period = (rng.standard_normal((PERIOD, 1)) * 5).astype(np.float32)
    few = Problem(period, (PERIOD, 1), False, "limit.npy").under(("sym-i8", ("axis", 0)))
    for count in (LIMIT - 1, LIMIT, LIMIT + 1):
        np.save(run.folder / "limit.npy", np.resize(period, (count, 1)))
        outputs = ["--scale-out", "s.npy", "--zero-point-out", "z.npy", "--report", "limit.json"]
        sym, ways = ["sym-i8", "--axis", "0"], {}
        ways["roundtrip"] = few.roundtrip_keys(True), run("roundtrip", "limit.npy", *sym, "--per-group")
        ways["inspect"] = few.inspect_keys(True), run("inspect", "limit.npy", *sym)
        ways["inspect without MODE"] = few.inspect_keys(False), run("inspect", "limit.npy", "--axis", "0")
        ways["channel"] = comparison_keys.channel(few, 0), run("channel", "limit.npy", "0")
        ways["quantize"] = few.quantize_keys(), run("quantize", "limit.npy", "q.npy", *sym, *outputs)
        for name, (expected, (code, answer, messages)) in ways.items():
            found = [f"exit {code}: {messages.strip()[:200]}"] if code else _differences(expected, answer, count)
            yield from (f"{name}, {count} groups: {difference}" for difference in found)
        yield from (f"{count} groups: {difference}" for difference in _files(few, run, count))


def _differences(expected, answer, count):
    omits = count > LIMIT
    if answer.get("arrays_omitted") != (True if omits else None):
        yield f"arrays_omitted: expected {omits or 'no such key'}, found {answer.get('arrays_omitted')}"
    if ("groups" in answer) != ("groups" in expected and not omits):
        yield f"groups: {'found' if omits else 'missing'}"
    number = "channels" if "channels" in expected else "count"
    if answer[number] != count:
        yield f"{number}: expected {count}, found {answer[number]}"
    few = {k: v for k, v in expected.items() if k in PLAIN if k != "clipped" or v == 0}
    yield from differences(few, {k: answer.get(k) for k in few})
    arrays = {k: (expected[k], answer.get(k)) for k in ARRAYS if k in expected}
    arrays.update({f"groups.{k}": (v, answer.get("groups", {}).get(k)) for k, v in expected.get("groups", {}).items()})
    for key, (period, found) in arrays.items():
        if omits or found is None:
            if (found is None) != omits:
                yield f"{key}: {'found' if omits else 'missing'}"
            continue
        first = found[:PERIOD]
        if key == "groups.max_abs_error_index":  # of a group of one element: its own place
            first, period, found = [], [], [] if found == list(range(count)) else found
        yield from differences(list(period), first, key)
        if len(found) not in (0, count) or found != (first * (count // PERIOD + 1))[:count]:
            yield f"{key}: expected {count} values that repeat, found {len(found)}"


def _files(few, run, count):
    """The arrays in files, --params with and without arrays, and quantize where the arrays would be lost."""
    for name, expected in (("s.npy", few.scale), ("z.npy", few.zero_point.astype(np.int8))):
        if np.load(run.folder / name).tobytes() != np.resize(expected, count).tobytes():
            yield f"{name}: not the expected values"
    code, _, messages = run("verify", "limit.npy", "q.npy", "--params", "limit.json")
    if count <= LIMIT and code != 0 or count > LIMIT and (code != 3 or "arrays_omitted" not in messages):
        yield f"verify --params: found exit {code}: {messages.strip()[:200]}"
    code, _, messages = run("dequantize", "q.npy", "back.npy", "s.npy", "z.npy", "sym-i8", "--axis", "0")
    codes = np.resize(few.trip.codes, count)
    if code != 0 or np.load(run.folder / "back.npy").tobytes() != (codes.astype(np.float32) * np.resize(few.scale, count)).tobytes():
        yield f"dequantize SCALE ZERO_POINT: found exit {code} or other values: {messages.strip()[:200]}"
    code, _, messages = run("quantize", "limit.npy", "refused.npy", "sym-i8", "--axis", "0")
    if code != (2 if count > LIMIT else 0) or count > LIMIT and not (f"{LIMIT} groups" in messages and "--scale-out" in messages):
        yield f"quantize without --scale-out: found exit {code}: {messages.strip()[:200]}"
