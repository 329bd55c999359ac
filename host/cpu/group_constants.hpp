#pragma once
#include <cstdint>

#include "qgpu/parameters.hpp"

namespace qgpu::cpu {

/// How all groups' values become codes.
struct CodeRule {
  arith::CodeLimits limits;
  Order order;
};

/// What the loops need of a group's parameters.
///
/// A loop guesses the code with one multiplication and lets the guess stand where `|x - (code - z) s| <= near_tie`:
/// then the true quotient lies so far from a tie, and within the codes' limits, that every rounding on the way of
/// ARITHMETIC.md section 5 (in either order) ends at this code. Else it divides. The margin of 2^-13 steps exceeds
/// what float32 can add to quotient, product, difference and sum for codes of 8 bits: less than 2^-14 steps.
struct GroupConstants {
  float scale;
  float inverse;   ///< about 1 / scale
  float magic;     ///< arith::kRoundingMagic + zero point: adding it rounds to an integer and adds the zero point
  float near_tie;  ///< NaN where the scale is too near the ends of float32 for the argument: always divide
  float k;         ///< 2^-E of the scale (section 7)

  float zero_point() const { return magic - arith::kRoundingMagic; }
};

inline GroupConstants constants_of(float scale, std::int32_t zero_point) {
  const bool is_ordinary = scale >= 0x1p-100f && scale <= 0x1p+115f;
  return {scale, 1.0f / scale, arith::kRoundingMagic + static_cast<float>(zero_point),
          is_ordinary ? scale * (0.5f - 0x1p-13f) : std::numeric_limits<float>::quiet_NaN(),
          arith::power_of_two(-arith::scale_exponent(scale))};
}
inline GroupConstants constants_of(const Parameters& parameters, std::uint64_t group) {
  return constants_of(parameters.scale_of(group), parameters.zero_point_of(group));
}

/// What a loop met. Which elements were not finite is looked for again, where there are any.
struct CodeCounts {
  std::uint64_t clipped = 0;
  std::uint64_t nonfinite = 0;
};

}  // namespace qgpu::cpu
