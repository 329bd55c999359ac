#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

#include "qgpu/hd.hpp"

// The floating-point types a quantized StableHLO type may express (f16, bf16, f32, f64): how a step computed in a
// wider type is rounded to each, and how the 16-bit ones are stored. Rounding is to nearest, ties to even.
namespace qgpu::stablehlo {

/// `value` rounded once to a binary format of `digits` significand bits whose smallest subnormal is 2^min_exponent and
/// whose values stay below 2^limit_exponent; larger ones become infinite. Needs digits <= 50. NaN and -0 stay.
QGPU_HD inline double round_to_format(double value, int digits, int min_exponent, int limit_exponent) {
  const double magnitude = fabs(value);
  if (!(magnitude < HUGE_VAL)) return value;
  const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(magnitude) >> 52) - 1023;
  const int quantum = exponent - digits + 1 > min_exponent ? exponent - digits + 1 : min_exponent;
  // A number whose last place is one quantum: adding it rounds there, as the format would.
  const int anchor_exponent = quantum + 52 + 1023;
  if (anchor_exponent > 2046) return copysign(HUGE_VAL, value);
  const double anchor = 1.5 * std::bit_cast<double>(static_cast<std::uint64_t>(anchor_exponent) << 52);
  const double rounded = (magnitude + anchor) - anchor;
  const double limit = std::bit_cast<double>(static_cast<std::uint64_t>(limit_exponent + 1023) << 52);
  return copysign(rounded >= limit ? HUGE_VAL : rounded, value);
}

// One step is computed in Compute and then rounded. A double holds more than 2p+2 digits of both 16-bit formats, so the
// second rounding of + - * / and sqrt is innocent (Figueroa 1995).
struct F16 {
  using Compute = double;
  QGPU_HD static double round(double value) { return round_to_format(value, 11, -24, 16); }
};
struct BF16 {
  using Compute = double;
  QGPU_HD static double round(double value) { return round_to_format(value, 8, -133, 128); }
};
struct F32 {
  using Compute = float;
  QGPU_HD static float round(float value) { return value; }
  QGPU_HD static float round(double value) { return static_cast<float>(value); }
};
struct F64 {
  using Compute = double;
  QGPU_HD static double round(double value) { return value; }
};

QGPU_HD inline double f16_to_double(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const double fraction = bits & 1023;
  double magnitude =
      exponent == 0 ? fraction * 0x1p-24 : (1024.0 + fraction) * (0x1p-25 * static_cast<double>(1u << exponent));
  if (exponent == 31) magnitude = fraction == 0 ? HUGE_VAL : static_cast<double>(NAN);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// The float16 bits of `value`, rounded once; every NaN becomes the quiet one of its sign.
QGPU_HD inline std::uint16_t f16_from_double(double value) {
  const std::uint32_t sign = std::bit_cast<std::uint64_t>(value) >> 63 != 0 ? 0x8000 : 0;
  if (value != value) return static_cast<std::uint16_t>(sign | 0x7e00);
  const double magnitude = fabs(F16::round(value));
  if (magnitude == HUGE_VAL) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (magnitude < 0x1p-14) return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>(magnitude * 0x1p24));
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(magnitude);
  return static_cast<std::uint16_t>(sign | static_cast<std::uint32_t>((bits >> 42) - (std::uint64_t{1023 - 15} << 10)));
}

QGPU_HD inline float bf16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// The bfloat16 bits of `value`, rounded once; every NaN becomes the quiet one of its sign.
QGPU_HD inline std::uint16_t bf16_from_double(double value) {
  const std::uint32_t sign = std::bit_cast<std::uint64_t>(value) >> 63 != 0 ? 0x8000 : 0;
  if (value != value) return static_cast<std::uint16_t>(sign | 0x7fc0);
  return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(BF16::round(value))) >> 16);
}

}  // namespace qgpu::stablehlo
