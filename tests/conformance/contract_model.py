"""ARITHMETIC.md written a second time, from its text alone, in numpy: parameters, codes, values and every statistic.

float32 operations are numpy's (IEEE-754, one rounding each); `fma` is a float64 sum rounded to odd; digits of `sqnr_db`
come from decimal arithmetic. A number of the answer that is a float32 is an np.float32 here, one that is a float64 a
Python float, one that must be null is None.
"""
import dataclasses
import decimal
import functools
import math

import numpy as np

F32, F64, I64 = np.float32, np.float64, np.int64
SMALLEST_NORMAL = np.finfo(F32).tiny
TILE, LANES, RUN = 1024, 128, 64
MODES = {"asym-u8": (0, 255, False), "asym-i8": (-128, 127, False), "sym-i8": (-128, 127, True)}


@dataclasses.dataclass
class Limits:
    qmin: int
    qmax: int
    symmetric: bool

    @staticmethod
    def of(mode, narrow):
        qmin, qmax, symmetric = MODES[mode]
        return Limits(qmin + narrow, qmax, symmetric)

    def is_narrow(self):
        """Whether these are the codes of --narrow-range."""
        return (self.qmin, self.qmax) in ((1, 255), (-127, 127))


# ---- section 8: groups -------------------------------------------------------------------------------------------


