#include "host/stablehlo/passes/quant_to_math/emit.hpp"
#include "host/stablehlo/passes/quant_to_math/patterns.hpp"

namespace qgpu::stablehlo {
namespace {

/// Divide, add the zero point (also when it is 0), clamp, round half to even, convert.
Outcome quantize_floats(Operation& op, Rewriter& rewriter, const QuantizedType& type) {
  const Type f32 = op.operand(0)->type();
  const ParamConstants params = emit_params(rewriter, type, ZeroPoints::kFloat32);
  Value* lowest = emit_f32(rewriter, static_cast<double>(type.storage_min));
  Value* highest = emit_f32(rewriter, static_cast<double>(type.storage_max));
  Value* value =
      emit_broadcast(rewriter, "divide", rewriter.converted(op.operand(0)), params.scales, f32, params.along_axis);
  value = emit_broadcast(rewriter, "add", value, params.zero_points, f32, params.along_axis);
  value = rewriter.create("stablehlo.clamp", {lowest, value, highest}, f32);
  value = rewriter.create("stablehlo.round_nearest_even", {value}, f32);
  return rewriter.replace_with({emit_convert(rewriter, value, with_element_type(f32, storage_integer_type(type)))});
}

}  // namespace

Outcome lower_uniform_quantize(Operation& op, Rewriter& rewriter) {
  const QuantizedType* to = quantized_element(op.result()->type());
  if (to == nullptr) return Outcome::kNoMatch;
  const Type& input = op.operand(0)->type();
  const QuantizedType* from = quantized_element(input);
  if (to->is_sub_channel() || (from != nullptr && from->is_sub_channel())) return Outcome::kNoMatch;
  if (is_float(element_type(input), FloatKind::kF32)) return quantize_floats(op, rewriter, *to);
  if (from == nullptr) return rewriter.refuse("Unsupported input element type.");
  if (from->is_per_axis() && to->is_per_axis() && from->axis != to->axis)
    return rewriter.refuse("Cannot requantize while changing quantization_axis");
  return rewriter.replace_with(
      {emit_requantize(rewriter, rewriter.converted(op.operand(0)), *from, *to, to_storage_type(op.result()->type()))});
}

Outcome lower_uniform_dequantize(Operation& op, Rewriter& rewriter) {
  const Type& input = op.operand(0)->type();
  const QuantizedType* from = quantized_element(input);
  if (from == nullptr || from->is_sub_channel()) return Outcome::kNoMatch;
  const Type i32 = with_element_type(input, i32_type()), f32 = with_element_type(input, f32_type());
  const ParamConstants params = emit_params(rewriter, *from, ZeroPoints::kInt32);
  Value* value = emit_convert(rewriter, rewriter.converted(op.operand(0)), i32);
  value = emit_broadcast(rewriter, "subtract", value, params.zero_points, i32, params.along_axis);
  value = emit_convert(rewriter, value, f32);
  return rewriter.replace_with({emit_broadcast(rewriter, "multiply", value, params.scales, f32, params.along_axis)});
}

}  // namespace qgpu::stablehlo
