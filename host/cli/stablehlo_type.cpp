#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/cli/stablehlo_command.hpp"
#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/verify/quantized_type_rules.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

using Json = nlohmann::ordered_json;
using stablehlo::QuantizedType;

/// `4x?x2`
std::vector<std::int64_t> read_shape(const std::string& text) {
  std::vector<std::int64_t> shape;
  for (std::size_t begin = 0; begin <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const auto size = stablehlo::parse_integer(word);
    if (word != "?" && (!size || *size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())))
      throw usage_error(fmt::format("--verify: expected sizes with an x between them, like 4x3x2, found {}", text));
    shape.push_back(word == "?" ? stablehlo::kDynamic : static_cast<std::int64_t>(*size));
    begin = end + 1;
  }
  return shape;
}

/// Numbers in C order as lists of lists.
template <class T>
Json nested(const std::vector<T>& values, const std::vector<std::int64_t>& shape, std::size_t level,
            std::size_t& next) {
  if (level == shape.size()) return values[next++];
  Json list = Json::array();
  for (std::int64_t i = 0; i < shape[level]; ++i) list.push_back(nested(values, shape, level + 1, next));
  return list;
}

template <class T>
Json parameters(const QuantizedType& type, const std::vector<T>& values) {
  if (!type.is_sub_channel()) return values;
  std::size_t next = 0;
  return nested(values, type.scale_shape, 0, next);
}

struct TypeCommand {
  std::string text;
  std::optional<std::string> shape_text;
  bool strict = false;

  int run() const {
    stablehlo::Diagnostics diagnostics;
    const stablehlo::Type type = stablehlo::parse_type(text, diagnostics);
    if (!type) {
      const stablehlo::Diagnostic& first = diagnostics.all().front();
      throw usage_error(fmt::format("TYPE: {} at column {} of {}", first.message, first.location.column, text));
    }
    const QuantizedType* quantized = stablehlo::quantized_element(type);
    if (!quantized)
      throw usage_error(
          fmt::format("TYPE: expected a !quant.uniform<..> or a tensor of it, found {}", print_type(type)));
    const auto* tensor = type.get_if<stablehlo::TensorType>();
    std::optional<std::vector<std::int64_t>> shape;
    if (tensor && tensor->ranked) shape = tensor->shape;
    if (shape_text) shape = read_shape(*shape_text);

    Json json = describe(type, *quantized);
    bool good = !strict || json["stablehlo"].get<bool>();
    if (shape) {
      const std::vector<std::string> conflicts = shape_conflicts(*quantized, *shape);
      json["ok"] = conflicts.empty();
      json["errors"] = conflicts;
      good = good && conflicts.empty();
    }
    write_text_output("", json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    if (!good)
      std::fputs(
          fmt::format("qgpu: TYPE: {} is refused, see the reasons in the JSON\n", json["text"].get<std::string>())
              .c_str(),
          stderr);
    return good ? 0 : 1;
  }

  static Json describe(const stablehlo::Type& type, const QuantizedType& quantized) {
    constexpr const char* kSpellings[] = {"i", "si", "u", "ui"};
    constexpr const char* kGranularities[] = {"per-tensor", "per-axis", "sub-channel"};
    Json json = {
        {"text", print_type(type)},
        {"storage", kSpellings[static_cast<std::size_t>(quantized.spelling)] + std::to_string(quantized.width)},
        {"bits", quantized.width},
        {"signed", quantized.is_signed()},
        {"min", quantized.storage_min},
        {"max", quantized.storage_max},
        {"expressed", print_type(quantized.expressed)},
        {"granularity", kGranularities[static_cast<std::size_t>(quantized.granularity)]}};
    if (quantized.is_per_axis()) json["axis"] = quantized.axis;
    if (quantized.is_sub_channel()) {
      json["blocks"] = Json::array();
      for (const stablehlo::BlockSize& block : quantized.blocks)
        json["blocks"].push_back({block.dimension, block.size});
    }
    json["scales"] = parameters(quantized, quantized.scales);
    json["zero_points"] = parameters(quantized, quantized.zero_points);
    const std::vector<std::string> reasons = reasons_not_stablehlo(quantized);
    json["stablehlo"] = reasons.empty();
    json["why_not"] = reasons;
    return json;
  }
};

}  // namespace

void add_stablehlo_type(CLI::App& stablehlo, int& exit_code) {
  auto command = std::make_shared<TypeCommand>();
  CLI::App& type = *stablehlo.add_subcommand("type", "Read a quantized type and say what it means");
  type.add_option("TYPE", command->text, "!quant.uniform<..> or a tensor of it")->type_name("")->required();
  type.add_option("--verify", command->shape_text, "Check the type against a shape; ? is any size")
      ->option_text("4x3x2");
  type.add_flag("--strict", command->strict, "Exit 1 for a type that StableHLO does not have");
  type.footer(
      "Example:\n  qgpu stablehlo type '!quant.uniform<i8:f32:0, {0.5, 0.25:3}>' --verify 2x3\n      its scales and "
      "zero points, and that axis 0 of size 2 has as many");
  type.callback([command, &exit_code] { exit_code = command->run(); });
}

}  // namespace qgpu::cli
