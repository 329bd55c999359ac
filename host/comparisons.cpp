#include "qgpu/comparisons.hpp"

#include <cmath>
#include <utility>

namespace qgpu {
namespace {

Scheme in_mode(Scheme scheme, Mode mode) {
  scheme.mode = mode;
  return scheme;
}

constexpr Mode kAsymUint8{CodeType::kUint8, false};
constexpr Mode kSymInt8{CodeType::kInt8, true};

std::optional<double> ratio(const ErrorTotals& above, const ErrorTotals& below) {
  if (above.finite == 0 || below.finite == 0 || std::isinf(below.max_abs_error)) return std::nullopt;
  const double value = static_cast<double>(above.max_abs_error) / static_cast<double>(below.max_abs_error);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::vector<std::optional<float>> largest_errors(const std::vector<ErrorTotals>& groups) {
  std::vector<std::optional<float>> errors;
  errors.reserve(groups.size());
  for (const ErrorTotals& group : groups) errors.push_back(group.largest_error());
  return errors;
}

/// A round trip with parameters derived from ranges that are known already.
Roundtrip roundtrip_with(const Source& source, const std::string& name, const Scheme& scheme, const Ranges& ranges,
                         bool per_group, Backend& backend) {
  ParameterRule rule;
  rule.kind = ParameterRule::Kind::kExplicit;
  const DerivedParameters derived = derive_parameters(ParameterRule{}, scheme, &ranges, ranges.groups.size());
  rule.parameters = derived.parameters;
  check_nonfinite(ranges.nonfinite, scheme, true, name);
  Roundtrip result = roundtrip(source, name, scheme, rule, per_group, backend);
  result.derived = derived;
  result.ranges = ranges;
  return result;
}

std::int64_t levels(const ObservedRange& range, float scale) {
  const double lo = arith::range_low(range.min);
  const double hi = arith::range_high(range.max);
  return static_cast<std::int64_t>(arith::usable_levels(lo, hi, scale));
}

}  // namespace

void compare_schemes(const Source& source, const std::string& name, std::span<const Scheme> schemes, bool per_group,
                     Backend& backend, const std::function<void(std::size_t, const Roundtrip&)>& found) {
  std::vector<GroupLayout> layouts;
  for (const Scheme& scheme : schemes) layouts.push_back(make_layout(source.info(), scheme.granularity));
  std::vector<bool> done(schemes.size());
  for (std::size_t first = 0; first < schemes.size(); ++first) {
    if (done[first]) continue;
    Roundtrip leader = roundtrip(source, name, schemes[first], ParameterRule{}, per_group, backend);
    found(first, leader);
    leader.totals = {};  // its ranges serve the others; groups may be many
    for (std::size_t i = first + 1; i < schemes.size(); ++i) {
      if (done[i] || !(layouts[i] == layouts[first])) continue;
      found(i, roundtrip_with(source, name, schemes[i], *leader.ranges, per_group, backend));
      done[i] = true;
    }
  }
}

ChannelComparison compare_channels(const Source& source, const std::string& name, std::int64_t axis,
                                   const Scheme& scheme, Backend& backend) {
  Scheme channels = in_mode(scheme, kSymInt8);
  channels.granularity = {};
  channels.granularity.kind = Granularity::Kind::kAxis;
  channels.granularity.axis = axis;
  ChannelComparison result;
  result.axis = resolve_axis(source.info(), channels.granularity);
  Roundtrip apart = roundtrip(source, name, channels, ParameterRule{}, true, backend);
  result.per_channel_error = largest_errors(std::exchange(apart.totals.groups, {}));  // channels may be many

  Ranges whole;
  whole.groups = {apart.ranges->tensor()};
  result.per_tensor = derive_parameters(ParameterRule{}, channels, &whole, 1);
  ParameterRule one_for_all;
  one_for_all.kind = ParameterRule::Kind::kExplicit;
  one_for_all.parameters = result.per_tensor.parameters;
  result.per_tensor_error = largest_errors(roundtrip(source, name, channels, one_for_all, true, backend).totals.groups);
  result.per_channel = std::move(apart.derived);
  for (std::size_t channel = 0; channel < result.per_channel_error.size(); ++channel) {
    if (!result.per_channel_error[channel] || !result.per_tensor_error[channel]) continue;
    const double own = *result.per_channel_error[channel];
    const double shared = *result.per_tensor_error[channel];
    result.channels_improved += own < shared;
    const double gain = shared / own;
    if (own > 0 && std::isfinite(own) && std::isfinite(gain) && (!result.best_gain || gain > *result.best_gain))
      result.best_gain = gain;
  }
  return result;
}

Saturation compare_saturation(const Source& source, const std::string& name, const GivenRange& range,
                              const Scheme& scheme, Backend& backend) {
  const Scheme asym = in_mode(scheme, kAsymUint8);
  ParameterRule narrowed;
  narrowed.kind = ParameterRule::Kind::kGiven;
  narrowed.range = range;
  Saturation result;
  result.full = roundtrip(source, name, asym, ParameterRule{}, false, backend);
  result.narrow = roundtrip(source, name, asym, narrowed, false, backend);
  result.error_ratio = ratio(result.narrow.totals.tensor, result.full.totals.tensor);
  return result;
}

Symmetry compare_symmetry(const Source& source, const std::string& name, const Scheme& scheme, Backend& backend) {
  Symmetry result;
  result.asym = roundtrip(source, name, in_mode(scheme, kAsymUint8), ParameterRule{}, false, backend);
  result.sym = roundtrip_with(source, name, in_mode(scheme, kSymInt8), *result.asym.ranges, false, backend);
  const ObservedRange range = result.asym.ranges->tensor();
  const float asym_scale = result.asym.derived.parameters.scale_of(0);
  const float sym_scale = result.sym.derived.parameters.scale_of(0);
  result.asym_levels = levels(range, asym_scale);
  result.sym_levels = levels(range, sym_scale);
  result.scale_ratio = static_cast<double>(sym_scale) / static_cast<double>(asym_scale);
  result.error_ratio = ratio(result.asym.totals.tensor, result.sym.totals.tensor);
  return result;
}

}  // namespace qgpu
