#!/usr/bin/env python3
"""Memory traffic and modelled time of every CUDA kernel, under the emulator.

    kernel_traffic.py EMULATOR QGPU [--golden FILE] [--write]

Runs the program QGPU on aligned tensors with the libcudart of the folder EMULATOR and reads its statistics. A row
fails where a kernel touches more than 1.02 of the sectors it must, asks for more than 1.2 of them, loads with an
efficiency below 0.98, or is modelled slower than DRAM allows on a GPU of TARGETS. On the GPUs of WATCHED the ratio of
modelled time to DRAM time must not rise over the golden file's. The times are a model's, not measured.
"""
import argparse
import array
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

TARGETS = ("h100", "a100", "rtx4090", "rtx3090")
WATCHED = ("h200", "b200")
RISE = 1.03  # a ratio may move by this much when a compiler changes
COUNT = 1 << 20  # elements of the runs that are timed by the model
TIMES = 16  # as many for the traffic, so that what a launch costs once does not show
GIVEN = ("-8", "8")

# Name, kernel, command, options, shape, bytes an element that must move.
ROWS = (
    ("ranges tensor", "ranges_kernel", "inspect", (), (COUNT,), 4),
    ("ranges rows", "ranges_kernel", "inspect", ("--axis", "0"), (64, 16384), 4),
    ("ranges columns", "ranges_columns_kernel", "inspect", ("--axis", "1"), (2048, 512), 4),
    ("ranges middle axis", "ranges_kernel", "inspect", ("--axis", "1"), (16, 32, 2048), 4),
    ("quantize tensor", "quantize_kernel", "quantize", GIVEN, (COUNT,), 5),
    ("quantize rows", "quantize_kernel", "quantize", (*GIVEN, "--axis", "0"), (64, 16384), 5),
    ("quantize columns", "quantize_columns_kernel", "quantize", (*GIVEN, "--axis", "1"), (2048, 512), 5),
    ("quantize middle axis", "quantize_kernel", "quantize", (*GIVEN, "--axis", "1"), (16, 32, 2048), 5),
    ("dequantize tensor", "dequantize_kernel", "dequantize", ("0.0625", "128"), (COUNT,), 5),
    ("round trip tensor", "roundtrip_kernel", "roundtrip", GIVEN, (COUNT,), 4),
    ("round trip rows", "roundtrip_kernel", "roundtrip", (*GIVEN, "--axis", "0"), (64, 16384), 4),
    ("round trip columns", "roundtrip_columns_kernel", "roundtrip", (*GIVEN, "--axis", "1"), (2048, 512), 4),
    ("round trip middle axis", "roundtrip_kernel", "roundtrip", (*GIVEN, "--axis", "1"), (16, 32, 2048), 4),
    ("row in registers, codes", "fused_rows_kernel", "quantize", ("--axis", "0"), (256, 4096), 5),
    ("row in registers, round trip", "fused_rows_kernel", "roundtrip", ("--axis", "0"), (256, 4096), 4),
)


def save_npy(path, descr, shape, data):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data)


def file_name(kind, shape, times):
    return f"{kind}-{'x'.join(map(str, shape))}-{times}.npy"


def launch_of(row, device, times, folder, arguments):
    """Statistics of the row's kernel, summed over its launches."""
    name, kernel, command, options, shape, _ = row
    source = folder / file_name("codes" if command == "dequantize" else "values", shape, times)
    stats = folder / "stats.json"
    call = [arguments.qgpu, command, source]
    if command == "quantize":
        call += [folder / "out.npy", "asym-u8"]
    elif command == "dequantize":
        call += [folder / "out.npy"]
    elif command == "roundtrip":
        call += ["asym-u8"]
    call += [*options, "--device", "cuda", "--max-host-memory", "1G"]  # one window
    environment = dict(os.environ, LD_LIBRARY_PATH=arguments.emulator, CUDAEMU_STATS=str(stats), CUDAEMU_STATS_DEVICE=device)
    done = subprocess.run([str(word) for word in call], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: {done.stderr.strip()}")
    launches = [l for l in json.loads(stats.read_text())["launches"] if f"{kernel}<" in l["kernel"]]
    if not launches:
        sys.exit(f"{name}: {kernel} was not launched")
    return launches


def total(launches, *path):
    def value(launch):
        for key in path:
            launch = launch[key]
        return launch
    return sum(value(launch) for launch in launches)


def measure(row, folder, arguments):
    floor = COUNT * TIMES * row[5] / 32
    result = {}
    for device in TARGETS + WATCHED:
        launches = launch_of(row, device, 1, folder, arguments)
        result[device] = round(total(launches, "estimate", "time_us") / total(launches, "estimate", "limits", "dram"), 3)
    launches = launch_of(row, "h200", TIMES, folder, arguments)
    kinds = ("global_load", "global_store")
    result["distinct"] = round(sum(total(launches, k, "unique_sectors") for k in kinds) / floor, 4)
    result["requested"] = round(sum(total(launches, k, "sectors") for k in kinds) / floor, 4)
    result["efficiency"] = round(total(launches, "global_load", "bytes") / total(launches, "global_load", "sectors") / 32, 4)
    return result


def faults_of(found, golden):
    yield from (f"{key} {found[key]} > {most}" for key, most in (("distinct", 1.02), ("requested", 1.2)) if found[key] > most)
    if found["efficiency"] < 0.98:
        yield f"efficiency {found['efficiency']} < 0.98"
    yield from (f"{device} {found[device]} > 1.0" for device in TARGETS if found[device] > max(1.0, golden.get(device, 1.0) * RISE))
    yield from (f"{device} {found[device]} > golden {golden[device]}" for device in WATCHED
                if device in golden and found[device] > golden[device] * RISE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("emulator")
    parser.add_argument("qgpu")
    parser.add_argument("--golden", default=pathlib.Path(__file__).parents[2] / "bench/golden/cuda_traffic.json", type=pathlib.Path)
    parser.add_argument("--write", action="store_true", help="write the golden file anew")
    arguments = parser.parse_args()
    golden = {} if arguments.write else json.loads(arguments.golden.read_text())
    random.seed(3)
    values = array.array("f", (random.gauss(0, 1) for _ in range(COUNT))).tobytes()
    rows, failed = {}, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for shape in {row[4] for row in ROWS}:
            for times in (1, TIMES):
                whole = (shape[0] * times, *shape[1:])
                save_npy(folder / file_name("values", shape, times), "<f4", whole, values * times)
        for times in (1, TIMES):
            save_npy(folder / file_name("codes", (COUNT,), times), "|u1", (COUNT * times,), random.randbytes(COUNT) * times)
        for row in ROWS:
            rows[row[0]] = found = measure(row, folder, arguments)
            faults = list(faults_of(found, golden.get(row[0], {})))
            failed += bool(faults)
            print(f"{row[0]:30} " + " ".join(f"{k} {v:<6}" for k, v in found.items()) + ("  FAILED: " + ", ".join(faults) if faults else ""), flush=True)
    if arguments.write:
        arguments.golden.write_text(json.dumps(rows, indent=1) + "\n")
    print(f"{len(ROWS) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
