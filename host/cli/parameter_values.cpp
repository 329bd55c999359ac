#include "host/cli/parameter_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "host/cli/number_text.hpp"
#include "host/counted.hpp"
#include "qgpu/error.hpp"
#include "qgpu/npy.hpp"
#include "qgpu/source_floats.hpp"

namespace qgpu::cli {
namespace {

/// Refuses an array that fits neither every group nor one.
void check_array_shape(const TensorInfo& info, const std::string& where, const GroupShape& groups) {
  if (info.count() == 1 || info.shape == groups.shape) return;
  if (groups.shape.empty()) {
    throw usage_error(fmt::format("{}: expected one value, found {} of shape ({})", where, info.count(),
                                  fmt::join(info.shape, ", ")));
  }
  throw usage_error(fmt::format("{}: expected {} of shape ({}), one a group, or one value; found {} of shape ({})",
                                where, counted(groups.num_groups, "value"), fmt::join(groups.shape, ", "), info.count(),
                                fmt::join(info.shape, ", ")));
}

bool is_scale(float value) { return value > 0 && std::isfinite(value); }

/// `name[3]`; of one value `name`.
std::string entry_name(const std::string& name, std::size_t index, std::size_t count) {
  return count == 1 ? name : fmt::format("{}[{}]", name, index);
}

}  // namespace

std::vector<float> read_scales(const std::string& word, const std::string& name, const GroupShape& groups) {
  if (is_number(word)) {
    const float scale = parse_float(word).value();
    if (!is_scale(scale))
      throw usage_error(fmt::format("{}: expected a positive finite float32, found {}", name, word));
    return {scale};
  }
  const std::unique_ptr<Source> source = open_npy(word, FileAccess::kRead);
  const TensorInfo& info = source->info();
  if (code_type_of(info.type)) {
    throw file_error(fmt::format("{}: expected scales of float32 or float64, found {}", word, element_name(info.type)));
  }
  const std::string where = name + " " + word;
  check_array_shape(info, where, groups);
  std::vector<float> scratch(info.count());
  const float* stored = load_floats(*source, 0, info.count(), scratch.data());
  std::vector<float> scales(info.count());
  for (std::uint64_t i = 0; i < scales.size(); ++i) scales[logical_index(info, i)] = stored[i];
  for (std::size_t i = 0; i < scales.size(); ++i) {
    if (is_scale(scales[i])) continue;
    throw usage_error(fmt::format("{}: expected a positive finite float32, found {}",
                                  entry_name(where, i, scales.size()), scales[i]));
  }
  return scales;
}

std::vector<std::int32_t> read_zero_points(const std::string& word, const std::string& name, const Scheme& scheme,
                                           const GroupShape& groups) {
  if (is_number(word)) {
    const std::optional<std::int64_t> value = parse_integer(word);
    if (!value || *value < INT32_MIN || *value > INT32_MAX)
      throw usage_error(fmt::format("{}: expected an integer code, found {}", name, word));
    const auto zero_point = static_cast<std::int32_t>(*value);
    check_zero_points({&zero_point, 1}, scheme, name);
    return {zero_point};
  }
  const std::unique_ptr<Source> source = open_npy(word, FileAccess::kRead);
  const TensorInfo& info = source->info();
  if (!code_type_of(info.type)) {
    throw file_error(fmt::format("{}: expected zero points of uint8 or int8, found {}", word, element_name(info.type)));
  }
  const std::string where = name + " " + word;
  check_array_shape(info, where, groups);
  std::vector<std::byte> stored(info.count());
  source->read(0, info.count(), stored.data());
  std::vector<std::int32_t> zero_points(info.count());
  for (std::uint64_t i = 0; i < stored.size(); ++i) {
    const auto byte = std::to_integer<std::uint8_t>(stored[i]);
    zero_points[logical_index(info, i)] = info.type == ElementType::kUint8 ? byte : static_cast<std::int8_t>(byte);
  }
  check_zero_points(zero_points, scheme, where);
  return zero_points;
}

void check_zero_points(std::span<const std::int32_t> zero_points, const Scheme& scheme, const std::string& name) {
  const arith::CodeLimits limits = scheme.limits();
  for (std::size_t i = 0; i < zero_points.size(); ++i) {
    const std::int32_t found = zero_points[i];
    const bool fits = scheme.mode.symmetric ? found == 0 : found >= limits.qmin && found <= limits.qmax;
    if (fits) continue;
    const std::string expected = scheme.mode.symmetric ? "0" : fmt::format("{}..{}", limits.qmin, limits.qmax);
    throw usage_error(fmt::format("{}: expected {} in mode {}, found {}", entry_name(name, i, zero_points.size()),
                                  expected, mode_name(scheme.mode), found));
  }
}

}  // namespace qgpu::cli
