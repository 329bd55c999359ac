#include "host/stablehlo/verify/litert_lint.hpp"

#include "host/counted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace qgpu::stablehlo {
namespace {

// Ops of LiteRT's list whose inputs and outputs share scale and zero point, under their StableHLO names.
constexpr std::array<std::string_view, 11> kSharing = {
    "stablehlo.concatenate", "stablehlo.dynamic_slice", "stablehlo.gather",        "stablehlo.maximum",
    "stablehlo.minimum",     "stablehlo.pad",           "stablehlo.reduce_window", "stablehlo.reshape",
    "stablehlo.reverse",     "stablehlo.slice",         "stablehlo.transpose"};

class Lint {
 public:
  explicit Lint(Diagnostics& found) : found_(found) {}

  void check(const Operation& op) {
    if (op.dialect() != "stablehlo") return;
    storage(op);
    if (op.name() == "stablehlo.convolution" || op.name() == "stablehlo.dot_general" || op.name() == "stablehlo.dot") {
      weights(op);
      accumulator(op);
    }
    if (std::ranges::find(kSharing, op.name()) != kSharing.end()) shared(op);
    if (op.name() == "stablehlo.logistic") fixed_result(op, 1.0 / 256, -128);
    if (op.name() == "stablehlo.tanh") fixed_result(op, 1.0 / 128, 0);
  }

 private:
  template <class... Args>
  void report(const Operation& op, fmt::format_string<Args...> format, Args&&... args) {
    found_.warning(op.location(), fmt::format("'{}': ", op.name()) + fmt::format(format, std::forward<Args>(args)...));
  }

  void storage(const Operation& op) {
    for (const Value* result : op.results()) {
      const QuantizedType* type = quantized_element(result->type());
      if (type && (!type->is_signed() || (type->width != 8 && type->width != 32)))
        report(op, "{} storage of {}; expected signed 8 (32 for accumulators and bias)",
               type->is_signed() ? "signed" : "unsigned", counted(type->width, "bit"));
    }
  }

  void weights(const Operation& op) {
    const QuantizedType* type = quantized_element(op.operand(1)->type());
    if (!type || type->width != 8) return;
    if (std::ranges::any_of(type->zero_points, [](std::int64_t z) { return z != 0; }))
      report(op, "weights with a zero point other than 0");
    if (type->storage_min != -127 || type->storage_max != 127)
      report(op, "weights of range {}..{}; expected -127..127", type->storage_min, type->storage_max);
  }

  void accumulator(const Operation& op) {
    const QuantizedType* lhs = quantized_element(op.operand(0)->type());
    const QuantizedType* rhs = quantized_element(op.operand(1)->type());
    const QuantizedType* result = quantized_element(op.result()->type());
    if (!lhs || !rhs || !result || result->width != 32) return;
    constexpr double kTolerance = 1e-6;
    for (std::size_t c = 0; c < result->scales.size(); ++c) {
      const double expected =
          lhs->scales[0] * rhs->scales[rhs->scales.size() == 1 ? 0 : std::min(c, rhs->scales.size() - 1)];
      if (std::fabs(result->scales[c] - expected) > kTolerance * expected) {
        report(op, "bias scale {} at {}; expected input scale times weight scale, {}", result->scales[c], c, expected);
        return;
      }
      if (result->zero_points[c] != 0) {
        report(op, "bias zero point {} at {}; expected 0", result->zero_points[c], c);
        return;
      }
    }
  }

  void shared(const Operation& op) {
    const QuantizedType* first = nullptr;
    std::vector<Type> types = op.operand_types();
    for (const Type& type : op.result_types()) types.push_back(type);
    for (const Type& type : types) {
      const QuantizedType* quantized = quantized_element(type);
      if (!quantized) continue;
      if (!first) first = quantized;
      if (quantized->scales != first->scales || quantized->zero_points != first->zero_points) {
        report(op, "operands and result with different scales or zero points; expected the same");
        return;
      }
    }
  }

  void fixed_result(const Operation& op, double scale, std::int64_t zero_point) {
    const QuantizedType* type = quantized_element(op.result()->type());
    if (type && (type->scales[0] != scale || type->zero_points[0] != zero_point))
      report(op, "result scale {} and zero point {}; expected {} and {}", type->scales[0], type->zero_points[0], scale,
             zero_point);
  }

  Diagnostics& found_;
};

}  // namespace

Diagnostics lint_litert(const Module& module) {
  Diagnostics found;
  Lint lint(found);
  walk(std::as_const(module.op()), [&](const Operation& op) { lint.check(op); });
  return found;
}

}  // namespace qgpu::stablehlo
