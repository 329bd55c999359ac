"""One tensor under one scheme, and the keys of qgpu's answers that contract_model.py gives for it."""
import copy

import numpy as np

import contract_model as model

F32 = np.float32


class Problem:
    """A tensor in a file, a scheme and a rule that its parameters come from. Arrays are in stored order."""

    def __init__(self, stored, shape, fortran, path):
        self.shape, self.fortran, self.path, self.stored = shape, fortran, path, stored
        with np.errstate(over="ignore"):
            self.x = stored.ravel("F" if fortran else "C").astype(np.float64).astype(F32)
        self.order, self.narrow, self.saturates, self.rule = "onnx", False, False, "observed"
        self.explicit, self.type = [], None

    def save(self, path):
        np.save(path, self.stored)

    def __repr__(self):
        return (f"{self.stored.dtype.str} {self.shape} {'F' if self.fortran else 'C'} {self.mode} {self.granularity} {self.order} "
                f"{self.type or self.rule} narrow {self.narrow} saturate {self.saturates}")

    def under(self, scheme, narrow=False):
        """The same tensor with parameters observed under another scheme."""
        other = copy.copy(self)
        other.rule, other.narrow, other.type = "observed", narrow, None
        other.set_scheme(scheme)
        other.derive()
        return other

    def set_scheme(self, scheme):
        self.mode, self.granularity = scheme
        self.groups = model.Groups(self.shape, self.fortran, model.block_extents(self.shape, self.granularity))
        self.limits = model.Limits.of(self.mode, self.narrow)
        self.code_dtype = np.dtype(np.uint8 if self.mode.endswith("u8") else np.int8)
        self.observed = model.observed(self.x, self.groups)
        self._trip = None

    def range_of(self, group):
        return min(0.0, float(self.observed[0][group])), max(0.0, float(self.observed[1][group]))

    def derive(self):
        """Parameters by the rule observed or dynamic."""
        rule = model.derive_dynamic if self.rule == "dynamic" else model.derive
        found = [rule(*self.range_of(g), self.limits) for g in range(self.groups.count)]
        self.infinite = None in found
        found = [one or (F32(1), 0, False) for one in found]
        self.set_parameters([f[0] for f in found], [f[1] for f in found])
        self.num_degenerate = sum(f[2] for f in found)
        self.warns = any(f[2] and self.range_of(g) != (0.0, 0.0) for g, f in enumerate(found))

    def set_range(self, lo, hi, dynamic=False):
        self.rule, self.explicit = "dynamic-given" if dynamic else "given", [lo, hi]
        found = (model.derive_dynamic if dynamic else model.derive)(min(lo, 0.0), max(hi, 0.0), self.limits)
        self.infinite = found is None
        scale, zero_point, degenerate = found or (F32(1), 0, False)
        self.set_parameters([scale] * self.groups.count, [zero_point] * self.groups.count)
        self.num_degenerate = self.groups.count if degenerate else 0
        self.warns = self.num_degenerate > 0 and ((lo, hi) != (0.0, 0.0) or bool(np.any(self.x[np.isfinite(self.x)] != 0)))

    def set_type(self, given):
        """A storage_type.StorageType in place of every other choice."""
        self.rule, self.order, self.narrow, self.type = "explicit", "stablehlo", given.limits.is_narrow(), given
        self.set_scheme(("asym-" + given.storage, ("tensor",) if given.axis is None else ("axis", given.axis)))
        self.limits = given.limits
        with np.errstate(over="ignore"):
            self.set_parameters(np.array(given.scales).astype(F32), given.zero_points)
        self.explicit = ["--type", given.text]

    def set_parameters(self, scale, zero_point):
        self.scale, self.zero_point = np.asarray(scale, F32), np.asarray(zero_point, np.int64)
        self.num_degenerate, self.warns, self._trip = 0, False, None
        self.infinite = False if self.rule == "explicit" else getattr(self, "infinite", False)

    @property
    def trip(self):
        if self._trip is None:
            self._trip = model.RoundTrip(self.x, self.groups, self.scale, self.zero_point, self.limits, self.order)
        return self._trip

    # What it is to be asked with.
    def words(self):
        return [] if self.type else [self.mode] + (self.explicit if self.rule in ("given", "dynamic-given") else [])

    def granularity_options(self):
        kind = self.granularity[0]
        return {"tensor": [], "axis": ["--axis", *self.granularity[1:2]],
                "block": ["--axis", *self.granularity[1:2], "--block", self.granularity[-1]],
                "blocks": ["--block", "x".join(map(str, self.granularity[1:]))]}[kind]

    def order_options(self):
        return (["--order", "stablehlo"] if self.order != "onnx" else []) + ["--nonfinite", "saturate"] * self.saturates

    def scheme_options(self):
        if self.type:
            return ["--nonfinite", "saturate"] * self.saturates
        return self.order_options() + self.derivation_options()

    def derivation_options(self):
        return ["--narrow-range"] * self.narrow + ["--params", "dynamic"] * self.rule.startswith("dynamic")

    def options(self):
        granularity = [] if self.type else self.granularity_options()
        return granularity + self.scheme_options() + (self.explicit if self.rule == "explicit" else [])

    # What is to be answered.
    def dynamic_refusal(self):
        return (3, ["dynamic"]) if self.infinite else None

    def refusal(self):
        """Exit code and words of the message where the tensor is to be refused, else None."""
        counts = model.nonfinite(self.x, self.groups)
        if self.infinite:
            return self.dynamic_refusal()
        if self.saturates:
            return None
        if counts["nan"]:
            return 3, [f"found {counts['nan']},", f"index {counts['first_nan']} "]
        if self.rule in ("observed", "dynamic") and counts["posinf"] + counts["neginf"]:
            return 3, [f"found {counts['posinf'] + counts['neginf']} infinite", f"index {counts['first_inf']} "]
        return None

    def parameter_shape(self):
        if self.granularity[0] == "tensor":
            return ()
        return (self.groups.count,) if self.granularity[0] == "axis" else self.groups.grid[::-1] if self.fortran else self.groups.grid

    def as_stored(self, values):
        return values.reshape(self.shape, order="F" if self.fortran else "C")

    def axis(self):
        return self.granularity[1] % len(self.shape) if self.granularity[0] in ("axis", "block") else None

    def block(self):
        return {"block": self.granularity[-1], "blocks": list(self.granularity[1:])}.get(self.granularity[0])

    def scheme_keys(self):
        return dict(mode=self.mode, type=self.type, shape=list(self.shape), fortran_order=self.fortran, axis=self.axis(),
                    block=self.block(), order=self.order, narrow_range=self.narrow, qmin=self.limits.qmin,
                    qmax=self.limits.qmax, scale_type="float32")

    def parameter_keys(self):
        if self.granularity[0] == "tensor":
            return dict(scale=self.scale[0], zero_point=int(self.zero_point[0]), degenerate=self.num_degenerate > 0)
        order = self.groups.in_parameter_order
        return dict(scale=order(self.scale), zero_point=[int(z) for z in order(self.zero_point)], degenerate=self.num_degenerate)

    def has_ranges(self):
        return self.rule in ("observed", "dynamic")

    def range_keys(self):
        low, high = self.observed
        low, high = low.min(initial=F32(np.inf)), high.max(initial=F32(-np.inf))
        return dict(min=low, max=high) if low <= high else dict(min=None, max=None)

    def group_range_keys(self):
        order = self.groups.in_parameter_order
        return {name: [v if np.isfinite(v) else None for v in order(values)] for name, values in zip(("min", "max"), self.observed)}

    def has_stablehlo_type(self):
        """A scale for the tensor, or for each index of an axis that has one."""
        return self.granularity[0] in ("tensor", "axis") and self.groups.count > 0

    def is_grouped(self):
        return self.granularity[0] != "tensor"

    def roundtrip_keys(self, per_group):
        keys = {**self.parameter_keys(), "count": self.x.size, **(self.range_keys() if self.has_ranges() else {}), **self.trip.tensor,
                "bound": half(self.trip.bound), "within_bound": self.trip.within_bound, **model.nonfinite(self.x, self.groups)}
        if self.is_grouped() and (self.has_ranges() or per_group):
            keys["groups"] = self.group_range_keys() if self.has_ranges() else {}
        if self.is_grouped() and per_group:
            names = [n for n in self.trip.tensor if n != "max_abs_error_index" or self.granularity[0] == "axis"]
            order = self.groups.in_parameter_order
            keys["groups"].update({n: order([g[n] for g in self.trip.groups]) for n in names})
            keys["groups"]["bound"] = [half(b) for b in order([float(b) for b in self.trip.bounds])]
            for name, count in self.nonfinite_of_groups().items():
                keys["groups"][name] = order(count)
        return keys

    def nonfinite_of_groups(self):
        counts = {}
        for name, places in (("nan", np.isnan(self.x)), ("posinf", self.x == np.inf), ("neginf", self.x == -np.inf)):
            counts[name] = np.bincount(self.groups.of_element[places], minlength=self.groups.count).tolist()
        return counts

    def quantize_keys(self):
        keys = {**self.scheme_keys(), "dtype": self.code_dtype.name, "count": self.x.size, **self.parameter_keys(),
                "clipped": self.trip.num_clipped, **(self.range_keys() if self.has_ranges() else {}),
                **model.nonfinite(self.x, self.groups)}
        if self.is_grouped() and self.has_ranges():
            keys["groups"] = self.group_range_keys()
        return keys

    def inspect_keys(self, with_mode):
        keys = dict(dtype="float64" if self.stored.dtype.itemsize == 8 else "float32", shape=list(self.shape), fortran_order=self.fortran,
                    **self.range_keys(), count=self.x.size, **model.nonfinite(self.x, self.groups))
        if self.is_grouped():
            keys.update(axis=self.axis(), block=self.block())
            keys["groups"] = self.group_range_keys()
        if with_mode:
            keys.update(mode=self.mode, **self.parameter_keys())
        return keys


def half(bound):
    """Half a scale: a float32 but where the scale is an odd subnormal."""
    return F32(bound) if float(F32(bound)) == bound else bound
