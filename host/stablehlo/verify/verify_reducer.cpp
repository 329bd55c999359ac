#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

namespace qgpu::stablehlo {

void verify_reducer(const OpChecks& checks, const Region& region, const std::vector<Type>& inputs,
                    const std::vector<Type>& inits, const std::vector<std::int64_t>& allowed_dimensions) {
  const std::size_t count = inputs.size();
  if (region.num_blocks() != 1) checks.fail_op("region control flow: expects a region of one block");
  const Block& block = region.front();
  if (block.num_arguments() != 2 * count)
    checks.fail("Reduction-region must take {} parameters, but takes {} parameter(s)", 2 * count,
                block.num_arguments());
  const Operation* end = block.terminator();
  if (!end || end->name() != "stablehlo.return" || end->num_operands() == 0)
    checks.fail("The reduction-region expected to return some value(s)");
  if (end->num_operands() != count)
    checks.fail("Reduction-region here must produce {} tensors, but produces {} instead", count, end->num_operands());
  for (const Type& type : end->operand_types())
    if (!type.is<TensorType>())
      checks.fail("Reduction-region here must produce tensor-typed result(s), but produces '{}' instead",
                  print_type(type));

  for (std::size_t i = 0; i < count; ++i) {
    const Type& accumulator = end->operand(i)->type();
    const Type accumulator_element = element_type(accumulator);
    for (const std::size_t parameter : {i, count + i}) {
      const Type& type = block.argument(parameter)->type();
      // The element parameter need only hold the input's element; the accumulator must be the result itself.
      if (!compatible_types(type, accumulator))
        checks.fail(
            "The type of reduction-region's parameter at index {} is different than the corresponding result type: "
            "'{}' vs '{}'",
            parameter, print_type(type), print_type(accumulator));
    }
    if (!compatible_shapes(accumulator, inits[i]))
      checks.fail(
          "The shape of reduction-region's result type at index {} differs from the op's corresponding init-value "
          "type: '{}' vs '{}'",
          i, print_type(accumulator), print_type(inits[i]));
    if (!is_promotable(element_type(inits[i]), accumulator_element))
      checks.fail(
          "The element-type of reduction-region's result type at index {} is expected to be promotable from the op's "
          "corresponding "
          "init-value element-type: '{}' vs '{}'",
          i, print_type(accumulator), print_type(inits[i]));
    const Type& parameter = block.argument(count + i)->type();
    if (!is_promotable(element_type(inputs[i]), element_type(parameter)))
      checks.fail(
          "The element-type of reduction-region's argument at index {} is expected to be promotable from '{}', but got "
          "'{}'",
          count + i, print_type(element_type(inputs[i])), print_type(element_type(parameter)));
    const auto& shape = parameter.get<TensorType>().shape;
    if (shape.size() > allowed_dimensions.size())
      checks.fail("The rank of reduction-region's argument at index {} is expected to be <= {}, got {}", count + i,
                  allowed_dimensions.size(), shape.size());
    // The argument's dimensions must be those of the input, in order, with some left out.
    std::size_t next = 0;
    for (const std::int64_t size : allowed_dimensions)
      if (next < shape.size() && (size == kDynamic || shape[next] == kDynamic || size == shape[next])) ++next;
    if (next != shape.size())
      checks.fail(
          "The shape of reduction-region's argument at index {} is not compatible with that of reduce-op's "
          "input-parameter at index {}",
          count + i, i);
  }
}

void verify_window(const OpChecks& checks, const Dimensions& window, const Dimensions& strides,
                   std::string_view padding, const Dimensions& base_dilations, const Dimensions& window_dilations) {
  const auto same_size = [&](std::string_view name, std::size_t size) {
    if (size != window.size())
      checks.fail("expects {} to have same dimension-size as size of window dimensions ({}), but got: {}.", name,
                  window.size(), size);
  };
  const Attribute pads = checks.op().attribute(padding);
  if (pads) {
    const auto* dense = pads.get_if<DenseAttr>();
    if (!dense)
      checks.fail_op("attribute '{}' failed to satisfy constraint: 64-bit signless integer elements attribute",
                     padding);
    const auto& shape = dense->elements.type().get<TensorType>().shape;
    if (shape.size() != 2 || shape[1] != 2)
      checks.fail("expects the shape of padding-attribute to be {{N, 2}}, but got {{{}}}.", fmt::join(shape, ", "));
    same_size("padding-entries", static_cast<std::size_t>(shape[0]));
  }
  same_size("window-strides", strides.size());
  same_size("base-dilation factors", base_dilations.size());
  same_size("window-dilation factors", window_dilations.size());
  for (std::size_t i = 0; i < window.size(); ++i) {
    if (window[i] != kDynamic && window[i] <= 0)
      checks.fail("expects window to have positive value for {}-th window dimension, but got {}.", i, window[i]);
    if (strides[i] <= 0)
      checks.fail("expects window to have positive stride for {}-th window dimension, but got {}.", i, strides[i]);
    if (base_dilations[i] <= 0)
      checks.fail("expects window to have positive base dilation factor for {}-th window dimension, but got {}.", i,
                  base_dilations[i]);
    if (window_dilations[i] <= 0)
      checks.fail("expects window to have positive window dilation factor for {}-th window dimension, but got {}.", i,
                  window_dilations[i]);
  }
}

}  // namespace qgpu::stablehlo
