#include <algorithm>
#include <cmath>

#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/rewrite.hpp"
#include "qgpu/arith_stablehlo.hpp"

// Element-wise ops over quantized tensors as ops over i32 between tosa.rescales: into a common scale with as many
// fractional bits as fit, the op, back to the scale of the result. One rounding, at the end.
namespace qgpu::stablehlo {
namespace {

/// Factor and zero points of one rescale.
struct Rescale {
  double scale;
  std::int64_t input_zero_point = 0;
  std::int64_t output_zero_point = 0;
};

struct Plan {
  std::vector<Rescale> operands;
  Rescale result{1.0};  ///< not for compare, whose result is no number
};

/// Null where the type is not quantized per tensor.
const QuantizedType* per_tensor(const Type& type) {
  const QuantizedType* quantized = quantized_element(type);
  return quantized != nullptr && quantized->is_per_tensor() ? quantized : nullptr;
}

double scale_of(const QuantizedType& type) { return type.scales.front(); }
std::int64_t zero_point_of(const QuantizedType& type) { return type.zero_points.front(); }

/// For ops that need their operands on one scale.
Plan on_common_scale(const QuantizedType& lhs, const QuantizedType& rhs, const QuantizedType* result, bool with_carry) {
  const double common = common_tosa_scale(scale_of(lhs), scale_of(rhs), with_carry);
  const double headroom = tosa_headroom(static_cast<int>((result != nullptr ? *result : lhs).width));
  Plan plan;
  for (const QuantizedType* type : {&lhs, &rhs})
    plan.operands.push_back({tosa_operand_factor(scale_of(*type), common, headroom), zero_point_of(*type), 0});
  if (result != nullptr)
    plan.result = {tosa_result_factor(common, scale_of(*result), headroom), 0, zero_point_of(*result)};
  return plan;
}

/// For products: the codes as they are, the scale all at the end. The reference does the same for a quotient.
Plan on_own_scales(const QuantizedType& lhs, const QuantizedType& rhs, const QuantizedType& result) {
  return {{{1.0, zero_point_of(lhs), 0}, {1.0, zero_point_of(rhs), 0}},
          {tosa_product_factor(scale_of(lhs), scale_of(rhs), scale_of(result)), 0, zero_point_of(result)}};
}

Value* emit_tosa_const(Builder& builder, std::int64_t value, unsigned width) {
  const Type type = tensor_type({1}, integer_type(width));
  return builder.create("tosa.const", {}, type, {{"values", DenseAttr{DenseElements::splat_integer(type, value)}}});
}

/// A tosa.rescale, or null with a report if the factor has no valid shift.
Value* emit_rescale(Rewriter& rewriter, Value* value, Type type, const Rescale& rescale) {
  if (!std::isfinite(rescale.scale)) {
    rewriter.refuse("'tosa.rescale' op has no finite factor for these scales");
    return nullptr;
  }
  const TosaScale scale = tosa_scale(rescale.scale);
  if (!scale.valid()) {
    rewriter.refuse("'tosa.rescale' op needs a shift of " + std::to_string(scale.shift) + " for a factor of " +
                    std::to_string(rescale.scale) + ", expected a shift in [2, 62]");
    return nullptr;
  }
  const auto zero_point = [&](const Type& of, std::int64_t z) {
    return emit_tosa_const(rewriter, z, bit_width(element_type(to_storage_type(of))));
  };
  Value* multiplier = emit_tosa_const(rewriter, scale.multiplier, 32);
  Value* shift = emit_tosa_const(rewriter, scale.shift, 8);
  Value* input_zero_point = zero_point(value->type(), rescale.input_zero_point);
  Value* output_zero_point = zero_point(type, rescale.output_zero_point);
  return rewriter.create("tosa.rescale", {value, multiplier, shift, input_zero_point, output_zero_point},
                         std::move(type),
                         {{"input_unsigned", BoolAttr{false}},
                          {"output_unsigned", BoolAttr{false}},
                          {"per_channel", BoolAttr{false}},
                          {"rounding_mode", EnumAttr{"tosa", "rounding_mode", "SINGLE_ROUND"}},
                          {"scale32", BoolAttr{true}}});
}

Outcome emit(Operation& op, Rewriter& rewriter, const Plan& plan) {
  std::vector<Value*> operands;
  for (std::size_t i = 0; i < op.num_operands(); ++i) {
    Value* operand = op.operand(i);
    operands.push_back(
        emit_rescale(rewriter, operand, with_element_type(operand->type(), i32_type()), plan.operands[i]));
    if (operands.back() == nullptr) return Outcome::kRefused;
  }
  const Type& type = op.result()->type();
  if (!is_quantized(type)) return rewriter.replace_with({rewriter.create(op.name(), operands, type, op.attributes())});
  Value* result = rewriter.create(op.name(), operands, with_element_type(type, i32_type()), op.attributes());
  Value* rescaled = emit_rescale(rewriter, result, type, plan.result);
  if (rescaled == nullptr) return Outcome::kRefused;
  return rewriter.replace_with({rescaled});
}

Outcome lower_binary(Operation& op, Rewriter& rewriter) {
  const QuantizedType* lhs = per_tensor(op.operand(0)->type());
  const QuantizedType* rhs = per_tensor(op.operand(1)->type());
  const QuantizedType* result = per_tensor(op.result()->type());
  const std::string_view name = op.name_in_dialect();
  if (lhs == nullptr || rhs == nullptr || !lhs->is_signed() || !rhs->is_signed()) return Outcome::kNoMatch;
  if (name == "compare") return emit(op, rewriter, on_common_scale(*lhs, *rhs, nullptr, false));
  if (result == nullptr || !result->is_signed()) return Outcome::kNoMatch;
  if (name == "multiply" || name == "divide") return emit(op, rewriter, on_own_scales(*lhs, *rhs, *result));
  return emit(op, rewriter, on_common_scale(*lhs, *rhs, result, name == "add" || name == "subtract"));
}

Outcome lower_abs(Operation& op, Rewriter& rewriter) {
  const QuantizedType* operand = per_tensor(op.operand(0)->type());
  const QuantizedType* result = per_tensor(op.result()->type());
  if (operand == nullptr || result == nullptr) return Outcome::kNoMatch;
  return emit(op, rewriter,
              {{{1.0, zero_point_of(*operand), 0}},
               {tosa_requantize_factor(scale_of(*operand), scale_of(*result)), 0, zero_point_of(*result)}});
}

constexpr Pattern kPatterns[] = {
    {"stablehlo.add", lower_binary},     {"stablehlo.subtract", lower_binary}, {"stablehlo.multiply", lower_binary},
    {"stablehlo.divide", lower_binary},  {"stablehlo.maximum", lower_binary},  {"stablehlo.minimum", lower_binary},
    {"stablehlo.compare", lower_binary}, {"stablehlo.abs", lower_abs},
};

}  // namespace

bool legalize_quant_to_tosa_rescale(Operation& function, Diagnostics& diagnostics) {
  return rewrite_greedily(function, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
