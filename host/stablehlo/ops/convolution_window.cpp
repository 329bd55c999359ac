#include "host/stablehlo/ops/convolution_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/verify/windowed_size.hpp"

namespace qgpu::stablehlo {

namespace {

std::vector<std::int64_t> window_list(const OpCall& call, std::string_view name, std::size_t rank,
                                      std::int64_t otherwise) {
  return call.op.integers_attribute(name).value_or(std::vector<std::int64_t>(rank, otherwise));
}

std::vector<std::int64_t> sizes_at(const Shape& shape, const Dimensions& dims) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t d : dims) sizes.push_back(shape.at(static_cast<std::size_t>(d)));
  return sizes;
}

std::int64_t product(const std::vector<std::int64_t>& sizes) {
  std::int64_t all = 1;
  for (std::int64_t size : sizes) all *= size;
  return all;
}

/// Input coordinate of window place `k` at output coordinate `o`, or -1 in the padding and between dilated elements.
std::int64_t input_coordinate(const ConvolutionPlan& plan, std::size_t d, std::int64_t o, std::int64_t k) {
  const std::int64_t window = plan.reversed[d] ? plan.kernel_size[d] - 1 - k : k;
  const std::int64_t place = o * plan.strides[d] - plan.padding_low[d] + window * plan.rhs_dilation[d];
  if (place < 0 || place % plan.lhs_dilation[d] != 0) return -1;
  const std::int64_t input = place / plan.lhs_dilation[d];
  return input < plan.input_size[d] ? input : -1;
}

/// What the verifier cannot know where the padding is computed; and no position may leave 64 bits.
void check_window(const ConvolutionPlan& plan, const std::vector<std::int64_t>& padding, const std::string& op) {
  constexpr std::int64_t kFarthest = std::int64_t{1} << 62;
  const std::size_t rank = plan.input_size.size();
  if (padding.size() != 2 * rank)
    throw file_error(fmt::format("{}: padding for {} dimensions", op, padding.size() / 2));
  for (std::size_t d = 0; d < rank; ++d) {
    const auto size =
        windowed_size(plan.input_size[d], {plan.kernel_size[d], plan.strides[d], padding[2 * d], padding[2 * d + 1],
                                           plan.lhs_dilation[d], plan.rhs_dilation[d]});
    if (size != plan.output_size[d]) {
      throw file_error(fmt::format("{}: expected a result of {} along spatial dimension {}, found {}", op,
                                   size.value_or(INT64_MAX), d, plan.output_size[d]));
    }
    __extension__ using Wide = __int128;
    const Wide reach = Wide{plan.output_size[d]} * plan.strides[d] + Wide{plan.kernel_size[d]} * plan.rhs_dilation[d];
    if (reach > kFarthest || padding[2 * d] < -kFarthest || padding[2 * d] > kFarthest)
      throw file_error(fmt::format("unsupported: {} whose window moves beyond 2^62", op));
  }
}

}  // namespace

std::int64_t ConvolutionPlan::rows() const { return group_batch * product(output_size); }
std::int64_t ConvolutionPlan::depth() const { return product(kernel_size) * kernel_input_features; }

std::int64_t ConvolutionPlan::rows_at_once() const {
  constexpr std::int64_t kPatchElements = 1 << 22;
  const std::int64_t fitting = std::max<std::int64_t>(1, kPatchElements / std::max<std::int64_t>(depth(), 1));
  return std::min(fitting, std::max<std::int64_t>(rows(), 1));
}

std::int64_t ConvolutionPlan::result_index(std::int64_t row) const {
  std::int64_t index = 0;
  for (std::size_t d = output_size.size(); d-- > 0;) {
    index += row % output_size[d] * output_strides.at(static_cast<std::size_t>(dims.output_spatial[d]));
    row /= output_size[d];
  }
  return index + row * output_strides.at(static_cast<std::size_t>(dims.output_batch));
}

