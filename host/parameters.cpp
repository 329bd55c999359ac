#include "qgpu/parameters.hpp"

#include "qgpu/error.hpp"

namespace qgpu {

ObservedRange Ranges::tensor() const {
  ObservedRange whole;
  for (const ObservedRange& group : groups) whole.merge(group);
  return whole;
}

arith::GroupParams derive_group(const ParameterRule& rule, const Scheme& scheme, const ObservedRange& observed) {
  const arith::CodeLimits limits = scheme.limits();
  double lo = static_cast<double>(arith::range_low(observed.min));
  double hi = static_cast<double>(arith::range_high(observed.max));
  if (rule.range) {
    lo = arith::range_low(rule.range->lo);
    hi = arith::range_high(rule.range->hi);
  }
  if (rule.kind == ParameterRule::Kind::kDynamic) {
    const float lo32 = static_cast<float>(lo);
    const float hi32 = static_cast<float>(hi);
    if (!arith::is_finite(hi32 - lo32)) {
      throw file_error("--params dynamic: expected a range whose width is a finite float32, found an infinite one");
    }
    return arith::dynamic_parameters(lo32, hi32, limits);
  }
  return arith::derive_parameters(lo, hi, scheme.mode.symmetric, limits);
}

DerivedParameters derive_parameters(const ParameterRule& rule, const Scheme& scheme, const Ranges* ranges,
                                    std::uint64_t num_groups) {
  DerivedParameters derived;
  if (rule.kind == ParameterRule::Kind::kExplicit) {
    if (num_groups > 0) derived.parameters = rule.parameters;  // one scale that serves no group has no bound either
    return derived;
  }
  derived.parameters.scale.resize(num_groups);
  derived.parameters.zero_point.resize(num_groups);
  for (std::uint64_t group = 0; group < num_groups; ++group) {
    const ObservedRange observed = ranges != nullptr ? ranges->groups[group] : ObservedRange{};
    const arith::GroupParams params = derive_group(rule, scheme, observed);
    derived.parameters.scale[group] = params.scale;
    derived.parameters.zero_point[group] = params.zero_point;
    if (params.degenerate) {
      ++derived.degenerate;
      derived.lossy_degenerate += observed.has_nonzero();
    }
  }
  return derived;
}

}  // namespace qgpu
