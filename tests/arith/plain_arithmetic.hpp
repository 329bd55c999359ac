#pragma once
// The formulas of ARITHMETIC.md by other means than arith.hpp: exact products and quotients in float64 (rounding those
// to float32 is a single rounding, as 53 >= 2 * 24 + 2), integers for ties. Nothing of qgpu is included.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace plain {

inline float float_from_bits(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// The nearest integer, ties to even, by looking at the fraction.
inline double nearest_even(double t) {
  if (!std::isfinite(t) || std::fabs(t) >= 0x1p52) return t;
  const double below = std::floor(t);
  const double fraction = t - below;
  if (fraction < 0.5) return below;
  if (fraction > 0.5) return below + 1;
  return std::fmod(below, 2) == 0 ? below : below + 1;
}

inline float divide(float x, float scale) {
  return static_cast<float>(static_cast<double>(x) / static_cast<double>(scale));
}

struct Code {
  int code;
  bool clipped;
};

inline Code quantize(float x, float scale, int zero_point, int qmin, int qmax, bool stablehlo) {
  if (std::isnan(x)) return {zero_point, false};
  const float t = divide(x, scale);
  double wanted;
  if (stablehlo) {
    wanted = nearest_even(static_cast<float>(static_cast<double>(t) + zero_point));
  } else {
    wanted = nearest_even(t) + zero_point;
  }
  if (wanted < qmin) return {qmin, true};
  if (wanted > qmax) return {qmax, true};
  return {static_cast<int>(wanted), false};
}

inline float dequantize(int code, float scale, int zero_point) {
  return static_cast<float>(static_cast<double>(code - zero_point) * static_cast<double>(scale));
}

}  // namespace plain
