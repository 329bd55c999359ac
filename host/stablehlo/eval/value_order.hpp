#pragma once
#include <cstdint>

#include "host/stablehlo/eval/literal.hpp"

namespace qgpu::stablehlo {

/// The position of element i among the values of its integer or float type, in order; -0 and +0 share one, NaNs lie
/// beyond the infinities.
std::int64_t position_of(const Literal& literal, std::int64_t i);

/// How many steps lie between two positions, at most INT64_MAX.
std::int64_t steps_between(std::int64_t a, std::int64_t b);

}  // namespace qgpu::stablehlo
