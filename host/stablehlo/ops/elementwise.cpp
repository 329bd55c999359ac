#include "host/stablehlo/ops/elementwise.hpp"

#include <bit>
#include <cmath>
#include <vector>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/complex_elements.hpp"
#include "host/stablehlo/ops/elementwise_kernels.hpp"
#include "host/stablehlo/ops/strided_copy.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

namespace {

using Inputs = std::span<const void* const>;

[[noreturn]] void unsupported(const OpCall& call) {
  throw file_error("unsupported: " + call.op.name() + " on " + print_type(call.operand(0).type()));
}

bool is_complex(const Literal& operand) { return operand.format().is_complex(); }

std::vector<Literal> unary(const OpCall& call) {
  if (is_complex(call.operand(0))) return {complex_unary(call)};
  const Literal& operand = call.operand(0);
  const UnaryKernel kernel = unary_kernel(call.op.name_in_dialect(), arithmetic_of(operand.element()));
  if (kernel == nullptr) unsupported(call);
  const unsigned bits = operand.format().bits;
  return {map_elements(call.result_type(), call.operands,
                       [=](Inputs in, void* out, std::size_t n) { kernel(in[0], out, n, bits); })};
}

Literal binary_of(const OpCall& call, std::string_view name, std::span<const Literal> operands) {
  if (is_complex(operands[0])) return complex_binary(call, name, operands);
  if (operands[0].format().is_boolean() && name == "multiply") name = "and";
  const BinaryKernel kernel = binary_kernel(name, arithmetic_of(operands[0].element()));
  if (kernel == nullptr) unsupported(call);
  const unsigned bits = operands[0].format().bits;
  return map_elements(call.result_type(), operands,
                      [=](Inputs in, void* out, std::size_t n) { kernel(in[0], in[1], out, n, bits); });
}

std::vector<Literal> binary(const OpCall& call) { return {binary_of(call, call.op.name_in_dialect(), call.operands)}; }

Literal compare_of(const OpCall& call, std::span<const Literal> operands) {
  const auto direction = call.op.string_attribute("comparison_direction").value_or("");
  const bool total_order = call.op.string_attribute("compare_type").value_or("") == "TOTALORDER" &&
                           !call.interpreter.options().reference_quirks;
  if (is_complex(operands[0])) return complex_compare(call, direction, operands);
  const CompareKernel kernel = compare_kernel(direction, total_order, arithmetic_of(operands[0].element()));
  if (kernel == nullptr) unsupported(call);
  return map_elements(call.result_type(), operands, [=](Inputs in, void* out, std::size_t n) {
    kernel(in[0], in[1], static_cast<std::uint64_t*>(out), n);
  });
}

std::vector<Literal> compare(const OpCall& call) { return {compare_of(call, call.operands)}; }

/// Picks among branches of one arithmetic; the result may rescale.
template <class Compute>
void select_block(Inputs in, void* out, std::size_t n) {
  const auto* predicate = static_cast<const std::uint64_t*>(in[0]);
  const auto* on_true = static_cast<const Compute*>(in[1]);
  const auto* on_false = static_cast<const Compute*>(in[2]);
  for (std::size_t i = 0; i < n; ++i) static_cast<Compute*>(out)[i] = predicate[i] != 0 ? on_true[i] : on_false[i];
}

std::vector<Literal> select(const OpCall& call) {
  if (is_complex(call.operand(1))) return {complex_select(call)};
  const bool in_float = arithmetic_of(call.operand(1).element()) == Arithmetic::kF32;
  return {map_elements(call.result_type(), call.operands,
                       in_float ? &select_block<std::uint32_t> : &select_block<std::uint64_t>)};
}

std::vector<Literal> clamp(const OpCall& call) {
  const Arithmetic arithmetic = arithmetic_of(call.operand(1).element());
  const BinaryKernel larger = binary_kernel("maximum", arithmetic);
  const BinaryKernel smaller = binary_kernel("minimum", arithmetic);
  return {map_elements(call.result_type(), call.operands, [=](Inputs in, void* out, std::size_t n) {
    larger(in[1], in[0], out, n, 64);
    smaller(out, in[2], out, n, 64);
  })};
}

std::vector<Literal> is_finite(const OpCall& call) {
  const Arithmetic arithmetic = arithmetic_of(call.operand(0).element());
  const bool quantized = call.operand(0).quantized() != nullptr;
  return {map_elements(call.result_type(), call.operands, [=](Inputs in, void* out, std::size_t n) {
    with_arithmetic(arithmetic, [&]<class A>(A) {
      const auto* x = static_cast<const typename A::Compute*>(in[0]);
      for (std::size_t i = 0; i < n; ++i) {
        static_cast<std::uint64_t*>(out)[i] = quantized || std::isfinite(static_cast<double>(x[i]));
      }
    });
  })};
}

/// numpy-style broadcasting, or along `broadcast_dimensions`, before the op of the same name in StableHLO.
std::vector<Literal> broadcast_binary(const OpCall& call) {
  const Shape& shape = call.result_type().get<TensorType>().shape;
  const auto given = call.op.integers_attribute("broadcast_dimensions");
  std::vector<Literal> operands;
  std::int64_t widest = 0;
  for (const Literal& operand : call.operands) widest = std::max(widest, operand.rank());
  for (const Literal& operand : call.operands) {
    if (operand.rank() == 0 || operand.shape() == shape) {
      operands.push_back(operand);
      continue;
    }
    std::vector<std::int64_t> dims;
    for (std::int64_t d = 0; d < operand.rank(); ++d) {
      const std::int64_t to_last = static_cast<std::int64_t>(shape.size()) - operand.rank() + d;
      dims.push_back(given && operand.rank() < widest ? given->at(static_cast<std::size_t>(d)) : to_last);
    }
    operands.push_back(broadcast_literal(operand, tensor_type(shape, operand.element()), dims));
  }
  const auto name = call.op.name_in_dialect().substr(std::string_view("broadcast_").size());
  if (name == "compare") return {compare_of(call, operands)};
  return {binary_of(call, name, operands)};
}

}  // namespace

