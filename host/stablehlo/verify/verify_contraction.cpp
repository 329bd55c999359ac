#include <algorithm>
#include <set>

#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"
#include "host/stablehlo/verify/windowed_size.hpp"

namespace qgpu::stablehlo {
namespace {

/// Rules that dot, dot_general and convolution share (C14, C17..C20 and C28, C31..C34 of the specification).
void verify_quantized_contraction(const OpChecks& checks) {
  const auto* lhs = quantized_element(checks.operand_type(0));
  const auto* rhs = quantized_element(checks.operand_type(1));
  const auto* result = quantized_element(checks.result_type());
  if (!lhs && !rhs && !result) return;
  if (!rhs || (lhs != nullptr) != (result != nullptr))
    checks.fail(
        "rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold");
  if (!lhs) {
    if (checks.operand(0).element != rhs->expressed || rhs->expressed != checks.result().element)
      checks.fail("mismatched rhs quantization expressed type and lhs and result element type");
    return;
  }
  if (storage_integer_type(*lhs) != storage_integer_type(*rhs))
    checks.fail("mismatched lhs and rhs quantization storage types");
  if (lhs->expressed != rhs->expressed || lhs->expressed != result->expressed)
    checks.fail("mismatched lhs, rhs and result quantization expressed types");
  if (rhs->is_per_tensor() && !result->is_per_tensor())
    checks.fail("mismatched rhs and result quantization granularity");
}

void expect_shape(const OpChecks& checks, const std::vector<std::int64_t>& shape) {
  if (compatible_shapes(TensorType{shape, {}}, checks.result())) return;
  std::vector<std::string> sizes;
  sizes.reserve(shape.size());
  for (const std::int64_t size : shape) sizes.push_back(size == kDynamic ? "?" : std::to_string(size));
  checks.fail("inferred shape '[{}]' is incompatible with return type of operation '{}'", fmt::join(sizes, ", "),
              print_type(checks.result_type()));
}

bool differ(std::int64_t a, std::int64_t b) { return a != b && a != kDynamic && b != kDynamic; }

void dot(const OpChecks& checks) {
  const TensorType& lhs = checks.operand(0);
  const TensorType& rhs = checks.operand(1);
  const auto in_range = [](std::int64_t rank) { return rank == 1 || rank == 2; };
  if (!in_range(lhs.rank()) || !in_range(rhs.rank()) || differ(lhs.shape.back(), rhs.shape.front()))
    checks.fail("expected both lhs/rhs ranks to be either 1 or 2");
  std::vector<std::int64_t> shape(lhs.shape.begin(), lhs.shape.end() - 1);
  shape.insert(shape.end(), rhs.shape.begin() + 1, rhs.shape.end());
  expect_shape(checks, shape);
}

void dot_general(const OpChecks& checks) {
  const auto& dims = *checks.op().attribute_if<DotDimensionsAttr>("dot_dimension_numbers");
  const TensorType& lhs = checks.operand(0);
  const TensorType& rhs = checks.operand(1);
  if (dims.lhs_batching.size() != dims.rhs_batching.size())
    checks.fail("lhs and rhs should have the same number of batching dimensions");
  if (dims.lhs_contracting.size() != dims.rhs_contracting.size())
    checks.fail("lhs and rhs should have the same number of contracting dimensions");
  const auto unique = [&](std::string_view side, const Dimensions& batching, const Dimensions& contracting) {
    std::set<std::int64_t> seen;
    for (const auto& list : {batching, contracting})
      for (const std::int64_t d : list)
        if (!seen.insert(d).second)
          checks.fail("has duplicated dimension from {0}_batching_dimensions and {0}_contracting_dimensions: {1}", side,
                      d);
  };
  unique("lhs", dims.lhs_batching, dims.lhs_contracting);
  unique("rhs", dims.rhs_batching, dims.rhs_contracting);
  const auto in_range = [&](std::string_view name, const Dimensions& list, std::int64_t rank) {
    for (const std::int64_t d : list)
      if (d < 0 || d >= rank) checks.fail("{} value: {} is out of range: [0, {})", name, d, rank);
  };
  in_range("lhs_batching_dimensions", dims.lhs_batching, lhs.rank());
  in_range("lhs_contracting_dimensions", dims.lhs_contracting, lhs.rank());
  in_range("rhs_batching_dimensions", dims.rhs_batching, rhs.rank());
  in_range("rhs_contracting_dimensions", dims.rhs_contracting, rhs.rank());
  const auto size = [](const TensorType& tensor, std::int64_t d) { return tensor.shape[static_cast<std::size_t>(d)]; };
  std::vector<std::int64_t> shape;
  for (std::size_t i = 0; i < dims.lhs_batching.size(); ++i) {
    if (differ(size(lhs, dims.lhs_batching[i]), size(rhs, dims.rhs_batching[i])))
      checks.fail("batching dimension sizes must match for lhs/rhs");
    shape.push_back(size(lhs, dims.lhs_batching[i]));
  }
  for (std::size_t i = 0; i < dims.lhs_contracting.size(); ++i)
    if (differ(size(lhs, dims.lhs_contracting[i]), size(rhs, dims.rhs_contracting[i])))
      checks.fail("contracting dimension sizes must match for lhs/rhs");
  const auto free = [&](const TensorType& tensor, const Dimensions& batching, const Dimensions& contracting) {
    for (std::int64_t d = 0; d < tensor.rank(); ++d)
      if (std::ranges::find(batching, d) == batching.end() && std::ranges::find(contracting, d) == contracting.end())
        shape.push_back(size(tensor, d));
  };
  free(lhs, dims.lhs_batching, dims.lhs_contracting);
  free(rhs, dims.rhs_batching, dims.rhs_contracting);
  expect_shape(checks, shape);

  const auto* quantized = quantized_element(checks.operand_type(1));
  if (quantized && std::ranges::any_of(quantized->zero_points, [](std::int64_t z) { return z != 0; }))
    checks.fail("{}", quantized->is_per_axis() ? "Zero points of rhs should be 0" : "Zero point of rhs should be 0");
  if (quantized && quantized->is_per_axis() &&
      std::ranges::find(dims.rhs_contracting, quantized->axis) != dims.rhs_contracting.end())
    checks.fail("Quantization dimension of rhs should not be in the contracting dimension of rhs");
}

/// The list under this name or `rank` ones.
Dimensions list_or_ones(const OpChecks& checks, std::string_view name, std::size_t rank) {
  return checks.op().attributes().contains(name) ? checks.integers(name) : Dimensions(rank, 1);
}

void convolution(const OpChecks& checks) {
  const auto& conv = *checks.op().attribute_if<ConvDimensionsAttr>("dimension_numbers");
  const TensorType& lhs = checks.operand(0);
  const TensorType& rhs = checks.operand(1);
  if (lhs.rank() != rhs.rank())
    checks.fail("expects convolution arguments to have same number of dimensions. Got: '{}' and '{}'.",
                print_type(checks.operand_type(0)), print_type(checks.operand_type(1)));
  const std::size_t spatial = conv.input_spatial.size();
  if (static_cast<std::int64_t>(spatial) + 2 != lhs.rank() || conv.kernel_spatial.size() != spatial ||
      conv.output_spatial.size() != spatial || checks.result().rank() != lhs.rank())
    checks.fail("expects input, kernel and output to have {} spatial dimensions and two more", lhs.rank() - 2);
  const auto size = [](const TensorType& tensor, std::int64_t d) { return tensor.shape[static_cast<std::size_t>(d)]; };
  Dimensions window;
  for (const std::int64_t d : conv.kernel_spatial) window.push_back(size(rhs, d));
  const Dimensions strides = list_or_ones(checks, "window_strides", spatial);
  const Dimensions lhs_dilation = list_or_ones(checks, "lhs_dilation", spatial);
  const Dimensions rhs_dilation = list_or_ones(checks, "rhs_dilation", spatial);
  verify_window(checks, window, strides, "padding", lhs_dilation, rhs_dilation);

  const std::int64_t groups = checks.integer("feature_group_count");
  const std::int64_t batch_groups = checks.integer("batch_group_count");
  if (groups > 1 && batch_groups > 1)
    checks.fail("expects batch_group_count and feature_group_count not to be both greater than 1. Got {} and {} resp.",
                batch_groups, groups);
  const std::int64_t in_features = size(lhs, conv.input_feature);
  const std::int64_t out_features = size(rhs, conv.kernel_output_feature);
  const std::int64_t kernel_features = size(rhs, conv.kernel_input_feature);
  if (in_features != kDynamic && in_features % groups != 0)
    checks.fail(
        "expects input feature dimension ({}) to be a multiple of feature_group_count. Got feature_group_count = {}.",
        in_features, groups);
  if (in_features != kDynamic && differ(in_features / groups, kernel_features))
    checks.fail(
        "expects input feature dimension ({}) / feature_group_count = kernel input feature dimension ({}). Got "
        "feature_group_count = {}.",
        in_features, kernel_features, groups);
  for (const auto& [name, count] :
       {std::pair("batch_group_count", batch_groups), std::pair("feature_group_count", groups)})
    if (out_features != kDynamic && out_features % count != 0)
      checks.fail("expects output feature dimension size ({}) to be a multiple of {}. Got {} = {}.", out_features, name,
                  name, count);

  std::vector<std::int64_t> shape(lhs.shape.size(), kDynamic);
  const std::int64_t batch = size(lhs, conv.input_batch);
  if (batch != kDynamic && batch % batch_groups != 0)
    checks.fail("expects input batch dimension ({}) to be divisible by batch_group_count. Got batch_group_count = {}.",
                batch, batch_groups);
  shape[static_cast<std::size_t>(conv.output_batch)] = batch == kDynamic ? kDynamic : batch / batch_groups;
  shape[static_cast<std::size_t>(conv.output_feature)] = out_features;
  const Dimensions padding =
      checks.op().attributes().contains("padding") ? checks.integers("padding") : Dimensions(2 * spatial, 0);
  const bool padding_is_computed = checks.name() == "stablehlo.dynamic_conv";
  for (std::size_t i = 0; i < spatial && !padding_is_computed; ++i) {
    const std::int64_t input = size(lhs, conv.input_spatial[i]);
    if (input == kDynamic || window[i] == kDynamic) continue;
    const WindowDimension along{window[i],          strides[i],      padding[2 * i],
                                padding[2 * i + 1], lhs_dilation[i], rhs_dilation[i]};
    const std::optional<std::int64_t> count = windowed_size(input, along);
    if (!count) checks.fail("the size of output dimension {} does not fit 64 bits", i);
    shape[static_cast<std::size_t>(conv.output_spatial[i])] = *count;
  }
  expect_shape(checks, shape);

  const auto* quantized = quantized_element(checks.operand_type(1));
  const auto* result = quantized_element(checks.result_type());
  if (quantized && quantized->is_per_axis() && quantized->axis != conv.kernel_output_feature)
    checks.fail("quantization dimension of rhs should be same with kernel_output_feature_dimension");
  if (result && result->is_per_axis() && result->axis != conv.output_feature)
    checks.fail("quantization dimension of result should be same with output_feature_dimension");
}

}  // namespace

void verify_contraction(const OpChecks& checks) {
  if (checks.name() == "stablehlo.dot") dot(checks);
  if (checks.name() == "stablehlo.dot_general") dot_general(checks);
  const bool is_convolution = checks.name() == "stablehlo.convolution" || checks.name() == "stablehlo.dynamic_conv";
  if (is_convolution) convolution(checks);
  if (checks.name() == "stablehlo.dot_general" || is_convolution) verify_quantized_contraction(checks);
}

}  // namespace qgpu::stablehlo
