"""Operations and granularities whose kernels are counted, with the bytes that each must move."""
import array
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROWS, COLUMNS = 512, 1024
MIDDLE = (16, 32, 1024)
ELEMENTS = ROWS * COLUMNS
MODE = "asym-u8"
# Granularity -> shape, options, groups. One read is enough for a fused operation where a group is contiguous and short.
GRANULARITIES = {
    "tensor": ((ROWS, COLUMNS), [], 1),
    "axis0": ((ROWS, COLUMNS), ["--axis", "0"], ROWS),
    "last_axis": ((ROWS, COLUMNS), ["--axis", "1"], COLUMNS),
    "middle_axis": (MIDDLE, ["--axis", "1"], MIDDLE[1]),
    "block32": ((ROWS, COLUMNS), ["--block", "32"], ELEMENTS // 32),
    "block128": ((ROWS, COLUMNS), ["--block", "128"], ELEMENTS // 128),
}
READ_ONCE = {"axis0", "block32", "block128"}
OPERATIONS = ["ranges", "quantize", "dequantize", "roundtrip", "fused_quantize", "fused_roundtrip"]


@dataclass(frozen=True)
class Case:
    operation: str
    granularity: str
    elements: int = ELEMENTS

    @property
    def name(self):
        return f"{self.operation} {self.granularity}"

    @property
    def floor_bytes(self):
        """Values and codes, once each way, and 8 bytes a group: a range that is found, or parameters that are given."""
        read = 4 if self.granularity in READ_ONCE else 8  # bytes an element of a fused operation
        an_element = {"ranges": 4, "quantize": 5, "dequantize": 5, "roundtrip": 4,
                      "fused_quantize": read + 1, "fused_roundtrip": read}[self.operation]
        return an_element * self.elements + 8 * GRANULARITIES[self.granularity][2]

    def command(self, folder, output):
        """Arguments of qgpu for this case, with the files that `write_inputs` left."""
        values = folder / f"{self.granularity}.npy"
        parameters = ["--params", folder / f"{self.granularity}.params.json"]
        options = GRANULARITIES[self.granularity][1]
        return [str(word) for word in {
            "ranges": ["inspect", values, *options],
            "quantize": ["quantize", values, output, MODE, *parameters],
            "dequantize": ["dequantize", folder / f"{self.granularity}.codes.npy", output, *parameters],
            "roundtrip": ["roundtrip", values, MODE, *parameters],
            "fused_quantize": ["quantize", values, output, MODE, *options],
            "fused_roundtrip": ["roundtrip", values, MODE, *options],
        }[self.operation]]


def cases():
    return [Case(operation, granularity) for operation in OPERATIONS for granularity in GRANULARITIES]


def write_npy(path: Path, shape, values: bytes):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values)


def write_inputs(folder: Path, qgpu: str):
    """Normal values for each granularity, and their codes and parameters, from the CPU."""
    source = random.Random(1)
    values = array.array("f", (source.gauss(0, 1) for _ in range(ELEMENTS))).tobytes()
    for name, (shape, options, _) in GRANULARITIES.items():
        write_npy(folder / f"{name}.npy", shape, values)
        command = [qgpu, "quantize", folder / f"{name}.npy", folder / f"{name}.codes.npy", MODE, *options,
                   "--device", "cpu", "-q", "--report", folder / f"{name}.params.json"]
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
