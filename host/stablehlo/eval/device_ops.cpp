#include "host/stablehlo/eval/device_ops.hpp"

#ifndef QGPU_HAS_CUDA

namespace qgpu::stablehlo {

bool take_device(int, std::string& reason) {
  reason = "unsupported: this build has no CUDA";
  return false;
}
std::optional<std::vector<Literal>> run_on_device(const OpCall&) { return {}; }

}  // namespace qgpu::stablehlo

#else

#include <unordered_map>

#include "host/stablehlo/eval/device_contraction.hpp"
#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/ops/elementwise_kernels.hpp"
#include "kernels/stablehlo_kernels.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

namespace {

using cuda::RealOp;

/// A quantized type as the kernels take it; owns what the layout points to.
class KernelLayout {
 public:
  /// Nothing if the kernels do not know the type.
  static std::optional<KernelLayout> of(const Type& type) {
    const QuantizedType* quantized = quantized_element(type);
    if (quantized == nullptr || quantized->is_sub_channel() || !is_float(quantized->expressed, FloatKind::kF32))
      return {};
    KernelLayout result;
    for (double scale : expressed_scales(*quantized)) result.scales_.push_back(static_cast<float>(scale));
    result.zero_points_ = quantized->zero_points;
    result.layout_.bits = static_cast<int>(quantized->width);
    result.layout_.is_signed = quantized->is_signed();
    result.layout_.range_min = quantized->storage_min;
    result.layout_.range_max = quantized->storage_max;
    result.layout_.num_parameters = static_cast<std::int64_t>(result.scales_.size());
    if (quantized->is_per_axis()) {
      result.layout_.inner = strides_of(type.get<TensorType>().shape).at(static_cast<std::size_t>(quantized->axis));
    }
    return result;
  }
  cuda::CodeLayout view() const {
    cuda::CodeLayout layout = layout_;
    layout.scales = scales_.data();
    layout.zero_points = zero_points_.data();
    return layout;
  }

 private:
  cuda::CodeLayout layout_;
  std::vector<float> scales_;
  std::vector<std::int64_t> zero_points_;
};

bool is_plain_f32(const Literal& literal) {
  return literal.quantized() == nullptr && literal.format().storage == Storage::kF32;
}

std::optional<Literal> quantize_or_dequantize(const OpCall& call) {
  const Literal& operand = call.operand(0);
  const auto from = KernelLayout::of(operand.type());
  const auto to = KernelLayout::of(call.result_type());
  Literal result(call.result_type());
  const std::int64_t count = result.num_elements();
  if (from && to) {
    cuda::dequantize_op_quantize(RealOp::kNone, operand.bytes(), from->view(), nullptr, from->view(), count,
                                 result.bytes(), to->view());
  } else if (from && is_plain_f32(result)) {
    cuda::dequantize(operand.bytes(), count, from->view(), result.data<float>());
  } else if (to && is_plain_f32(operand)) {
    cuda::quantize(operand.data<float>(), count, to->view(), result.bytes());
  } else {
    return {};
  }
  return result;
}

std::optional<Literal> binary(const OpCall& call) {
  static const std::unordered_map<std::string_view, RealOp> ops = {
      {"add", RealOp::kAdd},         {"divide", RealOp::kDivide},     {"maximum", RealOp::kMaximum},
      {"minimum", RealOp::kMinimum}, {"multiply", RealOp::kMultiply}, {"subtract", RealOp::kSubtract}};
  const auto op = ops.find(call.op.name_in_dialect());
  if (op == ops.end()) return {};
  const auto lhs = KernelLayout::of(call.operand(0).type());
  const auto rhs = KernelLayout::of(call.operand(1).type());
  const auto to = KernelLayout::of(call.result_type());
  if (!lhs || !rhs || !to) return {};
  Literal result(call.result_type());
  cuda::dequantize_op_quantize(op->second, call.operand(0).bytes(), lhs->view(), call.operand(1).bytes(), rhs->view(),
                               result.num_elements(), result.bytes(), to->view());
  return result;
}

/// A unary op of codes of one byte: its 256 answers come from the CPU.
std::optional<Literal> unary(const OpCall& call) {
  const Literal& operand = call.operand(0);
  const QuantizedType* from = operand.quantized();
  const QuantizedType* to = quantized_element(call.result_type());
  if (from == nullptr || to == nullptr || operand.format().bytes() != 1 || from->scales.size() != 1 ||
      to->scales.size() != 1)
    return {};
  const UnaryKernel kernel = unary_kernel(call.op.name_in_dialect(), arithmetic_of(operand.element()));
  if (kernel == nullptr) return {};
  const Literal table =
      table_of_codes(operand.element(), element_type(call.result_type()),
                     [=](std::span<const void* const> in, void* out, std::size_t n) { kernel(in[0], out, n, 8); });
  Literal result(call.result_type());
  cuda::look_up(operand.data<std::uint8_t>(), result.num_elements(), table.bytes(),
                static_cast<int>(table.format().bytes()), result.bytes());
  return result;
}

}  // namespace

bool take_device(int ordinal, std::string& reason) { return cuda::take_device(ordinal, reason); }

std::optional<std::vector<Literal>> run_on_device(const OpCall& call) {
  if (call.op.dialect() != "stablehlo" || call.op.num_results() != 1 || call.op.num_operands() == 0) return {};
  const auto name = call.op.name_in_dialect();
  std::optional<Literal> result;
  if (name == "uniform_quantize" || name == "uniform_dequantize")
    result = quantize_or_dequantize(call);
  else if (name == "dot_general" || name == "dot")
    result = dot_on_device(call);
  else if (name == "convolution")
    result = convolution_on_device(call);
  else if (is_unary_op(name))
    result = unary(call);
  else if (is_binary_op(name))
    result = binary(call);
  if (!result) return {};
  return std::vector<Literal>{*std::move(result)};
}

}  // namespace qgpu::stablehlo

#endif
