#include "qgpu/operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "qgpu/error.hpp"
#include "qgpu/source_floats.hpp"

namespace qgpu {

void check_range(const GivenRange& range) {
  const auto fits = [](double value) {
    return arith::is_finite(
        static_cast<float>(value));  // the shortest digits of the largest float32 exceed it a little
  };
  if (!fits(range.lo) || !fits(range.hi)) {
    throw usage_error(fmt::format("LO HI: expected finite numbers within float32, found {} {}", range.lo, range.hi));
  }
  if (range.lo > range.hi) {
    throw usage_error(fmt::format("LO HI: expected LO <= HI, found {} {}", range.lo, range.hi));
  }
}

void check_parameters(const Parameters& parameters, const Scheme& scheme, std::uint64_t num_groups) {
  if (parameters.scale.size() != parameters.zero_point.size()) {
    throw usage_error(fmt::format("--zero-point: expected as many as scales ({}), found {}", parameters.scale.size(),
                                  parameters.zero_point.size()));
  }
  if (parameters.size() != 1 && parameters.size() != num_groups) {
    throw usage_error(fmt::format("--scale: expected 1 or {} (one a group), found {}", num_groups, parameters.size()));
  }
  const arith::CodeLimits limits = scheme.limits();
  for (std::size_t group = 0; group < parameters.size(); ++group) {
    const float scale = parameters.scale[group];
    if (!(scale > 0.0f) || !arith::is_finite(scale)) {
      throw usage_error(fmt::format("--scale: expected a positive finite float32, found {} (group {})", scale, group));
    }
    const std::int32_t zero_point = parameters.zero_point[group];
    if (scheme.mode.symmetric && zero_point != 0) {
      throw usage_error(fmt::format("--zero-point: expected 0 in mode {}, found {} (group {})", mode_name(scheme.mode),
                                    zero_point, group));
    }
    if (zero_point < limits.qmin || zero_point > limits.qmax) {
      throw usage_error(fmt::format("--zero-point: expected {}..{} in mode {}, found {} (group {})", limits.qmin,
                                    limits.qmax, mode_name(scheme.mode), zero_point, group));
    }
  }
}

void check_nonfinite(const NonfiniteCounts& nonfinite, const Scheme& scheme, bool range_from_data,
                     const std::string& name) {
  if (scheme.nonfinite == Nonfinite::kSaturate) return;
  if (nonfinite.nan > 0) {
    throw file_error(
        fmt::format("{}: expected no NaN, found {}, the first at index {} (--nonfinite saturate takes them)", name,
                    nonfinite.nan, nonfinite.first_nan));
  }
  const std::uint64_t infinite = nonfinite.posinf + nonfinite.neginf;
  if (range_from_data && infinite > 0) {
    throw file_error(fmt::format(
        "{}: expected values finite in float32 to derive a range from, found {} infinite, the first at index {} "
        "(give LO HI, --scale or --nonfinite saturate)",
        name, infinite, nonfinite.first_inf));
  }
}

void check_codes(const TensorInfo& codes, Mode mode, const std::string& name) {
  if (codes.type != code_element_type(mode.code_type)) {
    throw file_error(fmt::format("{}: expected {}, the codes of {}, found {}", name, code_type_name(mode.code_type),
                                 mode_name(mode), element_name(codes.type)));
  }
}

void check_scheme(const Scheme& scheme) {
  if (scheme.mode.symmetric && scheme.mode.code_type == CodeType::kUint8) {
    throw usage_error("mode: expected codes with a sign in a symmetric mode, found sym-u8");
  }
  if (!scheme.storage_range) return;
  const arith::CodeLimits all = code_limits(scheme.mode.code_type, false);
  const arith::CodeLimits used = *scheme.storage_range;
  if (used.qmin < all.qmin || used.qmax > all.qmax || used.qmin >= used.qmax) {
    throw usage_error(fmt::format("storage range: expected two or more codes within {}..{}, found {}..{}", all.qmin,
                                  all.qmax, used.qmin, used.qmax));
  }
}

void check_rule(const ParameterRule& rule, const Scheme& scheme, std::uint64_t num_groups) {
  check_scheme(scheme);
  if (rule.range) check_range(*rule.range);
  if (rule.kind == ParameterRule::Kind::kExplicit) check_parameters(rule.parameters, scheme, num_groups);
  if (rule.kind == ParameterRule::Kind::kDynamic && scheme.mode != Mode{CodeType::kUint8, false}) {
    throw usage_error(fmt::format("--params dynamic: expected mode asym-u8, found {}", mode_name(scheme.mode)));
  }
}

namespace {

/// Parameters that need no look at the data. Where a given range is degenerate, the groups that lose something by it
/// are counted all the same: a warning depends on it.
DerivedParameters derived_without_ranges(const ParameterRule& rule, const Scheme& scheme, const Source& source,
                                         const GroupLayout& layout, Backend& backend) {
  DerivedParameters derived = derive_parameters(rule, scheme, nullptr, layout.num_groups());
  if (derived.degenerate > 0) {
    const Ranges ranges = backend.observe(source, layout);
    derived.lossy_degenerate = static_cast<std::uint64_t>(
        std::ranges::count_if(ranges.groups, [](const ObservedRange& range) { return range.has_nonzero(); }));
  }
  return derived;
}

/// Read again for it: who counts groups with such elements has few of them, and no kernel has to.
std::map<std::uint64_t, NonfiniteCounts> nonfinite_groups(const Source& source, const GroupLayout& layout) {
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 16;
  std::vector<float> scratch(kPiece);
  std::map<std::uint64_t, NonfiniteCounts> groups;
  for (std::uint64_t first = 0; first < layout.count(); first += kPiece) {
    const std::uint64_t count = std::min(kPiece, layout.count() - first);
    source.will_use(count);
    const float* const values = load_floats(source, first, count, scratch.data());
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!arith::is_finite(values[i]))
        groups[layout.group_of(first + i)].see(values[i], logical_index(source.info(), first + i));
    }
  }
  source.check_intact();
  return groups;
}

}  // namespace

