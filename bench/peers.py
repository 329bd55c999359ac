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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "peers-venv"
PACKAGES = ["numpy", "onnx", "onnxruntime", "torch"]
COLUMNS = 4096
BLOCK = 128
GRANULARITIES = ["tensor", "axis0", "last_axis", "block128"]


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


class Tensor:
    """The float32 tensor, its parameters for each granularity, and memory for the results."""

    def __init__(self, mib, threads):
        import numpy as np

        self.np = np
        rows = mib * (1 << 20) // 4 // COLUMNS
        rng = np.random.default_rng(1)
        self.x = rng.standard_normal((rows, COLUMNS), dtype=np.float32)
        self.codes = np.empty(self.x.shape, np.uint8)
        self.target = np.empty_like(self.x)
        self.pool = ThreadPoolExecutor(threads)
        self.threads = threads

    def copy(self):
        """One memcpy a thread: numpy copies contiguous halves with memcpy and without the interpreter's lock."""
        parts = self.np.array_split(self.np.arange(self.x.shape[0]), self.threads)
        jobs = [self.pool.submit(self.np.copyto, self.target[p[0] : p[-1] + 1], self.x[p[0] : p[-1] + 1]) for p in parts]
        for job in jobs:
            job.result()

    def parameters(self, granularity):
        np, x = self.np, self.x
        if granularity == "tensor":
            lo, hi = x.min(), x.max()
        elif granularity == "axis0":
            lo, hi = x.min(1), x.max(1)
        elif granularity == "last_axis":
            lo, hi = x.min(0), x.max(0)
        else:
            blocks = x.reshape(x.shape[0], -1, BLOCK)
            lo, hi = blocks.min(2), blocks.max(2)
        scale = ((hi.astype(np.float64) - lo) / 255).astype(np.float32)
        zero_point = np.clip(np.rint(-lo / scale), 0, 255).astype(np.uint8)
        return scale, zero_point


def numpy_work(t, kernel, granularity):
    np, x = t.np, t.x
    scale, zero_point = t.parameters(granularity)
    shape = {"tensor": (), "axis0": (-1, 1), "last_axis": (1, -1), "block128": (x.shape[0], -1, 1)}[granularity]
    s, z = np.reshape(scale, shape), np.reshape(zero_point, shape).astype(np.float32)
    view = x.reshape(x.shape[0], -1, BLOCK) if granularity == "block128" else x
    axis = {"tensor": None, "axis0": 1, "last_axis": 0, "block128": 2}[granularity]

    def quantize():
        return np.clip(np.rint(view / s) + z, 0, 255).astype(np.uint8)

    if kernel == "ranges":
        return lambda: (view.min(axis), view.max(axis))
    if kernel == "quantize":
        return quantize
    codes = quantize()
    if kernel == "dequantize":
        return lambda: (codes.astype(np.float32) - z) * s

    def roundtrip():
        restored = (quantize().astype(np.float32) - z) * s
        error = np.abs(view - restored)
        wide = error.astype(np.float64)
        return error.max(), wide.mean(), (wide * wide).mean(), float(np.vdot(view, view)), float(np.vdot(view, restored))

    return roundtrip


def onnx_work(t, kernel, granularity):
    import onnxruntime as ort
    from onnx import TensorProto, helper, numpy_helper

    scale, zero_point = t.parameters(granularity)
    if granularity == "block128":
        attributes = {"axis": 1, "block_size": BLOCK}
    else:
        attributes = {} if granularity == "tensor" else {"axis": {"axis0": 0, "last_axis": 1}[granularity]}
    constants = [numpy_helper.from_array(t.np.asarray(scale), "s"), numpy_helper.from_array(t.np.asarray(zero_point), "z")]
    if kernel == "ranges":
        axes = {"tensor": [0, 1], "axis0": [1], "last_axis": [0]}.get(granularity)
        if axes is None:
            return None
        constants = [numpy_helper.from_array(t.np.array(axes, t.np.int64), "axes")]
        nodes = [helper.make_node(op, ["x", "axes"], [out], keepdims=0) for op, out in (("ReduceMin", "a"), ("ReduceMax", "b"))]
        source, outputs = t.x, {"a": None, "b": None}
        kind_in, kinds_out = TensorProto.FLOAT, [TensorProto.FLOAT] * 2
    elif kernel == "quantize":
        nodes = [helper.make_node("QuantizeLinear", ["x", "s", "z"], ["y"], **attributes)]
        source, outputs, kind_in, kinds_out = t.x, {"y": t.codes}, TensorProto.FLOAT, [TensorProto.UINT8]
    elif kernel == "dequantize":
        nodes = [helper.make_node("DequantizeLinear", ["x", "s", "z"], ["y"], **attributes)]
        source, outputs, kind_in, kinds_out = t.codes, {"y": t.target}, TensorProto.UINT8, [TensorProto.FLOAT]
    else:
        return None
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", kind_in, list(source.shape))],
        [helper.make_tensor_value_info(name, kind, None) for name, kind in zip(outputs, kinds_out)], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    options = ort.SessionOptions()
    options.intra_op_num_threads = t.threads
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    binding.bind_cpu_input("x", source)
    for name, memory in outputs.items():
        if memory is None:
            binding.bind_output(name)
        else:
            binding.bind_output(name, "cpu", 0, memory.dtype, list(memory.shape), memory.ctypes.data)
    return lambda: session.run_with_iobinding(binding)


def torch_work(t, kernel, granularity):
    import torch

    torch.set_num_threads(t.threads)
    if granularity == "block128":
        return None
    x = torch.from_numpy(t.x)
    scale, zero_point = t.parameters(granularity)
    axis = {"tensor": None, "axis0": 0, "last_axis": 1}[granularity]
    if kernel == "ranges":
        return (lambda: torch.aminmax(x)) if axis is None else (lambda: torch.aminmax(x, dim=1 - axis))
    if axis is None:
        quantize = lambda: torch.quantize_per_tensor(x, float(scale), int(zero_point), torch.quint8)
    else:
        s, z = torch.from_numpy(scale).double(), torch.from_numpy(zero_point).long()
        quantize = lambda: torch.quantize_per_channel(x, s, z, axis, torch.quint8)
    if kernel == "quantize":
        return quantize
    codes = quantize()
    if kernel == "dequantize":
        return codes.dequantize

    def roundtrip():
        restored = quantize().dequantize()
        error = (x - restored).abs()
        wide = error.double()
        return error.max(), wide.mean(), (wide * wide).mean(), torch.dot(x.ravel(), x.ravel()), torch.dot(x.ravel(), restored.ravel())

    return roundtrip


PEERS = {"numpy": numpy_work, "onnxruntime": onnx_work, "torch": torch_work}


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
