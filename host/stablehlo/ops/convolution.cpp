#include <algorithm>
#include <numeric>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/contraction.hpp"
#include "host/stablehlo/ops/convolution_window.hpp"
#include "host/stablehlo/ops/elementwise.hpp"

// A convolution is a dot product of im2col patches with the kernel. Zero points are gone from the packed integers, so
// the zeros of padding and dilation are real zeros.
namespace qgpu::stablehlo {

namespace {

void fill_packed(const ConvolutionPlan& plan, std::int64_t group, std::int64_t first, std::int64_t count,
                 const PackedIntegers& lhs, PackedIntegers& patches) {
  if (lhs.width == PackedIntegers::Width::k16)
    fill_patches(plan, group, first, count, lhs.narrow.data(), patches.narrow.data());
  else if (lhs.width == PackedIntegers::Width::k32)
    fill_patches(plan, group, first, count, lhs.middle.data(), patches.middle.data());
  else
    fill_patches(plan, group, first, count, lhs.wide.data(), patches.wide.data());
}

Literal integer_convolution(const OpCall& call, const ConvolutionPlan& plan, const Type& result_type) {
  Literal result(result_type);
  const ProductBounds bounds = product_bounds(call.operand(0), call.operand(1));
  const PackedIntegers lhs = pack_integers(call.operand(0), plan.lhs_order, bounds.width);
  const PackedIntegers rhs = pack_integers(call.operand(1), plan.rhs_order, bounds.width);
  const SumWriter writer(result, call.operand(0), call.operand(1));
  const std::int64_t feature_stride = plan.output_strides.at(static_cast<std::size_t>(plan.dims.output_feature));
  const bool one_scale = call.operand(1).quantized() == nullptr || call.operand(1).quantized()->scales.size() == 1;
  std::vector<std::int32_t> channels(one_scale ? 0 : call.operand(1).quantized()->scales.size());
  std::iota(channels.begin(), channels.end(), 0);
  const std::int64_t at_once = plan.rows_at_once();
  PackedIntegers patches;
  patches.resize(bounds.width, static_cast<std::size_t>(at_once * plan.depth()));
  for (std::int64_t group = 0; group < plan.num_groups(); ++group) {
    const std::int64_t first_column = group * plan.group_columns;
    for (std::int64_t first = 0; first < plan.rows(); first += at_once) {
      const std::int64_t count = std::min(at_once, plan.rows() - first);
      fill_packed(plan, group, first, count, lhs, patches);
      integer_product({count, plan.group_columns, plan.depth()}, patches, 0, rhs, first_column * plan.depth(),
                      bounds.largest_product,
                      [&](std::int64_t row, std::int64_t num_rows, std::int64_t column, std::int64_t num_columns,
                          const std::int64_t* sums) {
                        const std::int64_t feature = first_column + column;
                        for (std::int64_t i = 0; i < num_rows; ++i) {
                          writer.write(plan.result_index(first + row + i) + feature * feature_stride, feature_stride,
                                       static_cast<std::size_t>(num_columns), sums + i * num_columns,
                                       one_scale ? nullptr : channels.data() + feature);
                        }
                      });
    }
  }
  return result;
}

/// The kernel of one group as depth x columns.
template <class Compute>
std::vector<Compute> group_kernel(const ConvolutionPlan& plan, std::int64_t group, const std::vector<Compute>& rhs) {
  const std::int64_t depth = plan.depth();
  std::vector<Compute> kernel(static_cast<std::size_t>(depth * plan.group_columns));
  for (std::int64_t column = 0; column < plan.group_columns; ++column) {
    for (std::int64_t k = 0; k < depth; ++k)
      kernel[k * plan.group_columns + column] = rhs[(group * plan.group_columns + column) * depth + k];
  }
  return kernel;
}

template <ExpressedType E>
Literal float_convolution(const OpCall& call, const ConvolutionPlan& plan, const Type& result_type) {
  using Compute = typename E::Compute;
  Literal result(result_type);
  const std::vector<Compute> lhs = pack_reals<E>(call.operand(0), plan.lhs_order);
  const std::vector<Compute> rhs = pack_reals<E>(call.operand(1), plan.rhs_order);
  const std::int64_t feature_stride = plan.output_strides.at(static_cast<std::size_t>(plan.dims.output_feature));
  const std::int64_t at_once = plan.rows_at_once();
  std::vector<Compute> patches(static_cast<std::size_t>(at_once * plan.depth()));
  std::vector<Compute> sums(static_cast<std::size_t>(at_once * plan.group_columns));
  std::vector<Compute> values(static_cast<std::size_t>(result.num_elements()));
  for (std::int64_t group = 0; group < plan.num_groups(); ++group) {
    const std::vector<Compute> kernel = group_kernel(plan, group, rhs);
    for (std::int64_t first = 0; first < plan.rows(); first += at_once) {
      const std::int64_t count = std::min(at_once, plan.rows() - first);
      fill_patches(plan, group, first, count, lhs.data(), patches.data());
      float_product<E>({count, plan.group_columns, plan.depth()}, patches.data(), kernel.data(), sums.data());
      for (std::int64_t i = 0; i < count; ++i) {
        Compute* out = values.data() + plan.result_index(first + i) + group * plan.group_columns * feature_stride;
        for (std::int64_t j = 0; j < plan.group_columns; ++j)
          out[j * feature_stride] = sums[i * plan.group_columns + j];
      }
    }
  }
  write_reals(result, values.data());
  return result;
}

Literal convolve(const OpCall& call, const ConvolutionPlan& plan, const Type& result_type) {
  std::vector<bool> rhs_summed(static_cast<std::size_t>(call.operand(1).rank()), true);
  rhs_summed.at(static_cast<std::size_t>(plan.dims.kernel_output_feature)) = false;
  if (is_integer_contraction(call.operand(0), call.operand(1), result_type, rhs_summed)) {
    return integer_convolution(call, plan, result_type);
  }
  return with_arithmetic(arithmetic_of(element_type(result_type)), [&]<class A>(A) -> Literal {
    if constexpr (ExpressedType<A>) return float_convolution<A>(call, plan, result_type);
    throw file_error("unsupported: " + call.op.name() + " of mixed element types");
  });
}

std::vector<Literal> convolution(const OpCall& call) {
  if (call.operand(0).format().is_complex())
    throw file_error("unsupported: " + call.op.name() + " on complex elements");
  const ConvolutionPlan plan = plan_convolution(call);
  const Type sum_type = with_element_type(call.result_type(), call.operand(0).element());
  if (call.interpreter.options().reference_quirks && call.operand(0).quantized() == nullptr &&
      sum_type != call.result_type()) {
    return {converted(convolve(call, plan, sum_type), call.result_type())};
  }
  return {convolve(call, plan, call.result_type())};
}

}  // namespace

std::span<const OpEntry> convolution_ops() {
  static const OpEntry entries[] = {{"stablehlo.convolution", convolution}, {"stablehlo.dynamic_conv", convolution}};
  return entries;
}

}  // namespace qgpu::stablehlo
