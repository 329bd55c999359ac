#pragma once
// Sections 5 and 7 without dividing: what a loop prepares once a group, and does an element. Equal to quantize_onnx and
// quantize_stablehlo wherever `t` is not NaN; NaN (a non-finite element, or one that overflows on the way) asks for the
// division.
#include "qgpu/arith.hpp"

namespace qgpu::arith {

/// What a quotient has in either order.
struct QuotientParts {
  Reciprocal reciprocal;
  float zero_point;
  float low, high;  ///< where `t` is clamped

  QGPU_HD float clamped(float t) const { return fminf(fmaxf(t, low), high); }
  /// 1.5 * 2^23 + the rounded value.
  QGPU_HD float rounded(float t) const { return t + kRoundingMagic; }
  QGPU_HD bool is_clipped(float t) const {
    const float r = rintf(t);
    return r < low || r > high;
  }
};

template <bool kStablehlo>
struct Quotient : QuotientParts {
  Quotient() = default;
  /// `z`: a code, hence exact.
  QGPU_HD Quotient(Reciprocal of_scale, float z, CodeLimits limits)
      : QuotientParts{of_scale, z, static_cast<float>(limits.qmin) - (kStablehlo ? 0.0f : z),
                      static_cast<float>(limits.qmax) - (kStablehlo ? 0.0f : z)} {}
  QGPU_HD Quotient(float scale, std::int32_t z, CodeLimits limits)
      : Quotient(reciprocal_of(scale), static_cast<float>(z), limits) {}

  /// Before clamping; in StableHLO order the zero point is in it.
  QGPU_HD float unclamped(float x) const {
    const float t = quotient(x, reciprocal);
    return kStablehlo ? t + zero_point : t;
  }
  /// The code in the low bits.
  QGPU_HD std::uint32_t code_bits(float rounded) const { return bits_of(kStablehlo ? rounded : rounded + zero_point); }
  /// code - zero_point.
  QGPU_HD float steps(float rounded) const {
    const float value = rounded - kRoundingMagic;
    return kStablehlo ? value - zero_point : value;
  }
  /// Whether no finite element from `least` to `largest` is clipped, nor fails: quotients grow with what is divided.
  /// Clamping then changes no code.
  QGPU_HD bool holds(float least, float largest) const {
    return rintf(unclamped(least)) >= low && rintf(unclamped(largest)) <= high;
  }
};

/// Either order, told at run time: an addition an element more than Quotient.
struct EitherQuotient : QuotientParts {
  float before;  ///< what is added before rounding: the zero point in StableHLO order, else 0

  EitherQuotient() = default;
  QGPU_HD EitherQuotient(Reciprocal of_scale, float z, CodeLimits limits, bool stablehlo_order)
      : before(stablehlo_order ? z : 0.0f) {
    const float after = z - before;
    static_cast<QuotientParts&>(*this) = {of_scale, z, static_cast<float>(limits.qmin) - after,
                                          static_cast<float>(limits.qmax) - after};
  }
  QGPU_HD EitherQuotient(float scale, std::int32_t z, CodeLimits limits, bool stablehlo_order)
      : EitherQuotient(reciprocal_of(scale), static_cast<float>(z), limits, stablehlo_order) {}

  QGPU_HD float unclamped(float x) const { return quotient(x, reciprocal) + before; }
  QGPU_HD std::uint32_t code_bits(float rounded) const { return bits_of(rounded + (zero_point - before)); }
  QGPU_HD float steps(float rounded) const { return rounded - (kRoundingMagic + before); }  // both exact
  QGPU_HD bool holds(float least, float largest) const {
    return rintf(unclamped(least)) >= low && rintf(unclamped(largest)) <= high;
  }
};

/// The code by division, and whether it is clipped: what is done where the quotient gives NaN.
QGPU_HD inline std::int32_t divided_code(float x, float scale, std::int32_t z, CodeLimits limits,
                                         bool stablehlo_order) {
  return stablehlo_order ? quantize_stablehlo(x, scale, z, limits) : quantize_onnx(x, scale, z, limits);
}
QGPU_HD inline bool divided_clipped(float x, float scale, std::int32_t z, CodeLimits limits, bool stablehlo_order) {
  return stablehlo_order ? is_clipped_stablehlo(x, scale, z, limits) : is_clipped_onnx(x, scale, z, limits);
}

/// Whether some element of that largest error may be clipped: each clipped one's error reaches half a step but for the
/// roundings of quotient, product and zero point.
QGPU_HD inline bool may_be_clipped(float largest_error, float scale) {
  return !(largest_error < scale * (0.5f - 0x1p-14f));
}

}  // namespace qgpu::arith
