"""The StableHLO reference interpreter as jaxlib carries it (pip install jaxlib==0.10.2; Python 3.11 or later)."""
import os
import pickle
import re
import struct

import numpy as np
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir._mlir_libs import _jax_mlir_ext
from jaxlib.mlir.dialects import chlo, stablehlo

_context = None


def context():
    global _context
    if _context is None:
        stablehlo.register_stablehlo_passes()
        registry = ir.DialectRegistry()
        _jax_mlir_ext.register_dialects(registry)
        _context = ir.Context()
        _context.enable_multithreading(False)
        _context.append_dialect_registry(registry)
        _context.load_all_available_dialects()
        chlo.register_dialect(_context)
        stablehlo.register_dialect(_context)
        with _context:   # this pass loads the quant dialect, which no Python call does
            passmanager.PassManager.parse('builtin.module(vhlo-legalize-to-stablehlo)').run(ir.Module.parse('module{}').operation)
    return _context


def _integer(raw, element):
    width = int(element.lstrip('uis'))
    value = int.from_bytes(raw, 'little') & (1 << width) - 1
    return value - (1 << width) if element[0] != 'u' and width > 1 and value >> width - 1 else value


def _elements(attribute):
    """(element type, flat list); floats and integers as Python numbers"""
    tensor = ir.RankedTensorType(attribute.type)
    element, count = str(tensor.element_type), int(np.prod(tensor.shape)) if tensor.shape else 1
    text = str(attribute)
    text = text[text.index('<') + 1:text.rindex('> :')]
    width = {'f16': 2, 'bf16': 2, 'f32': 4, 'f64': 8}.get(element)

    def real(raw):
        if element == 'bf16': return struct.unpack('<f', b'\0\0' + raw)[0]
        return struct.unpack({'f16': '<e', 'f32': '<f', 'f64': '<d'}[element], raw)[0]

    def token(t):
        if t in ('true', 'false'): return int(t == 'true')
        if t.startswith('0x'): return real(int(t, 16).to_bytes(width, 'little'))
        # The text has as many digits as its own type needs.
        if element == 'bf16': return struct.unpack('<f', struct.pack('<I', (struct.unpack('<I', struct.pack('<f', float(t)))[0] + 0x8000) & 0xffff0000))[0]
        return float({'f16': np.float16, 'f32': np.float32}.get(element, float)(t)) if width else int(t)
    if text.startswith('"0x'):
        raw = bytes.fromhex(text[3:-1])
        size = width or max(1, int(element.lstrip('uis')) // 8)
        if element == 'i1': raise ValueError('packed booleans')
        values = [real(raw[i:i + size]) if width else _integer(raw[i:i + size], element) for i in range(0, len(raw), size)]
    else:
        values = [token(t) for t in re.findall(r'0x[0-9A-Fa-f]+|-?\d[\d.eE+-]*|true|false', text)]
    return element, values * count if len(values) == 1 else values


def canonical(text):
    """The text as the reference prints it, verified. Throws where it refuses."""
    with context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        module.operation.verify()
        return str(module)


def evaluate(text):
    """[(element type, flat values)] of @main; ValueError where the reference refuses. In a child: it may abort."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            with context(), ir.Location.unknown():
                module = ir.Module.parse(text)
                module.operation.verify()
                answer = [_elements(r) for r in stablehlo.eval_module(module, [])]
        except BaseException as error:   # noqa: B036 - the child must end here
            answer = str(error)[:300]
        with os.fdopen(writer, 'wb') as stream: pickle.dump(answer, stream)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, 'rb') as stream: data = stream.read()
    os.waitpid(child, 0)
    answer = pickle.loads(data) if data else 'the interpreter ended'
    if isinstance(answer, str): raise ValueError(answer)
    return answer
