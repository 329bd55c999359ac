#include "host/stablehlo/eval/device_contraction.hpp"

#ifdef QGPU_HAS_CUDA

#include "host/stablehlo/ops/contraction.hpp"
#include "host/stablehlo/ops/convolution_window.hpp"
#include "host/stablehlo/ops/dot_plan.hpp"
#include "kernels/stablehlo_kernels.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

namespace {

/// Scale and zero point of each column of the kernel's results.
struct ColumnEpilogue {
  std::vector<double> scales, zero_points;
};

class EpilogueMaker {
 public:
  EpilogueMaker(const Literal& lhs, const Literal& rhs, const QuantizedType& result)
      : result_(result),
        lhs_scale_(expressed_scales(*lhs.quantized())[0]),
        rhs_scales_(expressed_scales(*rhs.quantized())),
        result_scales_(expressed_scales(result)) {}
  void add(ColumnEpilogue& epilogue, std::int32_t rhs_parameter, std::int32_t result_parameter) const {
    epilogue.scales.push_back(
        accumulator_scale(lhs_scale_, rhs_scales_[rhs_parameter], result_scales_[result_parameter]));
    epilogue.zero_points.push_back(static_cast<double>(result_.zero_points[result_parameter]));
  }

 private:
  const QuantizedType& result_;
  double lhs_scale_;
  std::vector<double> rhs_scales_, result_scales_;
};

cuda::ContractionResult layout_of(const QuantizedType& type, const ColumnEpilogue& epilogue) {
  return {static_cast<int>(type.width), static_cast<double>(type.storage_min), static_cast<double>(type.storage_max),
          epilogue.scales.data(), epilogue.zero_points.data()};
}

bool fits(const OpCall& call, const std::vector<bool>& rhs_summed) {
  const QuantizedType* to = quantized_element(call.result_type());
  return to != nullptr && !to->is_sub_channel() &&
         is_integer_contraction(call.operand(0), call.operand(1), call.result_type(), rhs_summed) &&
         product_bounds(call.operand(0), call.operand(1)).width == PackedIntegers::Width::k16;
}

/// Nothing if the result's parameter changes along the rows: the kernel takes one for each column.
std::optional<ColumnEpilogue> dot_epilogue(const OpCall& call, const DotPlan& plan, const Literal& result) {
  const QuantizedType& to = *result.quantized();
  const ParameterIndex index(to, result.shape());
  const EpilogueMaker maker(call.operand(0), call.operand(1), to);
  const std::vector<std::int32_t> rhs_index = rhs_parameters(call.operand(1), plan);
  const auto [rows, columns, depth] = plan.product;
  ColumnEpilogue epilogue;
  for (std::int64_t batch = 0; batch < plan.batches; ++batch) {
    for (std::int64_t column = 0; column < columns; ++column) {
      std::int32_t first = 0;
      index.fill(batch * rows * columns + column, 1, &first);
      for (std::int64_t row = 1; row < rows && !index.uniform(); ++row) {
        std::int32_t k = 0;
        index.fill((batch * rows + row) * columns + column, 1, &k);
        if (k != first) return {};
      }
      maker.add(epilogue, rhs_index.empty() ? 0 : rhs_index[static_cast<std::size_t>(batch * columns + column)], first);
    }
  }
  return epilogue;
}

}  // namespace

std::optional<Literal> dot_on_device(const OpCall& call) {
  const DotPlan plan = plan_dot(call);
  if (!fits(call, plan.rhs_summed)) return {};
  Literal result(call.result_type());
  if (result.num_elements() == 0) return {};
  const auto epilogue = dot_epilogue(call, plan, result);
  if (!epilogue) return {};
  const PackedIntegers lhs = pack_integers(call.operand(0), plan.lhs_order, PackedIntegers::Width::k16);
  const PackedIntegers rhs = pack_integers(call.operand(1), plan.rhs_order, PackedIntegers::Width::k16);
  cuda::contract({plan.batches, plan.product.rows, plan.product.columns, plan.product.depth}, lhs.narrow.data(),
                 rhs.narrow.data(), layout_of(*result.quantized(), *epilogue), result.bytes());
  return result;
}

/// The host lays out the patches, the device multiplies them, group by group and range of rows by range.
std::optional<Literal> convolution_on_device(const OpCall& call) {
  const ConvolutionPlan plan = plan_convolution(call);
  std::vector<bool> rhs_summed(static_cast<std::size_t>(call.operand(1).rank()), true);
  rhs_summed.at(static_cast<std::size_t>(plan.dims.kernel_output_feature)) = false;
  if (!fits(call, rhs_summed)) return {};
  Literal result(call.result_type());
  if (result.num_elements() == 0) return {};
  const QuantizedType& to = *result.quantized();
  if (to.is_per_axis() && to.axis != plan.dims.output_feature) return {};
  const PackedIntegers lhs = pack_integers(call.operand(0), plan.lhs_order, PackedIntegers::Width::k16);
  const PackedIntegers rhs = pack_integers(call.operand(1), plan.rhs_order, PackedIntegers::Width::k16);
  const EpilogueMaker maker(call.operand(0), call.operand(1), to);
  const std::size_t width = result.format().bytes();
  const std::int64_t feature_stride = plan.output_strides.at(static_cast<std::size_t>(plan.dims.output_feature));
  const std::int64_t at_once = plan.rows_at_once();
  std::vector<std::int16_t> patches(static_cast<std::size_t>(at_once * plan.depth()));
  std::vector<std::byte> codes(static_cast<std::size_t>(at_once * plan.group_columns) * width);
  for (std::int64_t group = 0; group < plan.num_groups(); ++group) {
    const std::int64_t first_column = group * plan.group_columns;
    ColumnEpilogue epilogue;
    for (std::int64_t column = first_column; column < first_column + plan.group_columns; ++column) {
      const auto channel = static_cast<std::int32_t>(column);
      maker.add(epilogue, call.operand(1).quantized()->scales.size() == 1 ? 0 : channel,
                to.is_per_axis() ? channel : 0);
    }
    for (std::int64_t first = 0; first < plan.rows(); first += at_once) {
      const std::int64_t count = std::min(at_once, plan.rows() - first);
      fill_patches(plan, group, first, count, lhs.narrow.data(), patches.data());
      cuda::contract({1, count, plan.group_columns, plan.depth()}, patches.data(),
                     rhs.narrow.data() + first_column * plan.depth(), layout_of(to, epilogue), codes.data());
      for (std::int64_t row = 0; row < count; ++row) {
        const Shape columns = {plan.group_columns};
        copy_strided(columns, width, codes.data(), {row * plan.group_columns, {1}}, result.bytes(),
                     {plan.result_index(first + row) + first_column * feature_stride, {feature_stride}});
      }
    }
  }
  return result;
}

}  // namespace qgpu::stablehlo

#endif
