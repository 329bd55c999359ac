#include "host/stablehlo/verify/op_checks.hpp"

// Ops that move codes keep their parameters: scales, zero points and, along with the data, the axis.
namespace qgpu::stablehlo {
namespace {

std::string number(double value) { return fmt::format("{:e}", value); }

bool same_parameters(const QuantizedType& a, const QuantizedType& b) {
  return a.scales == b.scales && a.zero_points == b.zero_points;
}

void verify_per_tensor(const OpChecks& checks, const QuantizedType& operand, const QuantizedType& result) {
  if (operand.is_per_tensor() && result.is_per_tensor() && !same_parameters(operand, result))
    checks.fail("expect same quantization scale and zero_point");
}

void verify_transpose(const OpChecks& checks, const QuantizedType& operand, const QuantizedType& result) {
  verify_per_tensor(checks, operand, result);
  if (!operand.is_per_axis() || !result.is_per_axis()) return;
  const Dimensions permutation = checks.integers("permutation");
  const auto axis = static_cast<std::size_t>(result.axis);
  if (axis < permutation.size() && operand.axis != permutation[axis])
    checks.fail("operand quantization_dimension {} is not same as permutation[{}] = {}", operand.axis, axis,
                permutation[axis]);
  if (!same_parameters(operand, result)) checks.fail("expect same quantization scales and zero_points");
}

/// The product of the sizes before `axis`; nothing if one is unknown.
std::optional<std::int64_t> size_before(const TensorType& tensor, std::int64_t axis) {
  TensorType front = tensor;
  front.shape.resize(static_cast<std::size_t>(axis));
  return front.num_elements();
}

void verify_reshape(const OpChecks& checks, const QuantizedType& operand, const QuantizedType& result) {
  verify_per_tensor(checks, operand, result);
  if (!operand.is_per_axis() || !result.is_per_axis()) return;
  const auto size_at = [](const TensorType& tensor, std::int64_t axis) {
    return tensor.shape[static_cast<std::size_t>(axis)];
  };
  const std::int64_t operand_size = size_at(checks.operand(0), operand.axis);
  const std::int64_t result_size = size_at(checks.result(), result.axis);
  if (operand_size != result_size && operand_size != kDynamic && result_size != kDynamic)
    checks.fail("expect same quantization dimension size for operand and result");
  if (!same_parameters(operand, result)) checks.fail("expect same quantization scales and zero_points");
  const auto before_operand = size_before(checks.operand(0), operand.axis);
  const auto before_result = size_before(checks.result(), result.axis);
  if (before_operand && before_result && *before_operand != *before_result)
    checks.fail("product of dimensions before quantization dimension must match between operand and result");
}

void verify_broadcast(const OpChecks& checks, const QuantizedType& operand, const QuantizedType& result) {
  verify_per_tensor(checks, operand, result);
  if (!operand.is_per_axis() || !result.is_per_axis()) return;
  const Dimensions dimensions = checks.integers("broadcast_dimensions");
  const auto axis = static_cast<std::size_t>(operand.axis);
  if (axis >= dimensions.size()) return;
  if (result.axis != dimensions[axis])
    checks.fail("result quantization_dimension {} not same as broadcast_dimensions[{}] = {}", result.axis, axis,
                dimensions[axis]);
  if (checks.operand(0).shape[axis] != 1) {
    if (!same_parameters(operand, result)) checks.fail("expect same quantization scales and zero_points");
    return;
  }
  for (std::size_t k = 0; k < result.scales.size(); ++k) {
    if (result.scales[k] != operand.scales[0])
      checks.fail("mismatch result scale {} ({}) and operand scale 0 ({})", k, number(result.scales[k]),
                  number(operand.scales[0]));
    if (result.zero_points[k] != operand.zero_points[0])
      checks.fail("mismatch result zero_point {} ({}) and operand zero_point 0 ({})", k, result.zero_points[k],
                  operand.zero_points[0]);
  }
}

}  // namespace

void verify_quantized_movement(const OpChecks& checks) {
  if (checks.op().dialect() != "stablehlo" || checks.num_operands() == 0 || checks.op().num_results() != 1) return;
  const auto* operand = quantized_element(checks.operand_type(0));
  const auto* result = quantized_element(checks.result_type());
  if (!operand || !result) return;
  const std::string_view name = checks.op().name_in_dialect();
  if (name == "transpose") verify_transpose(checks, *operand, *result);
  if (name == "reshape" || name == "dynamic_reshape") verify_reshape(checks, *operand, *result);
  if (name == "broadcast_in_dim" || name == "dynamic_broadcast_in_dim") verify_broadcast(checks, *operand, *result);
}

}  // namespace qgpu::stablehlo
