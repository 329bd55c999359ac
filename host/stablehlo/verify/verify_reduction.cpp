#include <set>

#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"
#include "host/stablehlo/verify/windowed_size.hpp"

namespace qgpu::stablehlo {
namespace {

/// Inputs first, then as many init values.
struct InputsAndInits {
  std::vector<Type> inputs;
  std::vector<Type> inits;
};

InputsAndInits split_operands(const OpChecks& checks) {
  const std::vector<Type> all = checks.op().operand_types();
  if (all.size() < 2) checks.fail("requires at least 1 input value");
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  InputsAndInits parts{{all.begin(), middle}, {middle, middle + (middle - all.begin())}};
  for (std::size_t i = 1; i < parts.inputs.size(); ++i)
    if (!compatible_shapes(parts.inputs[0], parts.inputs[i]))
      checks.fail(
          "expects all inputs to have compatible shapes. Shape at input-index {} is not compatible with shape at "
          "input-index 0",
          i);
  return parts;
}

void expect_accumulator_results(const OpChecks& checks, const std::vector<std::int64_t>& shape) {
  if (checks.num_operands() % 2 != 0) checks.fail_op("expects as many init values as inputs");
  const Operation& end = *checks.op().region(0).front().terminator();
  if (checks.op().num_results() != end.num_operands())
    checks.fail_op("expected {} results, but found {}", end.num_operands(), checks.op().num_results());
  for (std::size_t i = 0; i < end.num_operands(); ++i)
    checks.expect_inferred(tensor_type(shape, element_type(end.operand(i)->type())), i);
}

void reduce(const OpChecks& checks) {
  const InputsAndInits parts = split_operands(checks);
  const TensorType& input = parts.inputs[0].get<TensorType>();
  std::set<std::int64_t> reduced;
  for (const std::int64_t d : checks.integers("dimensions")) {
    if (d < 0 || d >= input.rank())
      checks.fail("Out-of-bounds dimension {}, expected to be in range [0, {})", d, input.rank());
    if (!reduced.insert(d).second) checks.fail("Duplicate reduction dimension: {}", d);
  }
  std::vector<std::int64_t> kept;
  for (std::int64_t d = 0; d < input.rank(); ++d)
    if (!reduced.contains(d)) kept.push_back(input.shape[static_cast<std::size_t>(d)]);
  verify_reducer(checks, checks.op().region(0), parts.inputs, parts.inits, kept);
  expect_accumulator_results(checks, kept);
}

Dimensions list_or_ones(const OpChecks& checks, std::string_view name, std::size_t rank) {
  return checks.op().attributes().contains(name) ? checks.integers(name) : Dimensions(rank, 1);
}

/// The size a window leaves of `input`; dynamic where that is, and where it does not fit 64 bits.
std::int64_t size_under(std::int64_t input, const WindowDimension& window) {
  return input == kDynamic ? kDynamic : windowed_size(input, window).value_or(kDynamic);
}

void reduce_window(const OpChecks& checks) {
  const InputsAndInits parts = split_operands(checks);
  const TensorType& input = parts.inputs[0].get<TensorType>();
  const Dimensions window = checks.integers("window_dimensions");
  const std::size_t rank = window.size();
  if (static_cast<std::int64_t>(rank) != input.rank())
    checks.fail(
        "expects window-dimensions size == input rank, but got window-dimensions size: {} and input: '{}' with rank = "
        "{}.",
        rank, print_type(parts.inputs[0]), input.rank());
  const Dimensions strides = list_or_ones(checks, "window_strides", rank);
  const Dimensions base = list_or_ones(checks, "base_dilations", rank);
  const Dimensions dilation = list_or_ones(checks, "window_dilations", rank);
  verify_window(checks, window, strides, "padding", base, dilation);
  verify_reducer(checks, checks.op().region(0), parts.inputs, parts.inits, window);
  const Dimensions pads =
      checks.op().attributes().contains("padding") ? checks.integers("padding") : Dimensions(2 * rank, 0);
  std::vector<std::int64_t> shape;
  shape.reserve(rank);
  for (std::size_t d = 0; d < rank; ++d)
    shape.push_back(
        size_under(input.shape[d], {window[d], strides[d], pads[2 * d], pads[2 * d + 1], base[d], dilation[d]}));
  expect_accumulator_results(checks, shape);
}

void verify_select_region(const OpChecks& checks, const Region& region, const Type& scalar) {
  if (region.num_blocks() != 1) checks.fail_op("expects a select region of one block");
  const Block& block = region.front();
  if (block.num_arguments() != 2)
    checks.fail("expects the select-region to take 2 parameters, but takes {}", block.num_arguments());
  for (std::size_t i = 0; i < 2; ++i)
    if (!compatible_types(block.argument(i)->type(), scalar))
      checks.fail("expects the type of select-region's parameter at index {} to be '{}', but got '{}'", i,
                  print_type(scalar), print_type(block.argument(i)->type()));
  const Operation* end = block.terminator();
  const std::size_t returned = end && end->name() == "stablehlo.return" ? end->num_operands() : 0;
  if (returned != 1) checks.fail("expects select-region to return single value, but got: {}", returned);
  const auto* type = end->operand(0)->type().get_if<TensorType>();
  if (!type || type->element != i1_type() || (type->ranked && type->rank() != 0))
    checks.fail("expects the return-type of select-region to be tensor<i1>, but got: '{}'",
                print_type(end->operand(0)->type()));
}

void select_and_scatter(const OpChecks& checks) {
  const TensorType& operand = checks.operand(0);
  const Type scalar = scalar_tensor(operand.element);
  verify_select_region(checks, checks.op().region(0), scalar);
  verify_reducer(checks, checks.op().region(1), {scalar_tensor(checks.operand(1).element)}, {checks.operand_type(2)},
                 {});
  const Dimensions window =
      checks.op().attributes().contains("window_dimensions") ? checks.integers("window_dimensions") : Dimensions{};
  const std::size_t rank = window.size();
  if (static_cast<std::int64_t>(rank) != operand.rank())
    checks.fail(
        "expects window-dimensions size == operand rank, but got window-dimensions size: {} and operand-type: '{}' "
        "with rank = {}.",
        rank, print_type(checks.operand_type(0)), operand.rank());
  const Dimensions strides = list_or_ones(checks, "window_strides", rank);
  verify_window(checks, window, strides, "padding", Dimensions(rank, 1), Dimensions(rank, 1));
  const Dimensions pads =
      checks.op().attributes().contains("padding") ? checks.integers("padding") : Dimensions(2 * rank, 0);
  TensorType source = operand;
  source.encoding = {};
  for (std::size_t d = 0; d < rank; ++d)
    source.shape[d] = size_under(operand.shape[d], {window[d], strides[d], pads[2 * d], pads[2 * d + 1], 1, 1});
  if (!compatible_types(Type(source), checks.operand_type(1)))
    checks.fail("expects source-type to be '{}', but got'{}'", print_type(source), print_type(checks.operand_type(1)));
  checks.expect_inferred(with_element_type(
      checks.operand_type(0), element_type(checks.op().region(1).front().terminator()->operand(0)->type())));
}

}  // namespace

void verify_reduction(const OpChecks& checks) {
  if (checks.name() == "stablehlo.reduce") reduce(checks);
  if (checks.name() == "stablehlo.reduce_window") reduce_window(checks);
  if (checks.name() == "stablehlo.select_and_scatter") select_and_scatter(checks);
  if (checks.name() == "stablehlo.all_reduce" || checks.name() == "stablehlo.reduce_scatter") {
    for (const Type& type : checks.op().operand_types()) {
      const Type scalar = scalar_tensor(element_type(type));
      verify_reducer(checks, checks.op().region(0), {scalar}, {scalar}, {});
    }
  }
}

}  // namespace qgpu::stablehlo
