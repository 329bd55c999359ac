#pragma once
// Sections 5 and 7 without dividing: what a loop prepares once a group, and does an element. Equal to quantize_onnx and
// quantize_stablehlo wherever `t` is not NaN; NaN (a non-finite element, or one that overflows on the way) asks for the
// division.
#include "qgpu/arith.hpp"

namespace qgpu::arith {

template <bool kStablehlo>
struct Quotient {
  Reciprocal reciprocal;
  float low, high;  ///< where `t` is clamped
  float zero_point;

  Quotient() = default;
  QGPU_HD Quotient(float scale, std::int32_t z, CodeLimits limits)
      : reciprocal(reciprocal_of(scale)),
        low(static_cast<float>(kStablehlo ? limits.qmin : limits.qmin - z)),
        high(static_cast<float>(kStablehlo ? limits.qmax : limits.qmax - z)),
        zero_point(static_cast<float>(z)) {}

  /// Before clamping; in StableHLO order the zero point is in it.
  QGPU_HD float unclamped(float x) const {
    const float t = quotient(x, reciprocal);
    return kStablehlo ? t + zero_point : t;
  }
  QGPU_HD float clamped(float t) const { return fminf(fmaxf(t, low), high); }
  /// 1.5 * 2^23 + the rounded value.
  QGPU_HD float rounded(float t) const { return t + kRoundingMagic; }
  /// The code in the low bits.
  QGPU_HD std::uint32_t code_bits(float rounded) const { return bits_of(kStablehlo ? rounded : rounded + zero_point); }
  /// code - zero_point.
  QGPU_HD float steps(float rounded) const {
    const float value = rounded - kRoundingMagic;
    return kStablehlo ? value - zero_point : value;
  }
  QGPU_HD bool is_clipped(float t) const {
    const float r = rintf(t);
    return r < low || r > high;
  }
  /// Whether no finite element from `least` to `largest` is clipped, nor fails: quotients grow with what is divided.
  /// Clamping then changes no code.
  QGPU_HD bool holds(float least, float largest) const {
    return rintf(unclamped(least)) >= low && rintf(unclamped(largest)) <= high;
  }
};

/// The code by division, and whether it is clipped: what is done where the quotient gives NaN.
template <bool kStablehlo>
QGPU_HD inline std::int32_t divided_code(float x, float scale, std::int32_t z, CodeLimits limits) {
  return kStablehlo ? quantize_stablehlo(x, scale, z, limits) : quantize_onnx(x, scale, z, limits);
}
template <bool kStablehlo>
QGPU_HD inline bool divided_clipped(float x, float scale, std::int32_t z, CodeLimits limits) {
  return kStablehlo ? is_clipped_stablehlo(x, scale, z, limits) : is_clipped_onnx(x, scale, z, limits);
}

/// Whether some element of that largest error may be clipped: each clipped one's error reaches half a step but for the
/// roundings of quotient, product and zero point.
QGPU_HD inline bool may_be_clipped(float largest_error, float scale) {
  return !(largest_error < scale * (0.5f - 0x1p-14f));
}

}  // namespace qgpu::arith
