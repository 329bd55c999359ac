#include <algorithm>
#include <optional>

#include "host/stablehlo/passes/quant_to_math/dot_like.hpp"
#include "host/stablehlo/passes/quant_to_math/emit.hpp"
#include "host/stablehlo/passes/quant_to_math/patterns.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {
namespace {

ConvDimensionsAttr layout(Dimensions input_spatial, std::int64_t input_feature, Dimensions kernel_spatial,
                          std::int64_t kernel_input, std::int64_t kernel_output) {
  ConvDimensionsAttr dims;
  dims.input_batch = dims.output_batch = 0;
  dims.input_feature = dims.output_feature = input_feature;
  dims.input_spatial = dims.output_spatial = std::move(input_spatial);
  dims.kernel_spatial = std::move(kernel_spatial);
  dims.kernel_input_feature = kernel_input;
  dims.kernel_output_feature = kernel_output;
  return dims;
}

/// The four layouts the reference sums in integers. It wants the kernel of the last one as [i, o, ...].
bool is_supported_layout(const ConvDimensionsAttr& dims) {
  return dims == layout({1, 2}, 3, {0, 1}, 2, 3) || dims == layout({2, 3}, 1, {2, 3}, 1, 0) ||
         dims == layout({1, 2, 3}, 4, {0, 1, 2}, 3, 4) || dims == layout({2, 3, 4}, 1, {2, 3, 4}, 0, 1);
}

/// Whether one factor does for all channels.
bool same_scale_ratio(const QuantizedType& rhs, const QuantizedType& result) {
  const double first = result.scales.front() / rhs.scales.front();
  for (std::size_t i = 0; i < result.scales.size(); ++i)
    if (!math_ratios_agree(result.scales[i] / rhs.scales[i], first)) return false;
  return true;
}

bool is_integer_convolution(const Operation& op, const ConvDimensionsAttr& dims) {
  const QuantizedType& rhs = *quantized_element(op.operand(1)->type());
  const QuantizedType& result = *quantized_element(op.result()->type());
  if (has_zero_point(rhs)) return false;
  if (rhs.is_per_axis()) {
    const std::int64_t last = op.operand(1)->type().get<TensorType>().rank() - 1;
    if (has_zero_point(result) || rhs.axis != last || !same_scale_ratio(rhs, result)) return false;
  }
  const std::vector<std::int64_t> dilation =
      op.integers_attribute("lhs_dilation").value_or(std::vector<std::int64_t>{});
  if (std::any_of(dilation.begin(), dilation.end(), [](std::int64_t d) { return d != 1; })) return false;
  return is_supported_layout(dims);
}

/// An explicit pad with the zero point, which the convolution's own padding by 0 would not be; null if the padded size
/// does not fit.
Value* emit_pad(Builder& builder, Value* lhs, const Type& type, std::int64_t zero_point,
                const std::vector<std::int64_t>& padding, const Dimensions& spatial) {
  // The reference takes an 8-bit zero point for every storage type.
  const Type i8 = scalar_tensor(integer_type(8));
  Value* value = builder.constant(DenseElements::splat_integer(i8, zero_point));
  std::vector<std::int64_t> shape = type.get<TensorType>().shape;
  std::vector<std::int64_t> low(shape.size(), 0), high(shape.size(), 0), interior(shape.size(), 0);
  for (std::size_t i = 0; i < spatial.size(); ++i) {
    const auto d = static_cast<std::size_t>(spatial[i]);
    low[d] = padding[2 * i];
    high[d] = padding[2 * i + 1];
    if (shape[d] != kDynamic &&
        (__builtin_add_overflow(shape[d], low[d], &shape[d]) || __builtin_add_overflow(shape[d], high[d], &shape[d])))
      return nullptr;
  }
  return builder.create("stablehlo.pad", {lhs, value}, tensor_type(shape, element_type(to_storage_type(type))),
                        {{"edge_padding_low", i64_array_attr(low)},
                         {"edge_padding_high", i64_array_attr(high)},
                         {"interior_padding", i64_array_attr(interior)}});
}

}  // namespace

Outcome lower_convolution(Operation& op, Rewriter& rewriter) {
  if (dot_kind(op) != DotKind::kQuantized) return Outcome::kNoMatch;
  const auto* found = op.attribute_if<ConvDimensionsAttr>("dimension_numbers");
  if (found == nullptr || !is_integer_convolution(op, *found)) return Outcome::kNoMatch;
  const ConvDimensionsAttr dims = *found;
  const Type lhs_type = op.operand(0)->type();
  const QuantizedType& lhs_quantized = *quantized_element(lhs_type);

  Value *lhs = rewriter.converted(op.operand(0)), *rhs = rewriter.converted(op.operand(1));
  AttributeDictionary attributes = op.attributes();
  const std::vector<std::int64_t> padding = op.integers_attribute("padding").value_or(std::vector<std::int64_t>{});
  if (std::any_of(padding.begin(), padding.end(), [](std::int64_t p) { return p != 0; })) {
    if (element_type(to_storage_type(lhs_type)) != integer_type(8))
      return rewriter.refuse("'stablehlo.pad' op requires the same element type for all operands and results");
    lhs = emit_pad(rewriter, lhs, lhs_type, lhs_quantized.zero_points.front(), padding, dims.input_spatial);
    if (lhs == nullptr)
      return rewriter.refuse("'stablehlo.convolution' op has a padded size that does not fit in 64 bits");
    const Type type = tensor_type({static_cast<std::int64_t>(dims.input_spatial.size()), 2}, i64_type());
    attributes.set("padding", DenseAttr{DenseElements::splat_integer(type, 0)});
  }
  Value* product = rewriter.create("stablehlo.convolution", {lhs, rhs},
                                   with_element_type(op.result()->type(), i32_type()), std::move(attributes));

  std::vector<std::int64_t> lhs_summed = dims.input_spatial, rhs_summed = dims.kernel_spatial;
  lhs_summed.push_back(dims.input_feature);
  // The reference sums dimension 1 of an [i, o, ...] kernel, which is the output's. That is wrong wherever lhs has a
  // zero point, but it is what its evaluator computes.
  const bool input_feature_first = dims.kernel_input_feature == 0;
  rhs_summed.push_back(input_feature_first ? dims.kernel_output_feature : dims.kernel_input_feature);
  return finish_dot_like(op, rewriter, lhs, rhs, product,
                         {lhs_summed, rhs_summed, {dims.output_batch}, {dims.output_feature}});
}

}  // namespace qgpu::stablehlo
