#include "host/stablehlo/ir/op_definition.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

namespace qgpu::stablehlo {
namespace {

/// What each attribute has to be, wherever it occurs among the ops of the table.
bool has_right_kind(const OpChecks& checks, std::string_view name, const Attribute& value, std::string_view& wanted) {
  const auto is_list = [&] {
    wanted = "i64 dense array attribute";
    return integers_of(value).has_value();
  };
  const auto is_integer = [&] {
    wanted = "64-bit signless integer attribute";
    return value.is<IntegerAttr>();
  };
  for (const std::string_view list : {"broadcast_dimensions",
                                      "broadcast_sizes",
                                      "permutation",
                                      "dimensions",
                                      "start_indices",
                                      "limit_indices",
                                      "strides",
                                      "slice_sizes",
                                      "edge_padding_low",
                                      "edge_padding_high",
                                      "interior_padding",
                                      "window_dimensions",
                                      "window_strides",
                                      "base_dilations",
                                      "window_dilations",
                                      "lhs_dilation",
                                      "rhs_dilation",
                                      "window_reversal",
                                      "fft_length",
                                      "known_expanding_dimensions",
                                      "known_nonexpanding_dimensions",
                                      "padding"})
    if (name == list) return is_list();
  for (const std::string_view integer :
       {"iota_dimension", "dimension", "feature_index", "feature_group_count", "batch_group_count", "index",
        "exponent_bits", "mantissa_bits", "scatter_dimension", "all_gather_dim", "split_dimension", "concat_dimension",
        "split_count"})
    if (name == integer) return is_integer();
  const bool is_stablehlo = checks.op().dialect() == "stablehlo";
  if (name == "dimension_numbers" && is_stablehlo) {
    wanted = "dimension numbers of this op";
    const bool is_gather = checks.name().ends_with("gather");
    return is_gather ? value.is<GatherDimensionsAttr>() : value.is<ConvDimensionsAttr>();
  }
  if (name == "scatter_dimension_numbers") {
    wanted = "Attribute that models the dimension information for scatter";
    return value.is<ScatterDimensionsAttr>();
  }
  if (name == "dot_dimension_numbers") {
    wanted = "Attribute that models the dimension information for dot.";
    return value.is<DotDimensionsAttr>();
  }
  if (name == "comparison_direction" || name == "compare_type") {
    wanted = "an enum of comparisons";
    return value.is<EnumAttr>();
  }
  if (name == "value" && (checks.name() == "stablehlo.constant" || checks.name().starts_with("check."))) {
    wanted = "constant vector/tensor attribute";
    return value.is<DenseAttr>();
  }
  if (name == "call_target_name" || (name == "name" && checks.name() == "stablehlo.composite")) {
    wanted = "string attribute";
    return value.is<StringAttr>();
  }
  if (name == "callee" || name == "decomposition") {
    wanted = "flat symbol reference attribute";
    return value.is<SymbolAttr>();
  }
  if (name == "epsilon") {
    wanted = "32-bit float attribute";
    return value.is<FloatAttr>();
  }
  if (name == "values" && checks.name() == "tosa.const") {
    wanted = "constant vector/tensor attribute";
    return value.is<DenseAttr>();
  }
  return true;
}

}  // namespace

void verify_attributes(const OpChecks& checks) {
  std::string_view rest = find_op_definition(checks.name())->attributes;
  while (!rest.empty()) {
    std::string_view name = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    const bool optional = name.ends_with('?');
    if (optional) name.remove_suffix(1);
    const Attribute value = checks.op().attribute(name);
    if (!value) {
      if (!optional) checks.fail_op("requires attribute '{}'", name);
      continue;
    }
    std::string_view wanted;
    if (!has_right_kind(checks, name, value, wanted))
      checks.fail_op("attribute '{}' failed to satisfy constraint: {}", name, wanted);
  }
  for (const std::string_view name : {"feature_group_count", "batch_group_count"}) {
    const auto value = checks.op().integer_attribute(name);
    if (value && *value <= 0)
      checks.fail_op(
          "attribute '{}' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive",
          name);
  }
}

}  // namespace qgpu::stablehlo
