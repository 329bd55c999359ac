#!/usr/bin/env python3
"""Counts of the CUDA kernels under the emulator, compared with bench/golden/kernel_counts.json.

    LD_LIBRARY_PATH=EMULATOR bench/kernel_counts.py --qgpu build/ci/qgpu [--update] [--only WORD]

Each row is one operation on one granularity of an aligned tensor. README.md tells what the figures mean. A row fails
where it misses a limit below that the golden file does not list as missed, or where a figure is more than 2 % above
the golden one. --update writes the golden file anew: limits that are missed then stand there as known.
Times and instructions are the emulator's model, nothing here was measured on a GPU.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kernel_cases import cases, write_inputs

GOLDEN = Path(__file__).resolve().parent / "golden" / "kernel_counts.json"
DEVICES = ["h100", "a100", "rtx4090", "rtx3090", "h200", "b200"]
# Figure -> the most it may be. One that a golden row lists under `known` is over it today, and may not rise.
LIMITS = {"distinct": 1.02, "requested": 1.2, "waste": 0.02, "local": 0,
          "h100": 1.0, "a100": 1.0, "rtx4090": 1.0, "rtx3090": 1.0}
RISE = 1.02
ROUNDING = 0.0011  # the last digit written, so that a figure of 0.01 may have noise there


def launches_of(qgpu, case, device, folder):
    """The launches of one run of a case, as the emulator counts them, with its model of `device`."""
    output = folder / f"{case.name.replace(' ', '-')}-{device}"
    command = [qgpu, *case.command(folder, output.with_suffix(".npy")), "--device", "cuda", "-q"]
    environment = dict(os.environ, CUDAEMU_STATS=str(output.with_suffix(".json")), CUDAEMU_STATS_DEVICE=device,
                       CUDAEMU_THREADS="1")  # one thread: blocks run in order, and counts repeat
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"kernel_counts.py: {case.name}: {done.stderr.strip()}")
    return json.loads(output.with_suffix(".json").read_text())["launches"]


def kernel_name(launch):
    return launch["kernel"].split("(anonymous namespace)::")[-1].split("<")[0].split("(")[0]


def figures(case, launches):
    """What the golden file keeps of a row; `waste` is 1 - the efficiency of global accesses, so that more is worse."""
    accesses = [launch[kind] for launch in launches for kind in ("global_load", "global_store")]
    sectors = sum(access["sectors"] for access in accesses)
    useful = sum(min(access["bytes"], 32 * access["sectors"]) for access in accesses)
    return {
        "launches": len(launches),
        "distinct": 32 * sum(access["unique_sectors"] for access in accesses) / case.floor_bytes,
        "requested": 32 * sectors / case.floor_bytes,
        "waste": 1 - useful / (32 * sectors),
        "local": sum(launch["local_accesses"] for launch in launches),
        "instructions": 32 * sum(launch["estimate"]["sass_warp_instructions"] for launch in launches) / case.elements,
    }


def model_ratio(launches):
    """Modelled time over the time of the DRAM traffic alone: 1 is bound by memory."""
    time = sum(launch["estimate"]["time_us"] for launch in launches)
    return time / sum(launch["estimate"]["limits"]["dram"] for launch in launches)


def count(qgpu, case, folder):
    row = {}
    for device in DEVICES:
        launches = launches_of(qgpu, case, device, folder)
        if not launches:
            sys.exit(f"kernel_counts.py: {case.name}: no kernel was launched")
        row = row or {"kernels": sorted({kernel_name(launch) for launch in launches}), **figures(case, launches)}
        row[device] = model_ratio(launches)
    return {key: round(value, 3) if isinstance(value, float) else value for key, value in row.items()}


def missed_limits(row):
    return [figure for figure, most in LIMITS.items() if figure in row and row[figure] > most]


def faults(row, golden):
    """Why a row fails, one string each."""
    if golden is None:
        return ["not in the golden file (--update adds it)"]
    found = [f"{figure} {row[figure]} is above the limit {LIMITS[figure]}" for figure in missed_limits(row)
             if figure not in golden.get("known", [])]
    for figure, before in golden.items():
        if isinstance(before, (int, float)) and figure in row and rose(absolute(golden, figure), absolute(row, figure)):
            found.append(f"{figure} rose from {before} to {row[figure]}")
    return found


def absolute(row, figure):
    """A figure as a multiple of the floor: a kernel that halves its traffic must not fail because a share of it grows."""
    whole = {"waste": "requested", **{device: "distinct" for device in DEVICES}}.get(figure)
    return row[figure] * row[whole] if whole else row[figure]


def rose(before, now):
    return now > before * RISE + (ROUNDING if before else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qgpu", required=True)
    parser.add_argument("--update", action="store_true", help="write the golden file instead of comparing")
    parser.add_argument("--accept-worse", action="store_true", help="let --update raise figures and add known misses")
    parser.add_argument("--only", default="", metavar="WORD", help="rows with this word in their names alone")
    arguments = parser.parse_args()
    qgpu = os.path.abspath(arguments.qgpu)
    chosen = [case for case in cases() if arguments.only in case.name]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(name)
        write_inputs(folder, qgpu)
        rows = dict(zip([case.name for case in chosen], pool.map(lambda case: count(qgpu, case, folder), chosen)))
    golden = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    if arguments.update:
        golden = updated(golden, rows, arguments)
        GOLDEN.write_text(as_text(golden))
    sys.exit(report(rows, golden) > 0)


def updated(golden, rows, arguments):
    """The golden file with what was found. Ends the program if that would loosen it without leave."""
    for row in rows.values():
        row["known"] = missed_limits(row)
    if golden and not arguments.accept_worse:
        worse = [f"{name}: {fault}" for name, row in rows.items() if name in golden
                 for fault in faults(row, golden[name])]
        if worse:
            sys.exit("kernel_counts.py: this would loosen the golden file (--accept-worse does):\n  " + "\n  ".join(worse))
    return {**golden, **rows} if arguments.only else rows


def as_text(golden):
    """JSON with a row a line, so that a difference reads as a table."""
    return "{\n" + ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in golden.items()) + "\n}\n"


def report(rows, golden):
    """Prints the table; the number of rows that failed."""
    failed = 0
    columns = ["launches", "distinct", "requested", "waste", "local", "instructions", *DEVICES]
    print(f"{'':26}" + " ".join(f"{column[:9]:>9}" for column in columns) + "   (devices: modelled time / DRAM time)")
    for name, row in rows.items():
        over = missed_limits(row)
        print(f"{name:26}" + " ".join(f"{row[c]:>8}{'*' if c in over else ' '}" for c in columns) + "  " + "+".join(row["kernels"]))
        failed += print_faults(faults(row, golden.get(name)))
    known = sum(len(missed_limits(row)) for row in rows.values())
    print(f"* over its limit, {known} figures in all: those that the golden file calls known may not rise")
    fallen = sum(improved(row, golden[name]) for name, row in rows.items() if name in golden)
    if fallen:
        print(f"{fallen} rows are better than the golden file by more than 2 %: hold that with --update")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return failed


def improved(row, golden):
    return any(isinstance(before, (int, float)) and figure in row and rose(absolute(row, figure) + ROUNDING, absolute(golden, figure))
               for figure, before in golden.items())


def print_faults(found):
    for fault in found:
        print(f"    FAILED: {fault}")
    return bool(found)


if __name__ == "__main__":
    main()
