"""StableHLO programs as Python values: types, ops, and the text that qgpu and the reference run."""
import math
import struct
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Quantized:
    width: int
    signed: bool
    expressed: str
    scales: tuple
    zero_points: tuple
    axis: int = None
    low: int = None
    high: int = None

    @property
    def type_min(self): return -(1 << self.width - 1) if self.signed else 0
    @property
    def type_max(self): return (1 << self.width - (1 if self.signed else 0)) - 1
    @property
    def minimum(self): return self.type_min if self.low is None else self.low
    @property
    def maximum(self): return self.type_max if self.high is None else self.high
    @property
    def storage(self): return ('i' if self.signed else 'ui') + str(self.width)

    def __str__(self):
        bounds = '' if self.low is None else '<%d:%d>' % (self.low, self.high)
        params = ['%r%s' % (s, ':%d' % z if z else '') for s, z in zip(self.scales, self.zero_points)]
        params = [p if '.' in p.split(':')[0] else p.replace('e', '.0e', 1) for p in params]
        where = '' if self.axis is None else ':%d' % self.axis
        return '!quant.uniform<%s%s:%s%s, %s>' % (self.storage, bounds, self.expressed, where,
                                                  params[0] if self.axis is None else '{%s}' % ', '.join(params))


@dataclass(frozen=True)
class Tensor:
    shape: tuple
    element: object   # 'f32', 'i8', ... or a Quantized

    def __str__(self): return 'tensor<%s%s>' % (''.join('%dx' % d for d in self.shape), self.element)
    @property
    def count(self): return math.prod(self.shape)
    def with_element(self, element): return Tensor(self.shape, element)
    def quantized(self): return isinstance(self.element, Quantized)


@dataclass
class Op:
    name: str
    operands: list     # indices of earlier ops
    type: Tensor
    attributes: dict = field(default_factory=dict)   # for the evaluator
    text: str = ''                                    # attributes as MLIR text
    values: list = None                               # of a constant, flat
    returned: bool = True


class Program:
    def __init__(self, seed): self.seed, self.ops = seed, []

    def add(self, name, operands, type, text='', returned=True, **attributes):
        self.ops.append(Op(name, list(operands), type, attributes, text, returned=returned))
        return len(self.ops) - 1

    def constant(self, type, values):
        self.ops.append(Op('constant', [], type, values=list(values), returned=False))
        return len(self.ops) - 1

    def type(self, index): return self.ops[index].type
    def results(self): return [i for i, op in enumerate(self.ops) if op.returned]

    def text(self):
        results = self.results()
        lines = ['func.func @main() -> (%s) {' % ', '.join(str(self.type(i)) for i in results)]
        for i, op in enumerate(self.ops):
            signature = '(%s) -> %s' % (', '.join(str(self.type(o)) for o in op.operands), op.type)
            if op.name == 'constant':
                storage = op.type.with_element(op.type.element.storage) if op.type.quantized() else op.type
                lines.append('  %%%d = "stablehlo.constant"() <{value = %s : %s}> : () -> %s' % (i, dense(storage, op.values), storage, op.type))
            else:
                lines.append('  %%%d = "stablehlo.%s"(%s) %s : %s' % (i, op.name, ', '.join('%%%d' % o for o in op.operands), op.text, signature))
        lines.append('  return %s : %s' % (', '.join('%%%d' % i for i in results), ', '.join(str(self.type(i)) for i in results)))
        return '\n'.join(lines + ['}']) + '\n'


def number(element, value):
    if not element.startswith(('f', 'bf')): return str(int(value))
    if element == 'bf16': return '0x%04X' % (struct.unpack('>I', struct.pack('>f', value))[0] >> 16)
    return '0x' + struct.pack({'f16': '>e', 'f32': '>f', 'f64': '>d'}[element], value).hex().upper()


def dense(type, values):
    def nest(shape, flat):
        if not shape: return number(type.element, flat[0])
        step = len(flat) // shape[0] if shape[0] else 0
        return '[%s]' % ', '.join(nest(shape[1:], flat[i * step:(i + 1) * step]) for i in range(shape[0]))
    return 'dense<%s>' % nest(type.shape, values)
