"""What numpy, onnxruntime and torch do for each operation of qgpu: a function to be timed, or None where they lack it.

The libraries are imported where they are used: peers.py installs them on its first run.
"""
from concurrent.futures import ThreadPoolExecutor

COLUMNS = 4096
BLOCK = 128


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
