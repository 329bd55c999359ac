#pragma once
#include <span>
#include <string_view>

#include "host/stablehlo/eval/interpreter.hpp"

// The ops on complex elements that programs about quantization use beside their quantized ones. Not tuned: one loop.
namespace qgpu::stablehlo {

Literal complex_unary(const OpCall& call);
Literal complex_binary(const OpCall& call, std::string_view op, std::span<const Literal> operands);
Literal complex_compare(const OpCall& call, std::string_view direction, std::span<const Literal> operands);
Literal complex_select(const OpCall& call);
/// To or from complex elements; the imaginary part of a complex number that becomes real is dropped.
Literal complex_convert(const Literal& operand, const Type& type);
/// `real`, whose element is that of the parts, with imaginary parts 0.
Literal complex_from_real(const Literal& real, const Type& type);
/// dot and dot_general, summed from left to right.
Literal complex_dot(const OpCall& call);

}  // namespace qgpu::stablehlo
