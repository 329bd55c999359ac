#pragma once
#include "host/stablehlo/passes/rewrite.hpp"

namespace qgpu::stablehlo {

/// Does a quantized op in its expressed type: a uniform_dequantize for every quantized operand, the same op with the
/// same attributes, a uniform_quantize for every quantized result. Matches the ops whose meaning the specification
/// gives so, if an operand or result is quantized.
Outcome dequantize_compute_quantize(Operation& op, Rewriter& rewriter);

}  // namespace qgpu::stablehlo