class Groups:
    """Group of each element. `block` has the extent of a group along each axis of the logical tensor."""

    def __init__(self, shape, fortran, block):
        self.fortran = fortran
        stored = shape[::-1] if fortran else shape
        extents = block[::-1] if fortran else block
        self.grid = tuple(-(-n // b) if n else (0 if b else 1) for n, b in zip(stored, extents))
        self.count = math.prod(self.grid)
        index = np.zeros(stored, I64)
        for axis, extent in enumerate(extents):
            at = np.arange(stored[axis], dtype=I64) // min(max(extent, 1), 1 << 62)
            index = index * self.grid[axis] + at.reshape((-1,) + (1,) * (len(stored) - axis - 1))
        self.of_element = index.ravel()  # in stored order
        logical = np.arange(math.prod(shape), dtype=I64).reshape(shape)
        self.logical_index = (logical.T if fortran else logical).ravel()

    def in_parameter_order(self, values):
        """From the order of the stored tensor's parameter array to C order of the logical one's."""
        values = np.asarray(values, object if isinstance(values, list) else None)
        return list(values.reshape(self.grid).T.ravel()) if self.fortran else list(values)

    def in_stored_order(self, values):
        values = np.asarray(values)
        return values.reshape(self.grid[::-1]).T.ravel() if self.fortran else values.ravel()


def block_extents(shape, granularity):
    """granularity: ("tensor",), ("axis", k), ("block", k, b) or ("blocks", n, m). None where it does not fit the shape."""
    kind, rank = granularity[0], len(shape)
    if kind == "tensor":
        return tuple(shape)
    if kind == "blocks":
        return None if rank < 2 else (1,) * (rank - 2) + tuple(granularity[1:])
    axis = granularity[1]
    if not -rank <= axis < rank:
        return None
    others = shape if kind == "axis" else (1,) * rank
    own = 1 if kind == "axis" else granularity[2]
    return tuple(own if k == axis % rank else others[k] for k in range(rank))


# ---- sections 2 to 4: ranges and parameters ------------------------------------------------------------------------


def observed(x, groups):
    """Smallest and largest finite value of each group, inf and -inf where there is none; -0 is 0."""
    low, high = np.full(groups.count, np.inf, F32), np.full(groups.count, -np.inf, F32)
    finite = np.isfinite(x)
    np.minimum.at(low, groups.of_element[finite], x[finite])
    np.maximum.at(high, groups.of_element[finite], x[finite])
    return low + F32(0), high + F32(0)


def derive(lo, hi, limits):
    """Scale, zero point and whether degenerate, of lo <= 0 <= hi in float64."""
    steps = 2 ** 7 - 1 if limits.symmetric else limits.qmax - limits.qmin
    s64 = (max(-lo, hi) if limits.symmetric else hi - lo) / steps
    scale = F32(s64)
    if scale < SMALLEST_NORMAL:
        return F32(1), min(max(0, limits.qmin), limits.qmax), True
    zero_point = 0 if limits.symmetric else min(max(round(limits.qmin - lo / s64), limits.qmin), limits.qmax)
    return scale, zero_point, False


def derive_dynamic(lo, hi, limits):
    """None where hi - lo is infinite."""
    lo, hi = F32(lo), F32(hi)
    with np.errstate(over="ignore"):
        width = hi - lo
    if not np.isfinite(width):
        return None
    scale = width / F32(limits.qmax - limits.qmin)
    if scale < SMALLEST_NORMAL:
        return F32(1), min(max(0, limits.qmin), limits.qmax), True
    return scale, min(max(int(np.rint(F32(limits.qmin) - lo / scale)), limits.qmin), limits.qmax), False


def usable_levels(lo, hi, scale):
    return round((hi - lo) / float(scale) + 1)


# ---- sections 5 and 6: codes and values ------------------------------------------------------------------------------


def quantize(x, scale, zero_point, limits, order):
    """Codes and which finite elements are clipped; scale and zero point by element."""
    low, high = limits.qmin, limits.qmax
    t = x / scale
    if order == "onnx":
        r = np.rint(t)
        low, high = (low - zero_point).astype(F32), (high - zero_point).astype(F32)
        code = np.where(np.isnan(r), 0, np.clip(r, low, high)).astype(I64) + zero_point
    else:
        t = t + zero_point.astype(F32)
        r = np.rint(t)
        code = np.where(np.isnan(t), zero_point, np.rint(np.clip(t, F32(low), F32(high))))
    outside = (r < low) | (r > high)
    return np.where(np.isnan(x), zero_point, code).astype(I64), outside & np.isfinite(x)


def dequantize(codes, scale, zero_point):
    return (codes - zero_point).astype(F32) * scale


# ---- section 7: the round trip -----------------------------------------------------------------------------------------


def fma(a, b, c):
    """float32 fused multiply-add: the float64 sum of the exact product is made odd where it is inexact."""
    product, c = a.astype(F64) * b.astype(F64), c.astype(F64)
    total = product + c
    back = total - product
    error = (product - (total - back)) + (c - back)
    bits = total.view(I64)
    away = np.where((error > 0) == (total > 0), 1, -1)
    inexact = (error > 0) | (error < 0)
    return np.where(inexact & (bits % 2 == 0), bits + away, bits).view(F64).astype(F32)


def tile_sums(a, y, c):
    """A, B, X, C of tiles, an array [tile, row, lane] of each summand."""
    lanes = [np.zeros((a.shape[0], LANES), F32) for _ in range(4)]
    for i in range(a.shape[1]):
        lanes[0] = lanes[0] + a[:, i]
        lanes[1] = fma(a[:, i], a[:, i], lanes[1])
        lanes[2] = fma(y[:, i], y[:, i], lanes[2])
        lanes[3] = fma(y[:, i], c[:, i], lanes[3])
    sums = []
    for v in lanes:
        v = (v[:, 0::4] + v[:, 1::4]) + (v[:, 2::4] + v[:, 3::4])
        while v.shape[1] > 1:
            half = v.shape[1] // 2
            v = v[:, :half] + v[:, half:]
        sums.append(v[:, 0].astype(F64))
    return sums


def fold(values):
    """Of a list [item, statistic]."""
    values = np.asarray(values, F64)
    if len(values) == 0:
        return np.zeros(values.shape[1:], F64)
    while len(values) > 1:
        runs = -(-len(values) // RUN)
        v = np.zeros((runs * RUN,) + values.shape[1:], F64)
        v[: len(values)] = values
        v = v.reshape((runs, RUN) + values.shape[1:])
        while v.shape[1] > 1:
            half = v.shape[1] // 2
            v = v[:, :half] + v[:, half:]
        values = v[:, 0]
    return values[0]


def sqnr_db(x, e):
    if not (math.isfinite(x) and math.isfinite(e)) or x <= 0 or e <= 0 or not math.isfinite(x / e) or x / e == 0:
        return None
    with decimal.localcontext(decimal.Context(prec=60)):
        exact = 10 * (decimal.Decimal(x / e)).log10()
    return float(decimal.Context(prec=9).create_decimal(exact))


def statistics(sums, finite, clipped, largest, index):
    """The keys of one tensor or group."""
    if finite == 0:
        return dict(max_abs_error=None, max_abs_error_index=None, mean_abs_error=None, mse=None, rmse=None, sqnr_db=None,
                    cosine=None, clipped=int(clipped))
    e, e2, x2, xx, r2 = map(float, sums)
    mean = lambda total: total / finite if math.isfinite(total) else None
    root = math.sqrt(x2 * r2) if math.isfinite(x2 * r2) else math.inf
    cosine = xx / root if root > 0 and math.isfinite(root) and math.isfinite(xx) else None
    return dict(max_abs_error=largest if np.isfinite(largest) else None, max_abs_error_index=index,
                mean_abs_error=mean(e), mse=mean(e2), rmse=None if mean(e2) is None else math.sqrt(mean(e2)),
                sqnr_db=sqnr_db(x2, e2), cosine=None if cosine is None else min(1.0, max(-1.0, cosine)),
                clipped=int(clipped))


class RoundTrip:
    """Everything that section 7 says of elements `x` in stored order, with a scale and zero point for each group."""

    def __init__(self, x, groups, scale, zero_point, limits, order):
        with np.errstate(all="ignore"):
            self._measure(x, groups, np.asarray(scale, F32), np.asarray(zero_point, I64), limits, order)

    def _measure(self, x, groups, scale, zero_point, limits, order):
        of, finite = groups.of_element, np.isfinite(x)
        s, z = scale[of], zero_point[of]
        codes, clipped = quantize(x, s, z, limits, order)
        error = np.where(finite, np.abs(x - dequantize(codes, s, z)), 0).astype(F32)
        exponent = np.clip(np.frexp(scale)[1].astype(I64) - 1, -127, 126)
        k = np.ldexp(F32(1), -exponent).astype(F32)[of]
        a = np.where(finite, error * k, 0).astype(F32)
        y = np.where(finite, x * k, 0).astype(F32)
        c = np.where(finite, codes - z, 0)

        size = np.bincount(of, minlength=groups.count)
        first_tile = np.concatenate([[0], np.cumsum(-(-size // TILE))])
        by_group = np.argsort(of, kind="stable")
        begin = np.concatenate([[0], np.cumsum(size)])
        within = np.arange(len(x)) - begin[of[by_group]]  # j of each element, in group order
        tile, place = first_tile[of[by_group]] + within // TILE, within % TILE
        rows = -(-min(TILE, int(size.max(initial=0))) // LANES)  # rows of zeros alone change nothing
        laid = lambda values: self._laid(values[by_group], tile, place, first_tile[-1], rows)
        sums = np.stack(tile_sums(laid(a), laid(y), laid(c.astype(F32))), axis=1)
        squares = np.bincount(tile, weights=(c[by_group] ** 2).astype(F64), minlength=first_tile[-1])  # exact
        sums = np.concatenate([sums, squares[:, None]], axis=1)

        steps = np.zeros((groups.count, 5), F64)
        single = np.diff(first_tile) == 1
        steps[single] = sums[first_tile[:-1][single]]
        for g in np.flatnonzero(np.diff(first_tile) > 1):
            steps[g] = fold(sums[first_tile[g]: first_tile[g + 1]])
        unit, s64 = np.ldexp(1.0, exponent), scale.astype(F64)
        a_, b_, x_, c_, q_ = steps.T
        units = np.stack([a_ * unit, b_ * (unit * unit), x_ * (unit * unit), (c_ * unit) * s64, q_ * (s64 * s64)], axis=1)

        self.codes, self.num_clipped = codes, int(clipped.sum())
        self.largest = np.zeros(groups.count, F32)
        np.maximum.at(self.largest, of, error)
        none = np.iinfo(I64).max
        index = np.full(groups.count, none)
        at_largest = finite & (error == self.largest[of])
        np.minimum.at(index, of[at_largest], groups.logical_index[at_largest])
        num_finite = np.bincount(of[finite], minlength=groups.count)
        num_clipped = np.bincount(of[clipped], minlength=groups.count)
        self.finite = num_finite
        self._of_group = lambda g: statistics(units[g], int(num_finite[g]), num_clipped[g], self.largest[g],
                                              None if index[g] == none else int(index[g]))
        top = self.largest.max(initial=F32(0))
        self.tensor = statistics(fold(units), int(finite.sum()), self.num_clipped, top,
                                 int(groups.logical_index[finite & (error == top)].min()) if finite.any() else None)
        bounds = s64 / 2
        slack = (limits.qmax - limits.qmin) * 2.0 ** -23 * s64
        self.bounds = bounds
        self.bound = float(bounds.max(initial=0))
        self.within_bound = bool(np.all(self.largest.astype(F64) <= bounds + slack))

    @functools.cached_property
    def groups(self):
        return [self._of_group(g) for g in range(len(self.finite))]

    def largest_errors(self):
        """max_abs_error of each group."""
        return [e if n and np.isfinite(e) else None for e, n in zip(self.largest, self.finite)]

    @staticmethod
    def _laid(values, tile, place, tiles, rows):
        laid = np.zeros((tiles, rows * LANES), F32)
        laid[tile, place] = values
        return laid.reshape(tiles, rows, LANES)


def nonfinite(x, groups):
    """The keys that count what is not finite."""
    nan, inf = np.isnan(x), np.isinf(x)
    keys = dict(nan=int(nan.sum()), posinf=int((x == np.inf).sum()), neginf=int((x == -np.inf).sum()))
    if nan.any():
        keys["first_nan"] = int(groups.logical_index[nan].min())
    if inf.any():
        keys["first_inf"] = int(groups.logical_index[inf].min())
    return keys
