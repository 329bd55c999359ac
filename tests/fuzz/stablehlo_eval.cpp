#include <cstdint>
#include <string_view>
#include <vector>

#include "host/stablehlo/eval/evaluation.hpp"
#include "host/stablehlo/text/text.hpp"
#include "qgpu/error.hpp"

// What reads as a runnable program evaluates or is refused with an Error, whatever its types and attributes say: no
// read or write outside a tensor, no overflow. Programs are kept small, so that a second is many of them.
namespace {

using namespace qgpu::stablehlo;

constexpr std::int64_t kMostElements = 4096;
constexpr std::int64_t kMostInWindows = 65536;

/// Elements of a type, or more than kMostElements.
std::int64_t elements_of(const Type& type) {
  const auto* tensor = type.get_if<TensorType>();
  if (tensor == nullptr || !tensor->ranked) return 1;
  std::int64_t count = 1;
  for (const std::int64_t size : tensor->shape) {
    if (size == kDynamic) continue;
    if (size > kMostElements || (count *= size) > kMostElements) return kMostElements + 1;
  }
  return count;
}

/// The product of a list of window sizes, or more than kMostInWindows.
std::int64_t product_of(const Operation& op, std::string_view attribute) {
  std::int64_t product = 1;
  for (const std::int64_t size : op.integers_attribute(attribute).value_or(std::vector<std::int64_t>())) {
    if (size > kMostInWindows || size < 0 || (product *= size) > kMostInWindows) return kMostInWindows + 1;
  }
  return product;
}

/// Loops and calls may take for ever, windows and padding make tensors that no type names.
bool is_small(const Module& module) {
  std::int64_t elements = 0;
  bool small = true;
  const Operation& root = module.op();
  walk(root, [&](const Operation& op) {
    small = small && op.name() != "stablehlo.while" && op.name() != "func.call" && op.name() != "stablehlo.composite";
    for (const Type& type : op.result_types()) elements += elements_of(type);
    std::int64_t windows = product_of(op, "window_dimensions");
    for (const std::string_view list : {"base_dilations", "window_strides", "window_dilations"})
      windows *= op.name() == "stablehlo.reduce_window" ? product_of(op, list) : 1;
    for (const std::int64_t side : op.integers_attribute("padding").value_or(std::vector<std::int64_t>()))
      small = small && side > -kMostElements && side < kMostElements;
    small = small && elements <= kMostElements && windows <= kMostInWindows;
  });
  return small;
}

void run(const Module& module, const Operation& function, EvaluationMode mode) {
  std::vector<Literal> arguments;
  for (const Type& type : function_type(function).inputs) {
    if (elements_of(type) > kMostElements) return;
    Literal argument(type);
    for (std::size_t i = 0; i < argument.num_bytes(); ++i) argument.bytes()[i] = static_cast<std::byte>(i % 3);
    arguments.push_back(std::move(argument));
  }
  Diagnostics diagnostics;
  evaluate(module, function_name(function), arguments, {.mode = mode}, diagnostics);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Source& chunk : split_source("fuzz", text)) {
    Diagnostics diagnostics;
    const auto module = read_runnable(chunk, diagnostics);
    if (!module || !is_small(*module)) continue;
    for (const EvaluationMode mode : {EvaluationMode::kSpec, EvaluationMode::kMath, EvaluationMode::kTosa}) {
      try {
        run(*module, entry_function(*module, "main"), mode);
      } catch (const qgpu::Error&) {  // a refusal
      }
    }
  }
  return 0;
}
