"""Random tensors, schemes and parameters: small, and in the corners where implementations come apart."""
import math

import numpy as np

import adversarial_values as adversarial
import contract_model as model
import storage_type
from problem import Problem

F32 = np.float32
MODES = tuple(model.MODES)


def random_range(rng):
    """LO HI as a user might type them: decimals of few digits, any width, one-sided, degenerate."""
    kind = rng.integers(0, 7)
    lo, hi = sorted(rng.normal(0, 1, 2))
    if kind == 0:
        lo, hi = round(lo, 1), round(hi, 1)
    elif kind == 1:
        lo, hi = -hi if hi > 0 else hi, abs(hi)
    elif kind == 2:
        lo, hi = (float(v) * float(adversarial.LARGEST) / 5 for v in (lo, hi))
    elif kind == 3:
        lo, hi = (float(v) * 2.0 ** float(rng.integers(-150, -100)) for v in (lo, hi))
    elif kind == 4:
        lo, hi = 0.0, abs(round(hi, 2))
    elif kind == 5:
        lo, hi = lo * 1e3, lo * 1e3 + abs(hi)
    lo, hi = sorted((float(lo), float(hi)))
    return lo, hi


def random_scheme(rng, shape):
    """A mode and a granularity that fits."""
    kinds = ["tensor"] + (["axis", "block"] if shape else []) + (["blocks"] if len(shape) >= 2 else [])
    kind = str(rng.choice(kinds))
    granularity = (kind,)
    if kind in ("axis", "block"):
        axis = int(rng.integers(-len(shape), len(shape)))
        granularity += (axis,)
        if kind == "block":
            granularity += (random_block(rng, shape[axis]),)
    elif kind == "blocks":
        granularity += (random_block(rng, shape[-2]), random_block(rng, shape[-1]))
    return str(rng.choice(MODES)), granularity


def random_block(rng, extent):
    if rng.random() < 0.1:
        return (extent + 1, 1 << 20, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)[rng.integers(5)]
    return int(rng.choice([1, 2, 3, 16, 31, 32, 33, 48, 64, 100, 128, 256, max(extent, 1), rng.integers(1, max(extent, 1) + 1)]))


def scheme_word(scheme):
    mode, granularity = scheme
    kind = granularity[0]
    if kind == "tensor":
        return mode + "@tensor"
    if kind == "axis":
        return f"{mode}@axis={granularity[1]}"
    if kind == "block":
        return f"{mode}@axis={granularity[1]},block={granularity[2]}"
    return f"{mode}@block={granularity[1]}x{granularity[2]}"


