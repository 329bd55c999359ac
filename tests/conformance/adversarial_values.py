"""Inputs on which implementations of quantization come apart: ties, code boundaries and their neighbours, subnormals,
powers of two, the ends of float32. Smooth random data shows a wrong tie or order of operations once in millions."""
import numpy as np

F32 = np.float32
LARGEST, SMALLEST_NORMAL, SMALLEST = np.finfo(F32).max, np.finfo(F32).tiny, np.nextafter(F32(0), F32(1))


def scales(rng, count):
    """`count` positive finite float32 scales: ordinary ones, powers of two, subnormal, huge, one bit off a power of two."""
    ordinary = np.exp(rng.uniform(-12, 4, count)).astype(F32)
    powers = np.ldexp(F32(1), rng.integers(-126, 120, count)).astype(F32)
    neighbours = np.nextafter(powers, rng.choice(np.array([0, np.inf], F32), count))
    subnormal = (rng.integers(1, 1 << 23, count).astype(np.uint32)).view(F32)
    huge = (LARGEST * rng.uniform(0.001, 1, count)).astype(F32)
    kind = rng.choice(5, count, p=(0.4, 0.25, 0.15, 0.1, 0.1))
    return np.choose(kind, (ordinary, powers, neighbours, subnormal, huge)).astype(F32)


def zero_points(rng, count, dtype):
    limits = np.iinfo(dtype)
    anywhere = rng.integers(limits.min, limits.max + 1, count)
    edges = rng.choice([limits.min, limits.min + 1, -1 if limits.min else 1, 0, limits.max - 1, limits.max], count)
    return np.where(rng.random(count) < 0.5, anywhere, edges).astype(dtype)


def for_scale(rng, scale, size, num_codes, infinities=True):
    """`size` values that land on, or one unit in the last place beside, the boundaries between codes of this scale."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        steps = rng.integers(-num_codes - 4, num_codes + 5, size).astype(np.float64)
        ties = ((steps + 0.5) * np.float64(scale)).astype(F32)
        beside = np.nextafter(ties, rng.choice(np.array([-np.inf, np.inf], F32), size))
        on_code = (steps * np.float64(scale)).astype(F32)
        # As a bfloat16 weight has it: short mantissas make ties of their own.
        short = (rng.normal(0, num_codes / 4, size).astype(F32) * scale).view(np.uint32) & np.uint32(0xFFFF0000)
        normal = (rng.normal(0, num_codes / 3, size) * np.float64(scale)).astype(F32)
        bits = rng.integers(0, 1 << 32, size, dtype=np.uint32).view(F32)
    special = rng.choice(np.array([0, -0.0, SMALLEST, -SMALLEST, SMALLEST_NORMAL, -SMALLEST_NORMAL, LARGEST, -LARGEST, np.inf, -np.inf], F32), size)
    kind = rng.choice(7, size, p=(0.3, 0.25, 0.1, 0.15, 0.1, 0.05, 0.05))
    values = np.choose(kind, (ties, beside, on_code, short.view(F32), normal, bits, special)).astype(F32)
    values = np.where(np.isnan(values), F32(0), values)
    return values if infinities else np.clip(values, -LARGEST, LARGEST)


def ranges(rng, size):
    """`size` finite values whose range is of one of the kinds that scale and zero point are sensitive to."""
    kind = rng.integers(0, 8)
    width = F32(np.exp(rng.uniform(-80, 80)))
    values = rng.normal(0, 1, size).astype(F32) * width
    if kind == 1:
        values = np.abs(values)
    elif kind == 2:
        values = -np.abs(values)
    elif kind == 3:  # as wide below zero as above
        values[:2] = np.abs(values).max() * np.array([-1, 1], F32)
    elif kind == 4:  # one outlier
        values[rng.integers(size)] = width * F32(1000)
    elif kind == 5:  # constant, or all zero
        values[:] = rng.choice(np.array([0, -0.0, 1, -1], F32)) * width
    elif kind == 6:  # powers of two only
        values = np.copysign(np.ldexp(F32(1), rng.integers(-20, 20, size)), values).astype(F32)
    elif kind == 7:  # ends that are decimals of few digits
        values = np.round(rng.uniform(-2, 2, size), 1).astype(F32)
    return values
