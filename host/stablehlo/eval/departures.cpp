#include <algorithm>
#include <cmath>

#include "host/stablehlo/eval/evaluation.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

namespace {

bool all_zero(const std::vector<std::int64_t>& values) {
  return std::ranges::all_of(values, [](std::int64_t v) { return v == 0; });
}

bool add_departs(const Operation& op) {
  const QuantizedType* result = quantized_element(op.result()->type());
  if (result == nullptr) return false;
  const auto differs = [&](std::size_t i) {
    return element_type(op.operand(i)->type()) != element_type(op.result()->type());
  };
  return result->is_per_tensor() ? differs(0) || differs(1) : false;
}

/// The lowering truncates, does not clamp, and takes the first channel's scale for all; none of it shows where the
/// scale of the sums is that of a 32-bit result.
bool contraction_departs(const Operation& op) {
  const QuantizedType* lhs = quantized_element(op.operand(0)->type());
  const QuantizedType* rhs = quantized_element(op.operand(1)->type());
  const QuantizedType* result = quantized_element(op.result()->type());
  if (lhs == nullptr || rhs == nullptr || result == nullptr || !lhs->is_per_tensor()) return false;
  if (op.name() == "stablehlo.convolution" && !all_zero(rhs->zero_points)) return false;
  if (result->width < 32 || rhs->scales.size() != result->scales.size()) return true;
  for (std::size_t c = 0; c < rhs->scales.size(); ++c) {
    if (accumulator_scale(lhs->scales[0], rhs->scales[c], result->scales[c]) != 1.0) return true;
  }
  return false;
}

bool select_departs(const Operation& op) {
  return is_quantized(op.result()->type()) && op.operand(1)->type() != op.result()->type();
}

bool stores_flagged_unsigned(const Operation& op) {
  const QuantizedType* result = op.num_results() == 1 ? quantized_element(op.result()->type()) : nullptr;
  return result != nullptr && result->spelling == StorageSpelling::kU && op.name() != "stablehlo.constant";
}

const char* departure_of(const Operation& op) {
  if (op.name() == "stablehlo.add" && add_departs(op))
    return "each operand is rounded to the result's scale before the sum";
  if ((op.name() == "stablehlo.dot" || op.name() == "stablehlo.dot_general" || op.name() == "stablehlo.convolution") &&
      contraction_departs(op)) {
    return "the scaled sum is truncated, not rounded, and wraps instead of clamping";
  }
  if (op.name() == "stablehlo.select" && select_departs(op)) return "the branches are not rescaled to the result";
  if (stores_flagged_unsigned(op)) return "u-storage is clamped as unsigned, then stored as signed";
  return nullptr;
}

}  // namespace

void warn_of_departures(const Module& module, Diagnostics& diagnostics) {
  walk(module.op(), [&](Operation& op) {
    if (const char* why = departure_of(op))
      diagnostics.warning(op.location(), op.name() + " leaves the specification in math mode: " + why);
  });
}

}  // namespace qgpu::stablehlo
