"""ONNX Runtime's QuantizeLinear, DequantizeLinear and DynamicQuantizeLinear as functions of numpy arrays."""
import functools

import numpy as np
import onnxruntime
from onnx import TensorProto, helper

OPSET = 21
TYPES = {"float32": TensorProto.FLOAT, "uint8": TensorProto.UINT8, "int8": TensorProto.INT8, "uint16": TensorProto.UINT16,
         "int16": TensorProto.INT16, "int32": TensorProto.INT32}


@functools.cache
def _evaluator(operator, input_types, output_types, attributes):
    inputs = [helper.make_tensor_value_info(f"in{i}", TYPES[t], None) for i, t in enumerate(input_types)]
    outputs = [helper.make_tensor_value_info(f"out{i}", TYPES[t], None) for i, t in enumerate(output_types)]
    node = helper.make_node(operator, [v.name for v in inputs], [v.name for v in outputs], **dict(attributes))
    graph = helper.make_graph([node], operator, inputs, outputs)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _run(operator, arrays, output_types, **attributes):
    if len(arrays) == 3 and arrays[1].size == 1:  # one scale is per tensor to ONNX Runtime, whatever its shape
        arrays, attributes = (arrays[0], arrays[1].reshape(()), arrays[2].reshape(())), {}
    arrays = [np.ascontiguousarray(a) for a in arrays]
    evaluator = _evaluator(operator, tuple(a.dtype.name for a in arrays), output_types, tuple(attributes.items()))
    return evaluator.run(None, {f"in{i}": a for i, a in enumerate(arrays)})


def quantize_linear(x, scale, zero_point, **attributes):
    return _run("QuantizeLinear", (x, scale, zero_point), (zero_point.dtype.name,), **attributes)[0]


def dequantize_linear(codes, scale, zero_point, **attributes):
    return _run("DequantizeLinear", (codes, scale, zero_point), ("float32",), **attributes)[0]


def dynamic_quantize_linear(x):
    """Codes, scale, zero point."""
    return _run("DynamicQuantizeLinear", (x,), ("uint8", "float32", "uint8"))
