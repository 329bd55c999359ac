#pragma once
#include <cstdint>
#include <string>

#include "host/stablehlo/eval/literal.hpp"

namespace qgpu::stablehlo {

/// One element as people and JSON write it: integers in full, floats in the fewest digits that read back to the same
/// value of their type, "nan" "inf" "-inf", true and false, complex as (re,im).
std::string element_text(const Literal& literal, std::int64_t index);

}  // namespace qgpu::stablehlo