Ranges inspect(const Source& source, const Granularity& granularity, Backend& backend) {
  return backend.observe(source, make_layout(source.info(), granularity));
}

Quantized quantize(const Source& source, const std::string& name, const Scheme& scheme, const ParameterRule& rule,
                   Sink& sink, Backend& backend) {
  const GroupLayout layout = make_layout(source.info(), scheme.granularity);
  check_rule(rule, scheme, layout.num_groups());
  Quantized result;
  if (rule.needs_ranges()) {
    DerivedQuantize derived = backend.derive_and_quantize(source, layout, scheme, rule, sink);
    check_nonfinite(derived.ranges.nonfinite, scheme, true, name);
    result = {std::move(derived.ranges), std::move(derived.derived), derived.totals};
  } else {
    result.derived = derived_without_ranges(rule, scheme, source, layout, backend);
    result.totals = backend.quantize(source, layout, scheme, result.derived.parameters, sink);
    check_nonfinite(result.totals.nonfinite, scheme, false, name);
  }
  return result;
}

ObservedRange dequantize(const Source& codes, const std::string& name, Mode mode, const Granularity& granularity,
                         const Parameters& parameters, Sink& sink, Backend& backend) {
  const GroupLayout layout = make_layout(codes.info(), granularity);
  Scheme scheme;
  scheme.mode = mode;
  check_scheme(scheme);
  check_parameters(parameters, scheme, layout.num_groups());
  check_codes(codes.info(), mode, name);
  return backend.dequantize(codes, layout, mode.code_type, parameters, sink);
}

Roundtrip roundtrip(const Source& source, const std::string& name, const Scheme& scheme, const ParameterRule& rule,
                    bool per_group, Backend& backend) {
  const GroupLayout layout = make_layout(source.info(), scheme.granularity);
  check_rule(rule, scheme, layout.num_groups());
  Roundtrip result;
  result.count = source.info().count();
  if (rule.needs_ranges()) {
    DerivedRoundtrip derived = backend.derive_and_roundtrip(source, layout, scheme, rule, per_group);
    check_nonfinite(derived.ranges.nonfinite, scheme, true, name);
    result.ranges = std::move(derived.ranges);
    result.derived = std::move(derived.derived);
    result.totals = std::move(derived.totals);
  } else {
    result.derived = derived_without_ranges(rule, scheme, source, layout, backend);
    result.totals = backend.roundtrip(source, layout, scheme, result.derived.parameters, per_group);
    check_nonfinite(result.totals.nonfinite, scheme, false, name);
  }
  if (per_group && result.totals.nonfinite.total() > 0) result.nonfinite_groups = nonfinite_groups(source, layout);
  return result;
}

}  // namespace qgpu
