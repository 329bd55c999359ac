#!/usr/bin/env python3
"""qgpu beside numpy, onnxruntime, torch, memcpy and cp, in one run.

    bench/peers.py --qgpu build/release/qgpu [--size-mib 256] [--threads 2] [--pairs 11] [--json FILE]

Makes a virtual environment in build/peers-venv on its first run (torch is large). In memory, every operation is timed in
turn with a copy of the same tensor by as many threads, and is quoted as a share of that copy: so figures of different
processes can be compared although the machine's speed drifts. The last table times whole processes, file to file,
in turn with cp.
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from peer_operations import COLUMNS, PEERS, Tensor

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "peers-venv"
PACKAGES = ["numpy", "onnx", "onnxruntime", "torch"]


def ensure_venv():
    """Runs this script again inside the environment that has the peers."""
    python = VENV / "bin" / "python"
    if Path(sys.prefix) == VENV or os.environ.get("QGPU_PEERS_HERE"):
        return
    if not (VENV / "done").exists():
        subprocess.check_call([sys.executable, "-m", "venv", str(VENV)])
        subprocess.check_call([str(python), "-m", "pip", "install", "-q", *PACKAGES])
        (VENV / "done").touch()
    os.execv(python, [str(python), __file__, *sys.argv[1:]])


def seconds_of(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def in_turn(work, copy, pairs, warm_up=1):
    """Median seconds of `work`, and median of copy seconds / work seconds over the pairs."""
    times, ratios = [], []
    slow = None
    for i in range(-warm_up, pairs):
        copied = seconds_of(copy)
        worked = seconds_of(work)
        if i < 0:
            slow = worked > 1.0
            continue
        times.append(worked)
        ratios.append(copied / worked)
        if slow and i >= 2:  # three pairs of what takes seconds
            break
    return statistics.median(times), statistics.median(ratios)


def qgpu_rows(args):
    out = subprocess.check_output([args.qgpu, "bench", "--device", "cpu", "--threads", str(args.threads), "--bytes",
                                   f"{args.size_mib}M", "--samples", str(args.pairs)])
    return json.loads(out)


def in_memory(args):
    bench = qgpu_rows(args)
    tensor = Tensor(args.size_mib, args.threads)
    copy_bytes = 2 * tensor.x.nbytes
    rows = []
    for row in bench["rows"]:
        if row["kernel"].startswith("fused"):
            continue
        entry = {"kernel": row["kernel"], "granularity": row["granularity"],
                 "qgpu": {"gb_per_s": row["gb_per_s"], "share_of_copy": row["share_of_copy"]}}
        for name, make in PEERS.items():
            try:
                work = make(tensor, row["kernel"], row["granularity"])
            except Exception as error:  # a peer that lacks the operation is said so, and no more
                print(f"{name} {row['kernel']} {row['granularity']}: {error}", file=sys.stderr)
                work = None
            if work is None:
                continue
            seconds, ratio = in_turn(work, tensor.copy, args.pairs)
            share = ratio * row["bytes"] / copy_bytes
            entry[name] = {"gb_per_s": row["bytes"] / seconds * 1e-9, "share_of_copy": share,
                           "qgpu_is_faster_by": row["share_of_copy"] / share}
        rows.append(entry)
    return bench, rows


def whole_processes(args):
    """qgpu and a numpy script against cp, files in the page cache."""
    rows = []
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        x, q, y = f"{folder}/x.npy", f"{folder}/q.npy", f"{folder}/y.npy"
        import numpy as np

        np.save(x, np.random.default_rng(2).standard_normal((args.size_mib * 64, COLUMNS), dtype=np.float32))
        options = ["--device", "cpu", "--threads", str(args.threads)]
        report = f"{folder}/q.json"
        subprocess.check_output([args.qgpu, "quantize", x, q, "asym-u8", *options, "--report", report])
        script = ("import numpy as np,sys\nx=np.load(sys.argv[1]);lo=min(0,x.min());hi=max(0,x.max());s=np.float32((hi-lo)/255);"
                  "z=np.rint(-lo/s)\nnp.save(sys.argv[2],np.clip(np.rint(x/s)+z,0,255).astype(np.uint8))")
        commands = {
            "quantize": [args.qgpu, "quantize", x, q, "asym-u8", *options],
            "inspect": [args.qgpu, "inspect", x, *options],
            "roundtrip": [args.qgpu, "roundtrip", x, *options],
            "dequantize": [args.qgpu, "dequantize", q, y, "--params", report, *options],
            "numpy quantize script": [sys.executable, "-c", script, x, q],
        }
        run = lambda command: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for name, command in commands.items():
            seconds, ratio = in_turn(lambda: run(command), lambda: run(["cp", x, f"{folder}/copy.npy"]), args.pairs)
            rows.append({"command": name, "seconds": seconds, "of_cp_time": 1 / ratio})
    return rows


def show(bench, rows, processes):
    copy = bench["copy"]
    print(f"memcpy {copy['gb_per_s']:.1f} GB/s read + written; read {copy['read_gb_per_s']:.1f} GB/s\n")
    print("| operation | granularity | qgpu GB/s (of copy) | " + " | ".join(f"{p} (qgpu is faster by)" for p in PEERS) + " |")
    print("|---|---|---|" + "---|" * len(PEERS))
    for row in rows:
        cells = []
        for peer in PEERS:
            entry = row.get(peer)
            cells.append(f"{entry['gb_per_s']:.2f} ({entry['qgpu_is_faster_by']:.1f}x)" if entry else "-")
        own = row["qgpu"]
        print(f"| {row['kernel']} | {row['granularity']} | {own['gb_per_s']:.1f} ({own['share_of_copy']:.2f}) | " + " | ".join(cells) + " |")
    print("\n| whole process, file to file | seconds | of cp's time |\n|---|---|---|")
    for row in processes:
        print(f"| {row['command']} | {row['seconds']:.3f} | {row['of_cp_time']:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qgpu", required=True)
    parser.add_argument("--size-mib", type=int, default=256)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--pairs", type=int, default=11)
    parser.add_argument("--folder", default=None, help="where the files of the whole-process table go")
    parser.add_argument("--json", default=None)
    args = parser.parse_args()
    args.qgpu = str(Path(args.qgpu).resolve())
    bench, rows = in_memory(args)
    processes = whole_processes(args)
    show(bench, rows, processes)
    if args.json:
        result = {"date": time.strftime("%Y-%m-%d"), "machine": platform.machine(), "command": " ".join(sys.argv),
                  "bench": bench, "peers": rows, "processes": processes}
        Path(args.json).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    ensure_venv()
    main()