def random_shape(rng):
    rank = int(rng.choice([0, 1, 2, 3, 4, 5], p=(0.03, 0.22, 0.35, 0.25, 0.1, 0.05)))
    kind = rng.random()
    if kind < 0.03:  # many channels
        return tuple(int(n) for n in rng.permutation([int(rng.integers(65530, 70000)), int(rng.integers(1, 4))]))
    if kind < 0.13:  # several tiles a group, several windows
        shape = [int(n) for n in rng.choice([1, 2, 3, 5, 7, 31, 33, 100, 255, 1023, 1024, 1025, 4100], max(rank, 1))]
        while math.prod(shape) > 600_000:
            shape[int(np.argmax(shape))] = max(1, max(shape) // 3)
        while math.prod(shape) < 5000:
            shape[int(rng.integers(len(shape)))] *= 5
        return tuple(shape)
    if kind < 0.23:  # short rows, or cut to blocks of about a row: several groups a tile
        last = int(rng.choice([16, 17, 32, 33, 48, 63, 64, 65, 96, 100, 127, 128, 129, 200, 255, 256, 257, 300, 384, 1000]))
        return tuple(int(n) for n in [*[1] * (rank > 2), rng.choice([1, 2, 5, 15, 16, 17, 33, 64, 100, 150]), last])
    if kind < 0.25:
        return (int(rng.choice([65535, 65536, 65537, 131072 + 5, 262143, 262145, 270000])),)
    shape = [int(n) for n in rng.choice([0, 1, 2, 3, 4, 5, 8, 17, 31, 32, 33, 64, 129], rank,
                                        p=(0.02, 0.14, 0.12, 0.12, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.03, 0.02))]
    while math.prod(shape) > 20000:
        shape[int(np.argmax(shape))] = 3
    return tuple(shape)


def random_values(rng, count):
    """float64 values, most of them float32 ones."""
    kind = rng.integers(0, 9)
    with np.errstate(all="ignore"):
        if kind <= 2:
            x = adversarial.ranges(rng, max(count, 2))[:count]
        elif kind <= 4:
            x = adversarial.for_scale(rng, adversarial.scales(rng, 1)[0], count, 256, infinities=False)
        elif kind == 5:  # few values: many equal largest errors
            x = rng.choice(rng.normal(0, 1, 4).astype(F32), count)
        elif kind == 6:  # the ends of float32
            x = (rng.uniform(-1, 1, count) * adversarial.LARGEST).astype(F32)
        elif kind == 7:  # below the normal numbers
            x = rng.integers(0, 1 << 23, count, dtype=np.uint32).view(F32) * rng.choice(np.array([-1, 1], F32), count)
        else:
            x = rng.normal(0, 1, count).astype(F32) * np.exp(rng.uniform(-3, 3, count)).astype(F32)
        x = x.astype(np.float64)
        if rng.random() < 0.1:  # what rounds to infinity from float64, or to the largest float32
            x[rng.random(count) < 0.02] = rng.choice([3.4028235677973366e38, 3.4028235677973362e38, -1e300, 1e39])
        if rng.random() < 0.1:  # between float32 numbers, half-way too, and below the least of them
            at = rng.random(count) < 0.2
            x[at] *= rng.choice([1 + 2.0 ** -24, 1 + 2.0 ** -24 + 2.0 ** -52, 1 - 2.0 ** -25, 2.0 ** -149, 1 + 2.0 ** -30])
    return x


def draw(rng, folder):
    shape = random_shape(rng)
    fortran = bool(rng.random() < 0.4) and len(shape) > 1
    x = random_values(rng, math.prod(shape))
    order = "F" if fortran else "C"
    wide = rng.random() < 0.25
    nonfinite = rng.random()
    if nonfinite < 0.3:
        at = rng.random(x.size) < rng.choice([0.001, 0.05, 1]) if rng.random() < 0.7 else np.arange(x.size) == rng.integers(max(x.size, 1))
        kinds = [[np.nan], [np.inf, -np.inf], [np.nan, np.inf, -np.inf]][rng.integers(3)]
        x[at] = rng.choice(kinds, int(at.sum()))
    with np.errstate(over="ignore"):
        stored = np.asarray(x.reshape(shape, order=order).astype(np.float64 if wide else F32), order=order)
    # numpy writes what is both C and Fortran contiguous as C.
    fortran = fortran and not stored.flags.c_contiguous
    if rng.random() < 0.2:
        stored = stored.astype(stored.dtype.newbyteorder(">"))
    problem = Problem(stored, shape, fortran, "x.npy")
    problem.save(folder / "x.npy")
    problem.order = "stablehlo" if rng.random() < 0.4 else "onnx"
    problem.saturates = bool(nonfinite < 0.25 or rng.random() < 0.1)
    problem.narrow = bool(rng.random() < 0.25)
    mode, granularity = random_scheme(rng, shape)
    problem.rule = str(rng.choice(["observed", "given", "explicit", "dynamic", "dynamic-given", "type"],
                                  p=(0.45, 0.13, 0.2, 0.06, 0.04, 0.12)))
    if problem.rule.startswith("dynamic"):
        mode = "asym-u8"
    problem.set_scheme((mode, granularity))
    if problem.rule in ("observed", "dynamic"):
        problem.derive()
    elif problem.rule == "explicit":
        explicit_parameters(rng, problem, folder)
    elif problem.rule == "type":
        problem.set_type(random_type(rng, problem))
    else:
        problem.set_range(*random_range(rng), dynamic=problem.rule == "dynamic-given")
    return problem


def random_type(rng, problem):
    """A StableHLO type that fits the tensor: any range of codes, scales that are no float32, ends as zero points."""
    storage = str(rng.choice(["i8", "u8"]))
    low, high, _ = model.MODES["asym-" + storage]
    kind = rng.integers(4)
    if kind == 1:
        low += 1
    elif kind >= 2:
        low, high = (int(v) for v in sorted(rng.choice(np.arange(low, high + 1), 2, replace=False)))
        if kind == 3:
            high = min(low + int(rng.integers(1, 4)), high)
    limits = model.Limits(low, high, False)
    axes = [k for k, n in enumerate(problem.shape) if 0 < n <= 300]
    axis = int(rng.choice(axes)) if axes and rng.random() < 0.5 else None
    count = 1 if axis is None else problem.shape[axis]
    scales = adversarial.scales(rng, count).astype(np.float64)
    if rng.random() < 0.6:
        scales = magnitude(problem) / (high - low) * np.exp(rng.normal(0, 1, count))
    scales = scales * rng.choice([1, 1 + 2.0 ** -24, 1 + 2.0 ** -30, 1 - 2.0 ** -25, rng.uniform(0.9, 1)], count)
    scales = np.clip(scales, float(adversarial.SMALLEST), float(adversarial.LARGEST))
    anywhere = rng.integers(low, high + 1, count)
    ends = rng.choice([low, low + 1, high - 1, high], count)
    zero_points = np.where(rng.random(count) < 0.5, anywhere, ends)
    return storage_type.draw(rng, storage, limits, axis, [float(s) for s in scales], [int(z) for z in zero_points])


def magnitude(problem):
    """About the largest finite value, and no zero."""
    with np.errstate(all="ignore"):
        largest = np.max(np.where(np.isfinite(problem.x), np.abs(problem.x), 0), initial=0).astype(F32)
    return largest if largest > 0 else F32(1)


def explicit_parameters(rng, problem, folder):
    """A scale, or a file of them in any layout, and zero points likewise."""
    count, limits = problem.groups.count, problem.limits
    files = rng.random() < 0.6
    scale = adversarial.scales(rng, count) if files else np.repeat(adversarial.scales(rng, 1), count)
    if rng.random() < 0.5 and problem.x.size:  # near the data
        near = magnitude(problem) / F32(100)
        with np.errstate(all="ignore"):
            scale = (scale / scale if not files else np.exp(rng.normal(0, 1, count)).astype(F32)) * near
            scale = np.maximum(scale, adversarial.SMALLEST).astype(F32)
            scale = np.minimum(scale, adversarial.LARGEST)
    spread = rng.integers(limits.qmin, limits.qmax + 1, count)
    edges = rng.choice([limits.qmin, limits.qmin + 1, 0 if limits.qmin <= 0 else 1, limits.qmax - 1, limits.qmax], count)
    zero_point = np.where(rng.random(count) < 0.5, spread, edges)
    if limits.symmetric:
        zero_point[:] = 0
    shape = problem.parameter_shape()
    words = []
    if files:
        dtype = rng.choice(["<f4", ">f4", "<f8"])
        array = np.array(problem.groups.in_parameter_order(scale), F32).reshape(shape)
        np.save(folder / "given_s.npy", np.asarray(array, dtype, order=rng.choice(["C", "F"])))
        words += ["--scale", "given_s.npy"]
    else:
        words += ["--scale", str(scale[0]) if count else "1"]
    if files and rng.random() < 0.7:
        array = np.array(problem.groups.in_parameter_order(zero_point)).reshape(shape)
        np.save(folder / "given_z.npy", np.asarray(array, problem.code_dtype, order=rng.choice(["C", "F"])))
        words += ["--zero-point", "given_z.npy"]
    elif problem.mode.startswith("sym") and rng.random() < 0.5:
        pass
    elif count:
        zero_point[:] = zero_point[0]
        words += ["--zero-point", str(zero_point[0])]
    else:
        words += ["--zero-point", str(0 if limits.symmetric else limits.qmin)]
    problem.explicit = words
    problem.set_parameters(scale, zero_point)
