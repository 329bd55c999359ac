"""`!quant.uniform` types of 8 bits for f32, per tensor or axis: written in some spelling, and read back from any."""
import dataclasses
import re
import struct

import contract_model as model


@dataclasses.dataclass
class StorageType:
    storage: str  # i8 or u8
    limits: model.Limits
    axis: int | None
    scales: list  # float64
    zero_points: list
    text: str = dataclasses.field(default="", compare=False)


def read(text):
    storage, low, high, axis, rest = re.fullmatch(
        r"!quant\.uniform<(i8|u8|ui8)(?:<(-?\d+):(-?\d+)>)?:f32(?::(\d+))?, ?(.*)>", text).groups()
    storage = "i8" if storage == "i8" else "u8"
    limits = model.Limits.of("asym-" + storage, False)
    if low is not None:
        limits = model.Limits(int(low), int(high), False)
    each = [item.strip().split(":") for item in rest.strip("{}").split(",")]
    scales = [struct.unpack(">d", bytes.fromhex(s[2:]))[0] if s.startswith("0x") else float(s) for s, *_ in each]
    return StorageType(storage, limits, None if axis is None else int(axis), scales, [int((z or ["0"])[0]) for _, *z in each], text)


def draw(rng, storage, limits, axis, scales, zero_points):
    """The type in a spelling that is not always the canonical one."""
    def number(scale):
        return "0x" + struct.pack(">d", scale).hex().upper() if rng.random() < 0.1 else f"{scale:.16e}"

    full = model.Limits.of("asym-" + storage, False)
    bounds = f"<{limits.qmin}:{limits.qmax}>" if limits != full or rng.random() < 0.1 else ""
    each = [number(s) + (f":{z}" if z or rng.random() < 0.2 else "") for s, z in zip(scales, zero_points)]
    parameters = each[0] if axis is None else "{" + ", ".join(each) + "}"
    text = f"!quant.uniform<{storage}{bounds}:f32{'' if axis is None else f':{axis}'}, {parameters}>"
    return StorageType(storage, limits, axis, scales, zero_points, text)
