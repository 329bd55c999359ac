"""The keys of `channel`, `saturate` and `symmetry`, and what `report` takes from them."""
import numpy as np

import contract_model as model


def ratio(above, below):
    """Of two largest errors: null where one is, or where it divides by 0."""
    values = [side.trip.tensor["max_abs_error"] for side in (above, below)]
    return None if None in values or values[1] == 0 else float(values[0]) / float(values[1])


def channel(p, axis):
    apart, whole, together = (p.under(("sym-i8", g)) for g in (("axis", axis), ("tensor",), ("axis", axis)))
    together.set_parameters(np.full(apart.groups.count, whole.scale[0]), np.zeros(apart.groups.count, int))
    # A restored value that overflowed is an infinite error, which is null but no absent one.
    pairs = [(float(a), float(b)) for a, b, n in zip(apart.trip.largest, together.trip.largest, apart.trip.finite) if n]
    gains = [b / a for a, b in pairs if a > 0 and np.isfinite(a) and np.isfinite(b)]
    return dict(axis=axis % len(p.shape), channels=apart.groups.count, per_channel_scale=list(apart.scale),
                per_tensor_scale=whole.scale[0], per_channel_error=apart.trip.largest_errors(),
                per_tensor_error=together.trip.largest_errors(),
                channels_improved=sum(a < b for a, b in pairs), best_gain=max(gains, default=None))


def saturation_sides(p, lo, hi):
    full, narrow = (p.under(("asym-u8", ("tensor",))) for _ in range(2))
    narrow.set_range(lo, hi)
    return full, narrow


def saturate(full, narrow):
    return dict(full=full.roundtrip_keys(False), narrow=narrow.roundtrip_keys(False), error_ratio=ratio(narrow, full))


def symmetry_sides(p):
    return p.under(("asym-u8", ("tensor",))), p.under(("sym-i8", ("tensor",)))


def symmetry(asym, sym):
    def side(s):
        return dict(scale=s.scale[0], zero_point=int(s.zero_point[0]), **s.trip.tensor,
                    usable_levels=model.usable_levels(*s.range_of(0), s.scale[0]))
    return dict(asym=side(asym), sym=side(sym), scale_ratio=float(sym.scale[0]) / float(asym.scale[0]))


def report_page(saturate, symmetry, channel, document):
    """The numbers of report.md, by the words before them."""
    full, narrow = saturate["full"], saturate["narrow"]
    keys = {**{key: full[key] for key in ("min", "max", "scale", "zero_point", "max_abs_error")}, "bound": np.float32(full["bound"]),
            "clipped": narrow["clipped"], "narrow max_abs_error": narrow["max_abs_error"]}
    for side in ("asym", "sym"):
        keys.update({f"{side} {key}": symmetry[side][key] for key in ("scale", "usable_levels")})
    keys.update({key: channel[key] for key in ("channels", "per_tensor_scale", "channels_improved")}, scale_ratio=symmetry["scale_ratio"])
    keys.update({key: document[key] for key in ("saturation_ratio", "positive_asym_over_sym", "channel_gain")})
    if channel["channels"]:
        keys["smallest per_channel_scale"] = min(channel["per_channel_scale"])
    return keys
