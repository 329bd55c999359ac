#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/elementwise.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

namespace {

/// tosa.rescale of integers or quantized tensors: fixed-point arithmetic on the stored integers, clipped to the limits
/// of the result's storage.
std::vector<Literal> rescale(const OpCall& call) {
  if (call.op.bool_attribute("per_channel") || !call.op.bool_attribute("scale32", true)) {
    throw file_error("unsupported: tosa.rescale per channel or with 16-bit multipliers");
  }
  const bool double_round = call.op.string_attribute("rounding_mode").value_or("SINGLE_ROUND") == "DOUBLE_ROUND";
  const TosaScale scale{static_cast<std::int32_t>(call.operand(1).integer_at(0)),
                        static_cast<std::int32_t>(call.operand(2).integer_at(0))};
  if (!scale.valid()) throw file_error("tosa.rescale: shift " + std::to_string(scale.shift) + " is outside 2..62");
  const std::int64_t input_zero_point = call.operand(3).integer_at(0);
  const std::int64_t output_zero_point = call.operand(4).integer_at(0);
  const Literal input = call.operand(0).with_type(to_storage_type(call.operand(0).type()));
  const Type result_storage = to_storage_type(call.result_type());
  const ElementFormat format = format_of(element_type(result_storage));
  const std::int64_t lowest = storage_min(static_cast<int>(format.bits), format.is_signed_integer());
  const std::int64_t highest = storage_max(static_cast<int>(format.bits), format.is_signed_integer());
  const Literal stored = map_elements(
      result_storage, std::span(&input, 1), [=](std::span<const void* const> in, void* out, std::size_t n) {
        const auto* x = static_cast<const std::int64_t*>(in[0]);
        for (std::size_t i = 0; i < n; ++i) {
          const std::int64_t value = tosa_rescale(x[i], input_zero_point, scale, output_zero_point, double_round);
          static_cast<std::int64_t*>(out)[i] = value < lowest ? lowest : value > highest ? highest : value;
        }
      });
  return {stored.with_type(call.result_type())};
}

}  // namespace

std::span<const OpEntry> tosa_ops() {
  static const OpEntry entries[] = {{"tosa.rescale", rescale}};
  return entries;
}

}  // namespace qgpu::stablehlo
