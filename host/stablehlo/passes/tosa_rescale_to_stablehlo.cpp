#include <optional>

#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/rewrite.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {
namespace {

struct RescaleParams {
  std::int64_t multiplier;
  std::int64_t shift;
  std::int64_t input_zero_point;
  std::int64_t output_zero_point;
};

/// What the lowering covers: one constant scale of 32 bits, rounded once.
std::optional<RescaleParams> constant_params(const Operation& op) {
  const auto rounding = op.string_attribute("rounding_mode");
  if (op.num_operands() != 5 || op.bool_attribute("per_channel") || !op.bool_attribute("scale32") ||
      rounding != "SINGLE_ROUND")
    return std::nullopt;
  std::int64_t numbers[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const std::optional<DenseElements> elements = constant_elements(op.operand(i + 1));
    if (!elements || elements->num_elements() != 1 || !is_integer(element_type(elements->type()))) return std::nullopt;
    numbers[i] = elements->integer_at(0);
  }
  return RescaleParams{numbers[0], numbers[1], numbers[2], numbers[3]};
}

/// ((x - input_zero_point) * multiplier + (1 << (shift - 1))) >> shift, plus the output's zero point, clamped to the
/// output's storage type: all in i64, which holds every step.
Outcome lower_rescale(Operation& op, Rewriter& rewriter) {
  const std::optional<RescaleParams> params = constant_params(op);
  const Type input = op.operand(0)->type(), output = op.result()->type();
  const TensorType* tensor = input.get_if<TensorType>();
  if (!params || tensor == nullptr || !tensor->is_static()) return Outcome::kNoMatch;
  if (params->shift < 2 || params->shift > 62)
    return rewriter.refuse("'tosa.rescale' op has a shift of " + std::to_string(params->shift) +
                           ", expected a shift in [2, 62]");

  const Type stored_input = to_storage_type(input), stored_output = to_storage_type(output);
  const Type i64 = with_element_type(stored_input, i64_type());
  const auto constant = [&](std::int64_t value, Type element) {
    return rewriter.constant(DenseElements::splat_integer(with_element_type(stored_input, std::move(element)), value));
  };
  const auto widened = [&](Value* value) { return rewriter.create("stablehlo.convert", {value}, i64); };
  const auto binary = [&](std::string_view name, Value* a, Value* b) {
    return rewriter.create("stablehlo." + std::string(name), {a, b}, i64);
  };

  Value* value = op.operand(0);
  if (is_quantized(input)) value = rewriter.create("stablehlo.bitcast_convert", {value}, stored_input);
  Value* narrow_multiplier = constant(params->multiplier, i32_type());
  Value* narrow_shift = constant(params->shift, integer_type(8));
  Value* narrow_input_zero_point = constant(params->input_zero_point, i32_type());
  Value* narrow_output_zero_point = constant(params->output_zero_point, i32_type());
  Value* one = constant(1, i64_type());
  const unsigned bits = bit_width(element_type(stored_output));
  Value* lowest = constant(storage_min(static_cast<int>(bits), true), i64_type());
  Value* highest = constant(storage_max(static_cast<int>(bits), true), i64_type());

  Value* multiplier = widened(narrow_multiplier);
  Value* shift = widened(narrow_shift);
  Value* input_zero_point = widened(narrow_input_zero_point);
  Value* output_zero_point = widened(narrow_output_zero_point);
  value = widened(value);

  value = binary("subtract", value, input_zero_point);
  Value* half = binary("shift_left", one, binary("subtract", shift, one));
  value = binary("multiply", value, multiplier);
  value = binary("add", value, half);
  value = binary("shift_right_arithmetic", value, shift);
  value = binary("add", value, output_zero_point);
  value = rewriter.create("stablehlo.clamp", {lowest, value, highest}, i64);
  value = rewriter.create("stablehlo.convert", {value}, stored_output);
  if (is_quantized(output)) value = rewriter.create("stablehlo.bitcast_convert", {value}, output);
  return rewriter.replace_with({value});
}

constexpr Pattern kPatterns[] = {{"tosa.rescale", lower_rescale}};

}  // namespace

bool legalize_tosa_rescale_to_stablehlo(Operation& function, Diagnostics& diagnostics) {
  return rewrite_greedily(function, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
