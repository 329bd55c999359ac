#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "host/stablehlo/ir/types.hpp"

namespace qgpu::stablehlo {

/// Why StableHLO (1.17) has no such type, each reason a sentence; empty if it has: widths other than 2, 4, 8, 16, 32,
/// storage written siN, a zero point outside the range, expressed tf32, f80, f128, and sub-channel types as a whole.
std::vector<std::string> reasons_not_stablehlo(const QuantizedType& type);

/// Why the type cannot be the element of a tensor of this shape (kDynamic for an unknown size); empty if it can: axis
/// below the rank, as many scales as the dimension is long, blocks that divide their dimension.
std::vector<std::string> shape_conflicts(const QuantizedType& type, const std::vector<std::int64_t>& shape);

}  // namespace qgpu::stablehlo
