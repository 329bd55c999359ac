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
Literal complex_convert(const OpCall& call);

}  // namespace qgpu::stablehlo
