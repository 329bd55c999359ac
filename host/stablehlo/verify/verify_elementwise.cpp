#include <algorithm>
#include <array>

#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

namespace qgpu::stablehlo {
namespace {

// Operands and result of one baseline type.
constexpr std::array<std::string_view, 35> kAllAlike = {"and",
                                                        "atan2",
                                                        "cbrt",
                                                        "ceil",
                                                        "cosine",
                                                        "count_leading_zeros",
                                                        "divide",
                                                        "exponential",
                                                        "exponential_minus_one",
                                                        "floor",
                                                        "log",
                                                        "log_plus_one",
                                                        "logistic",
                                                        "maximum",
                                                        "minimum",
                                                        "multiply",
                                                        "negate",
                                                        "not",
                                                        "or",
                                                        "popcnt",
                                                        "power",
                                                        "reduce_precision",
                                                        "remainder",
                                                        "round_nearest_afz",
                                                        "round_nearest_even",
                                                        "rsqrt",
                                                        "shift_left",
                                                        "shift_right_arithmetic",
                                                        "shift_right_logical",
                                                        "sign",
                                                        "sine",
                                                        "sqrt",
                                                        "subtract",
                                                        "tan",
                                                        "tanh"};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

void require_one_shape(const OpChecks& checks, std::string_view message) {
  for (std::size_t i = 0; i < checks.num_operands(); ++i)
    if (!compatible_shapes(checks.operand(i), checks.result())) checks.fail_op("{}", message);
}

void verify_add(const OpChecks& checks) {
  require_one_shape(checks, "requires the same shape for all operands and results");
  const Type lhs_element = checks.operand(0).element;
  const Type rhs_element = checks.operand(1).element;
  const Type result_element = checks.result().element;
  const auto* lhs = lhs_element.get_if<QuantizedType>();
  const auto* rhs = rhs_element.get_if<QuantizedType>();
  const auto* result = result_element.get_if<QuantizedType>();
  if (!lhs && !rhs && !result) {
    if (lhs_element != rhs_element || lhs_element != result_element)
      checks.fail("op requires the same element type for all operands and results");
    return;
  }
  if (!lhs || !rhs || !result) checks.fail("expects  all operands and results to be either quantized or non-quantized");
  const auto same_storage = [](const QuantizedType& a, const QuantizedType& b) {
    return storage_integer_type(a) == storage_integer_type(b);
  };
  if (!same_storage(*lhs, *rhs) || !same_storage(*lhs, *result))
    checks.fail("mismatched operands and result quantization storage types");
  if (lhs->expressed != rhs->expressed || lhs->expressed != result->expressed)
    checks.fail("mismatched operands and result quantization expressed types");
  if (!lhs->is_per_axis() && !rhs->is_per_axis()) {
    if (result->is_per_axis())
      checks.fail("result is per_axis quantized but none from lhs and rhs are per_axis quantized");
    return;
  }
  if (!result->is_per_axis()) checks.fail("result is not per_axis quantized but lhs or rhs are");
  for (const auto& [side, operand] : {std::pair("lhs", lhs), std::pair("rhs", rhs)})
    if (operand->is_per_axis() && operand->axis != result->axis)
      checks.fail("quantization_dimension of {} and result are not same '{}' vs '{}'", side,
                  print_type(side == std::string_view("lhs") ? lhs_element : rhs_element), print_type(result_element));
}

void verify_compare(const OpChecks& checks) {
  if (!compatible_shapes(checks.operand(0), checks.operand(1)) ||
      !compatible_shapes(checks.operand(0), checks.result()))
    checks.fail_op("requires the same shape for all operands and results");
  if (!compatible_elements(checks.operand(0).element, checks.operand(1).element))
    checks.fail_op("requires the same element type for all operands");
}

void verify_select(const OpChecks& checks) {
  if (!compatible_shapes(checks.operand(1), checks.operand(2)) ||
      checks.operand(1).element != checks.operand(2).element)
    checks.fail("requires compatible types for non-predicate operands");
  if (checks.operand(0).rank() != 0 && !compatible_shapes(checks.operand(0), checks.operand(1)))
    checks.fail("requires the same shape for all operands");
  checks.expect_inferred(checks.operand_type(1));
}

void verify_clamp(const OpChecks& checks) {
  for (std::size_t i = 0; i < 3; ++i)
    if (!compatible_elements(checks.operand(i).element, checks.result().element))
      checks.fail_op("requires compatible element types for all operands and results");
  for (const auto& [index, side] : {std::pair(std::size_t{0}, "min"), std::pair(std::size_t{2}, "max")})
    if (checks.operand(index).rank() != 0 && !compatible_shapes(checks.operand(index), checks.operand(1)))
      checks.fail("{} shape [{}] is not scalar and is not compatible to operand shape [{}]", side,
                  fmt::join(checks.operand(index).shape, ", "), fmt::join(checks.operand(1).shape, ", "));
  checks.expect_inferred(checks.operand_type(1));
}

void verify_quantize(const OpChecks& checks) {
  const QuantizedType& result = *quantized_element(checks.result_type());
  const Type operand = checks.operand(0).element;
  const auto* quantized = operand.get_if<QuantizedType>();
  const Type& expressed = quantized ? quantized->expressed : operand;
  if (expressed != result.expressed)
    checks.fail("Expressed type of result expected to be '{}', but got '{}'", print_type(expressed),
                print_type(result.expressed));
}

}  // namespace

void verify_elementwise(const OpChecks& checks) {
  if (checks.op().dialect() != "stablehlo") return;
  const std::string_view name = checks.op().name_in_dialect();
  if (std::ranges::find(kAllAlike, name) != kAllAlike.end() || name == "xor") {
    for (std::size_t i = 0; i < checks.num_operands(); ++i)
      if (!compatible_types(checks.operand_type(i), checks.result_type()))
        checks.fail_op("requires compatible types for all operands and results");
    return;
  }
  if (is_one_of(name, {"abs", "real", "imag", "is_finite", "uniform_quantize", "uniform_dequantize", "complex"}))
    require_one_shape(checks, "all non-scalar operands/results must have the same shape and base type");
  if (name == "convert") require_one_shape(checks, "requires the same shape for all operands and results");
  if (name == "abs" || name == "real" || name == "imag") {
    const auto* complex = checks.operand(0).element.get_if<ComplexType>();
    const Type element = complex ? complex->element : checks.operand(0).element;
    checks.expect_inferred(with_element_type(checks.operand_type(0), element));
  }
  if (name == "uniform_dequantize") checks.expect_inferred(to_expressed_type(checks.operand_type(0)));
  if (name == "uniform_quantize") verify_quantize(checks);
  if (name == "add") verify_add(checks);
  if (name == "compare") verify_compare(checks);
  if (name == "select") verify_select(checks);
  if (name == "clamp") verify_clamp(checks);
}

}  // namespace qgpu::stablehlo
