#pragma once
#include <string>

#include "host/stablehlo/eval/literal.hpp"
#include "qgpu/output.hpp"

// Tensors of programs as .npy files. Quantized tensors are their storage integers; i2 and i4 are int8, ui2 and ui4
// uint8, bf16 its bits as uint16, i1 bool.
namespace qgpu::stablehlo {

/// numpy's descr of the element in a file: `<f4`, `|b1`, ...
std::string npy_descr(const Literal& literal);
/// numpy's name of that type: `float32`, `bool`, ...
std::string npy_dtype(const Literal& literal);

/// Reads an argument of type `type`; `-` is stdin, and pipes are read as open_npy reads them. Throws Error kFile,
/// naming the file, unless type, shape and size are those expected and every value fits the type.
Literal read_npy(const std::string& path, const Type& type);

/// Adds `literal` to the set as `path`.
void add_npy(OutputSet& outputs, const std::string& path, const Literal& literal);

}  // namespace qgpu::stablehlo
