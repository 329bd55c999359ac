#include "host/cli/type_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/quantized_type_rules.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

void refuse_beside_type(const Options& options, const SchemeWords& words) {
  const auto refuse = [](bool is_given, const char* what) {
    if (is_given) throw usage_error(fmt::format("--type: does not go with {}, which the type says", what));
  };
  refuse(words.mode.has_value(), "MODE");
  refuse(words.range.has_value(), "LO HI");
  refuse(options.scale.has_value(), "--scale");
  refuse(options.zero_point.has_value(), "--zero-point");
  refuse(options.params.has_value(), "--params");
  refuse(options.axis.has_value(), "--axis");
  refuse(options.block.has_value(), "--block");
  refuse(options.narrow_range, "--narrow-range");
  refuse(options.order == Order::kOnnx, "--order onnx");
}

stablehlo::QuantizedType parse_quantized_type(const std::string& text) {
  stablehlo::Diagnostics diagnostics;
  const stablehlo::Type type = stablehlo::parse_type(text, diagnostics);
  if (!type) {
    const stablehlo::Diagnostic& first = diagnostics.all().front();
    throw usage_error(fmt::format("--type: {} at column {} of {}", first.message, first.location.column, text));
  }
  const auto* quantized = type.get_if<stablehlo::QuantizedType>();
  if (quantized == nullptr)
    throw usage_error(fmt::format("--type: expected a type like !quant.uniform<i8:f32, 0.5:3>, found {}", text));
  return *quantized;
}

}  // namespace

TypeChoice read_type_option(const Options& options, const SchemeWords& words) {
  refuse_beside_type(options, words);
  TypeChoice choice{parse_quantized_type(options.type.value()), {}};
  choice.meaning = stablehlo::scheme_of_type(choice.type);
  choice.meaning.scheme.nonfinite = options.nonfinite;
  return choice;
}

void check_type_fits(const stablehlo::QuantizedType& type, const TensorInfo& info) {
  const std::vector<std::string> conflicts = stablehlo::shape_conflicts(type, {info.shape.begin(), info.shape.end()});
  if (conflicts.empty()) return;
  throw usage_error(
      fmt::format("--type: found {}, in a tensor of shape ({})", conflicts.front(), fmt::join(info.shape, ", ")));
}

}  // namespace qgpu::cli