ConvolutionPlan plan_convolution(const OpCall& call) {
  const Shape& lhs = call.operand(0).shape();
  const Shape& rhs = call.operand(1).shape();
  const Shape& output = call.result_type().get<TensorType>().shape;
  ConvolutionPlan plan;
  const Attribute numbers = call.op.attribute("dimension_numbers");
  plan.dims = numbers.get<ConvDimensionsAttr>();
  const std::size_t rank = plan.dims.input_spatial.size();
  plan.strides = window_list(call, "window_strides", rank, 1);
  plan.lhs_dilation = window_list(call, "lhs_dilation", rank, 1);
  plan.rhs_dilation = window_list(call, "rhs_dilation", rank, 1);
  const auto padding = call.op.name() == "stablehlo.dynamic_conv" ? integers_of(call.operand(2))
                                                                  : window_list(call, "padding", 2 * rank, 0);
  const auto reversal = window_list(call, "window_reversal", rank, 0);
  for (std::size_t d = 0; d < rank; ++d) {
    plan.padding_low.push_back(padding.at(2 * d));
    plan.reversed.push_back(reversal.at(d) != 0);
  }
  plan.feature_groups = call.op.integer_attribute("feature_group_count").value_or(1);
  plan.batch_groups = call.op.integer_attribute("batch_group_count").value_or(1);
  plan.input_size = sizes_at(lhs, plan.dims.input_spatial);
  plan.kernel_size = sizes_at(rhs, plan.dims.kernel_spatial);
  plan.output_size = sizes_at(output, plan.dims.output_spatial);
  check_window(plan, padding, call.op.name());
  plan.group_batch = lhs.at(static_cast<std::size_t>(plan.dims.input_batch)) / plan.batch_groups;
  plan.kernel_input_features = rhs.at(static_cast<std::size_t>(plan.dims.kernel_input_feature));
  plan.group_columns = rhs.at(static_cast<std::size_t>(plan.dims.kernel_output_feature)) / plan.num_groups();
  plan.lhs_order = {plan.dims.input_batch};
  plan.lhs_order.insert(plan.lhs_order.end(), plan.dims.input_spatial.begin(), plan.dims.input_spatial.end());
  plan.lhs_order.push_back(plan.dims.input_feature);
  plan.rhs_order = {plan.dims.kernel_output_feature};
  plan.rhs_order.insert(plan.rhs_order.end(), plan.dims.kernel_spatial.begin(), plan.dims.kernel_spatial.end());
  plan.rhs_order.push_back(plan.dims.kernel_input_feature);
  plan.output_strides = strides_of(output);
  return plan;
}

template <class T>
void fill_patches(const ConvolutionPlan& plan, std::int64_t group, std::int64_t first, std::int64_t count, const T* lhs,
                  T* patches) {
  const std::size_t rank = plan.output_size.size();
  const std::int64_t depth = plan.depth();
  const std::int64_t features = plan.kernel_input_features;
  const std::int64_t all_features = features * plan.feature_groups;
  const std::int64_t first_feature = plan.feature_groups > 1 ? group * features : 0;
  const std::int64_t first_batch = plan.batch_groups > 1 ? group * plan.group_batch : 0;
  parallel_ranges(count, std::max<std::int64_t>(1, (1 << 15) / std::max<std::int64_t>(depth, 1)),
                  [&](std::int64_t begin, std::int64_t end) {
                    std::vector<std::int64_t> at(rank), kernel(rank);
                    for (std::int64_t r = begin; r < end; ++r) {
                      std::int64_t rest = first + r;
                      for (std::size_t d = rank; d-- > 0;) {
                        at[d] = rest % plan.output_size[d];
                        rest /= plan.output_size[d];
                      }
                      T* patch = patches + r * depth;
                      std::fill(kernel.begin(), kernel.end(), 0);
                      for (std::int64_t place = 0; place < depth; place += features) {
                        std::int64_t position = first_batch + rest;
                        bool inside = true;
                        for (std::size_t d = 0; d < rank && inside; ++d) {
                          const std::int64_t input = input_coordinate(plan, d, at[d], kernel[d]);
                          inside = input >= 0;
                          position = position * plan.input_size[d] + input;
                        }
                        if (inside)
                          std::copy_n(lhs + position * all_features + first_feature, features, patch + place);
                        else
                          std::fill_n(patch + place, features, T{0});
                        for (std::size_t d = rank; d-- > 0;) {
                          if (++kernel[d] < plan.kernel_size[d]) break;
                          kernel[d] = 0;
                        }
                      }
                    }
                  });
}

template void fill_patches(const ConvolutionPlan&, std::int64_t, std::int64_t, std::int64_t, const std::int16_t*,
                           std::int16_t*);
template void fill_patches(const ConvolutionPlan&, std::int64_t, std::int64_t, std::int64_t, const std::int32_t*,
                           std::int32_t*);
template void fill_patches(const ConvolutionPlan&, std::int64_t, std::int64_t, std::int64_t, const std::int64_t*,
                           std::int64_t*);
template void fill_patches(const ConvolutionPlan&, std::int64_t, std::int64_t, std::int64_t, const float*, float*);
template void fill_patches(const ConvolutionPlan&, std::int64_t, std::int64_t, std::int64_t, const double*, double*);

}  // namespace qgpu::stablehlo
