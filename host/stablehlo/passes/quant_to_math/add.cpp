#include "host/stablehlo/passes/quant_to_math/emit.hpp"
#include "host/stablehlo/passes/quant_to_math/patterns.hpp"

namespace qgpu::stablehlo {
namespace {

/// The three types are one, per axis: q = l + r - z. Only for 32-bit codes, as a sum of accumulators and bias is.
Outcome add_per_axis(Operation& op, Rewriter& rewriter, const QuantizedType& type) {
  if (type.width != 32) return Outcome::kNoMatch;
  const Type i32 = to_storage_type(op.result()->type());
  Value* sum =
      rewriter.create("stablehlo.add", {rewriter.converted(op.operand(0)), rewriter.converted(op.operand(1))}, i32);
  if (has_zero_point(type)) {
    Value* zero_points = rewriter.constant(i32_vector(type.zero_points));
    sum = emit_broadcast(rewriter, "subtract", sum, zero_points, i32, along_axis(type));
  }
  return rewriter.replace_with({sum});
}

}  // namespace

Outcome lower_add(Operation& op, Rewriter& rewriter) {
  const QuantizedType* lhs = quantized_element(op.operand(0)->type());
  const QuantizedType* rhs = quantized_element(op.operand(1)->type());
  const QuantizedType* result = quantized_element(op.result()->type());
  if (lhs == nullptr || rhs == nullptr || result == nullptr) return Outcome::kNoMatch;
  if (!lhs->is_per_tensor() || !rhs->is_per_tensor() || !result->is_per_tensor()) {
    if (!lhs->is_per_axis() || *lhs != *rhs || *lhs != *result) return Outcome::kNoMatch;
    return add_per_axis(op, rewriter, *result);
  }

  // Both operands on the result's grid, each rounded to it (the specification rounds once, at the end):
  // (l - z) + (r - z) + z = l + r - z.
  const Type type = op.result()->type();
  const Type i32 = with_element_type(type, i32_type());
  Value* l = emit_requantize(rewriter, rewriter.converted(op.operand(0)), *lhs, *result, i32);
  Value* r = emit_requantize(rewriter, rewriter.converted(op.operand(1)), *rhs, *result, i32);
  Value* zero_point = emit_i32(rewriter, result->zero_points.front());
  Value* sum = emit_broadcast(rewriter, "add", l, r, i32);
  sum = emit_broadcast(rewriter, "subtract", sum, zero_point, i32);
  if (result->width == 32) return rewriter.replace_with({sum});
  Value* lowest = emit_i32(rewriter, result->storage_min);
  Value* highest = emit_i32(rewriter, result->storage_max);
  sum = rewriter.create("stablehlo.clamp", {lowest, sum, highest}, i32);
  return rewriter.replace_with({emit_convert(rewriter, sum, to_storage_type(type))});
}

}  // namespace qgpu::stablehlo