std::span<const OpEntry> elementwise_ops() {
  static const OpEntry entries[] = {
      {"stablehlo.abs", unary},
      {"stablehlo.add", binary},
      {"stablehlo.and", binary},
      {"stablehlo.atan2", binary},
      {"stablehlo.cbrt", unary},
      {"stablehlo.ceil", unary},
      {"stablehlo.clamp", clamp},
      {"stablehlo.compare", compare},
      {"stablehlo.cosine", unary},
      {"stablehlo.count_leading_zeros", unary},
      {"stablehlo.divide", binary},
      {"stablehlo.exponential", unary},
      {"stablehlo.exponential_minus_one", unary},
      {"stablehlo.floor", unary},
      {"stablehlo.is_finite", is_finite},
      {"stablehlo.log", unary},
      {"stablehlo.log_plus_one", unary},
      {"stablehlo.logistic", unary},
      {"stablehlo.maximum", binary},
      {"stablehlo.minimum", binary},
      {"stablehlo.multiply", binary},
      {"stablehlo.negate", unary},
      {"stablehlo.not", unary},
      {"stablehlo.or", binary},
      {"stablehlo.popcnt", unary},
      {"stablehlo.power", binary},
      {"stablehlo.remainder", binary},
      {"stablehlo.round_nearest_afz", unary},
      {"stablehlo.round_nearest_even", unary},
      {"stablehlo.rsqrt", unary},
      {"stablehlo.select", select},
      {"stablehlo.shift_left", binary},
      {"stablehlo.shift_right_arithmetic", binary},
      {"stablehlo.shift_right_logical", binary},
      {"stablehlo.sign", unary},
      {"stablehlo.sine", unary},
      {"stablehlo.sqrt", unary},
      {"stablehlo.subtract", binary},
      {"stablehlo.tan", unary},
      {"stablehlo.tanh", unary},
      {"stablehlo.xor", binary},
      {"chlo.tan", unary},
      {"chlo.broadcast_add", broadcast_binary},
      {"chlo.broadcast_and", broadcast_binary},
      {"chlo.broadcast_atan2", broadcast_binary},
      {"chlo.broadcast_compare", broadcast_binary},
      {"chlo.broadcast_divide", broadcast_binary},
      {"chlo.broadcast_maximum", broadcast_binary},
      {"chlo.broadcast_minimum", broadcast_binary},
      {"chlo.broadcast_multiply", broadcast_binary},
      {"chlo.broadcast_or", broadcast_binary},
      {"chlo.broadcast_power", broadcast_binary},
      {"chlo.broadcast_remainder", broadcast_binary},
      {"chlo.broadcast_shift_left", broadcast_binary},
      {"chlo.broadcast_shift_right_arithmetic", broadcast_binary},
      {"chlo.broadcast_shift_right_logical", broadcast_binary},
      {"chlo.broadcast_subtract", broadcast_binary},
      {"chlo.broadcast_xor", broadcast_binary},
  };
  return entries;
}

}  // namespace qgpu::stablehlo
