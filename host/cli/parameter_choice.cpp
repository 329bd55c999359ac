#include "host/cli/parameter_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "host/cli/parameter_values.hpp"
#include "host/stablehlo/text/text.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

/// Entries in C order of the parameter shape, in the order of the layout.
template <class T>
std::vector<T> in_layout_order(const std::vector<T>& values, const TensorInfo& info, const Granularity& granularity) {
  if (values.size() == 1) return values;
  std::vector<T> ordered(values.size());
  for (std::uint64_t group = 0; group < values.size(); ++group)
    ordered[group] = values[parameter_index(info, granularity, group)];
  return ordered;
}

void check_file_fits(const ParameterFile& file, const TensorInfo& info, bool whole_shape) {
  const std::vector<std::uint64_t> expected = parameter_shape(file.info(), file.scheme.granularity);
  const auto has_parameters_of_file = [&] {
    try {
      return parameter_shape(info, file.scheme.granularity) == expected;
    } catch (const Error&) {  // it has no such axis
      return false;
    }
  };
  const bool fits = whole_shape ? info.shape == file.shape : has_parameters_of_file();
  if (!fits) {
    throw usage_error(fmt::format("--params {}: expected a tensor of shape ({}), found ({})", file.path,
                                  fmt::join(file.shape, ", "), fmt::join(info.shape, ", ")));
  }
}

}  // namespace

ParameterChoice choose_parameters(const Options& options, const SchemeWords& words, Mode default_mode) {
  ParameterChoice choice;
  choice.range = words.range;
  choice.scale = options.scale;
  choice.zero_point = options.zero_point;
  if (options.has_parameter_words) choice.names = {"SCALE", "ZERO_POINT"};
  choice.dynamic = options.takes_dynamic_parameters();
  const bool from_file = options.params && !choice.dynamic;
  if (options.type) {
    choice.type = read_type_option(options, words);
    choice.scheme = choice.type->meaning.scheme;
    return choice;
  }
  if (options.zero_point && !options.scale) throw usage_error("--zero-point: expected --scale with it, found it alone");
  if (options.scale && options.params) throw usage_error("--scale: does not go with --params");
  if (options.scale && words.range) throw usage_error("--scale: does not go with LO HI");
  if (from_file && words.range) throw usage_error("--params: a file does not go with LO HI");
  if (from_file) {
    choice.file = read_parameter_file(*options.params);
    check_agreement(*choice.file, options, words.mode);
    choice.scheme = choice.file->scheme;
    choice.scheme.nonfinite = options.nonfinite;
  } else {
    choice.scheme = scheme_of(options, words.mode.value_or(default_mode));
  }
  return choice;
}

Mode mode_of_codes(const TensorInfo& info, const std::string& name) {
  const std::optional<CodeType> type = code_type_of(info.type);
  if (!type) {
    throw file_error(fmt::format("{}: expected codes of uint8 or int8, found {}", name, element_name(info.type)));
  }
  return {*type, false};
}

std::optional<std::string> type_text(const ParameterChoice& choice) {
  return choice.type ? std::optional(stablehlo::print_type(choice.type->type)) : std::nullopt;
}

const Granularity& granularity_for(const ParameterChoice& choice, const TensorInfo& info) {
  if (choice.type) check_type_fits(choice.type->type, info);
  if (choice.file) check_file_fits(*choice.file, info, false);  // its axis, before a layout misses it
  return choice.scheme.granularity;
}

ParameterRule make_rule(const ParameterChoice& choice, const TensorInfo& info, bool whole_shape) {
  const Granularity& granularity = choice.scheme.granularity;
  ParameterRule rule;
  rule.range = choice.range;
  if (choice.type) {
    const Parameters& parameters = choice.type->meaning.parameters;
    rule.kind = ParameterRule::Kind::kExplicit;
    rule.parameters.scale = in_layout_order(parameters.scale, info, granularity);
    rule.parameters.zero_point = in_layout_order(parameters.zero_point, info, granularity);
  } else if (choice.file) {
    check_file_fits(*choice.file, info, whole_shape);
    check_entries(*choice.file, make_layout(info, granularity).num_groups());
    rule.kind = ParameterRule::Kind::kExplicit;
    rule.parameters.scale = in_layout_order(choice.file->parameters.scale, info, granularity);
    rule.parameters.zero_point = in_layout_order(choice.file->parameters.zero_point, info, granularity);
  } else if (choice.scale) {
    const GroupShape groups{parameter_shape(info, granularity), make_layout(info, granularity).num_groups()};
    rule.kind = ParameterRule::Kind::kExplicit;
    std::vector<float> scales =
        in_layout_order(read_scales(*choice.scale, choice.names.scale, groups), info, granularity);
    std::vector<std::int32_t> zero_points = in_layout_order(
        read_zero_points(choice.zero_point.value_or("0"), choice.names.zero_point, choice.scheme, groups), info,
        granularity);
    if (scales.size() == 1) scales.resize(zero_points.size(), scales[0]);
    if (zero_points.size() == 1) zero_points.resize(scales.size(), zero_points[0]);
    rule.parameters = {std::move(scales), std::move(zero_points)};
  } else if (choice.dynamic) {
    rule.kind = ParameterRule::Kind::kDynamic;
  } else if (choice.range) {
    rule.kind = ParameterRule::Kind::kGiven;
  }
  return rule;
}

}  // namespace qgpu::cli
