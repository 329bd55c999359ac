#pragma once
#include "host/stablehlo/passes/rewrite.hpp"

/// The patterns of stablehlo-legalize-quant-to-math. What they leave to the fallback (dequantize, compute in float32,
/// quantize) they do not match.
namespace qgpu::stablehlo {

Outcome lower_uniform_quantize(Operation& op, Rewriter& rewriter);
Outcome lower_uniform_dequantize(Operation& op, Rewriter& rewriter);
Outcome lower_add(Operation& op, Rewriter& rewriter);
/// dot_general, convolution and dot of a float and a quantized operand.
Outcome lower_hybrid_dot(Operation& op, Rewriter& rewriter);
Outcome lower_dot(Operation& op, Rewriter& rewriter);
Outcome lower_dot_general(Operation& op, Rewriter& rewriter);
Outcome lower_convolution(Operation& op, Rewriter& rewriter);
/// Ops that only move codes: the same op on integers.
Outcome change_types(Operation& op, Rewriter& rewriter);

}  // namespace qgpu::stablehlo
