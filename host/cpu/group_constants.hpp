#pragma once
#include <bit>
#include <cstdint>
#include <limits>

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

/// GroupConstants::near_tie. By integers, as which positive floats compare, and masks: so that a loop of these becomes
/// vector instructions.
inline float near_tie_of(float scale) {
  constexpr auto kLeast = std::bit_cast<std::int32_t>(0x1p-100f);
  constexpr auto kMost = std::bit_cast<std::int32_t>(0x1p+115f);
  constexpr auto kNan = std::bit_cast<std::int32_t>(std::numeric_limits<float>::quiet_NaN());
  const auto bits = std::bit_cast<std::int32_t>(scale);
  const auto near_tie = std::bit_cast<std::int32_t>(scale * (0.5f - 0x1p-13f));
  const std::int32_t is_ordinary = -(std::int32_t{bits >= kLeast} & std::int32_t{bits <= kMost});
  return std::bit_cast<float>((near_tie & is_ordinary) | (kNan & ~is_ordinary));
}

inline GroupConstants constants_of(float scale, std::int32_t zero_point) {
  return {scale, 1.0f / scale, arith::kRoundingMagic + static_cast<float>(zero_point), near_tie_of(scale),
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
