#!/usr/bin/env python3
"""Is the cost of an element flat? From 1 MiB to 4 GiB, and from 1 to a million channels.

    bench/scaling.py --qgpu build/release/qgpu [--threads 2] [--largest-mib 4096] [--json FILE]

Prints two tables of nanoseconds an element, as a share of a copy of the same size in the same run as well. Small tensors
are read from memory as large ones are: `qgpu bench` takes as many in turn as no cache holds.
"""
import argparse
import json
import os
import subprocess

KERNELS = ["ranges", "quantize", "dequantize", "roundtrip"]


def bench(args, size_mib, columns, granularity, pairs):
    command = [args.qgpu, "bench", "--device", "cpu", "--threads", str(args.threads), "--bytes", f"{size_mib}M",
               "--columns", str(columns), "--granularity", granularity, "--samples", str(pairs)]
    command += ["--kernel", ",".join(KERNELS)]
    rows = json.loads(subprocess.check_output(command))["rows"]
    elements = size_mib * (1 << 20) // 4
    return {row["kernel"]: (row["seconds"] / elements * 1e9, row["share_of_copy"]) for row in rows}


def table(title, heads, rows):
    print(f"\n{title}\n\n| {heads} | " + " | ".join(KERNELS) + " |\n|---|" + "---|" * len(KERNELS))
    for name, row in rows:
        print(f"| {name} | " + " | ".join(f"{row[k][0]:.3f} ({row[k][1]:.2f})" for k in KERNELS) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qgpu", required=True)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--largest-mib", type=int, default=4096)
    parser.add_argument("--json")
    args = parser.parse_args()
    sizes, size = [], 1
    while size <= args.largest_mib:
        sizes.append(size)
        size *= 4
    by_size = [(f"{s} MiB", bench(args, s, 4096 if s > 1 else 512, "tensor", 11 if s < 1024 else 3)) for s in sizes]
    by_channels = [(f"{c}", bench(args, 256, c, "last_axis", 7)) for c in (1, 4, 16, 64, 256, 1024, 4096, 65536, 1 << 20)]
    table("ns an element (share of the copy's rate), per tensor", "size", by_size)
    table("ns an element (share of the copy's rate), 256 MiB, per channel of the last axis", "channels", by_channels)
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"by_size": by_size, "by_channels": by_channels}, out, indent=1)


if __name__ == "__main__":
    main()
