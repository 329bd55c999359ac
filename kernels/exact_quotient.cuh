#pragma once
// The division of section 5 without dividing, per group: see arith::quotient. Equal to arith::quantize_onnx and
// arith::quantize_stablehlo wherever `t` is not NaN; NaN (a non-finite element, or one that overflows on the way)
// asks for the division.
#include "kernels/warp.cuh"

namespace qgpu::cuda {

template <bool kStablehlo>
struct Quotient {
  arith::Reciprocal reciprocal;
  float low, high;  ///< where `t` is clamped
  float zero_point;

  Quotient() = default;
  __device__ Quotient(float scale, std::int32_t z, arith::CodeLimits limits)
      : reciprocal(arith::reciprocal_of(scale)),
        low(static_cast<float>(kStablehlo ? limits.qmin : limits.qmin - z)),
        high(static_cast<float>(kStablehlo ? limits.qmax : limits.qmax - z)),
        zero_point(static_cast<float>(z)) {}

  /// Before clamping; in StableHLO order the zero point is in it.
  __device__ float unclamped(float x) const {
    const float t = arith::quotient(x, reciprocal);
    return kStablehlo ? t + zero_point : t;
  }
  __device__ float clamped(float t) const { return fminf(fmaxf(t, low), high); }
  /// 1.5 * 2^23 + the rounded value.
  __device__ float rounded(float t) const { return t + arith::kRoundingMagic; }
  /// The code in the low bits.
  __device__ std::uint32_t code_bits(float rounded) const {
    return __float_as_uint(kStablehlo ? rounded : rounded + zero_point);
  }
  /// code - zero_point.
  __device__ float steps(float rounded) const {
    const float value = rounded - arith::kRoundingMagic;
    return kStablehlo ? value - zero_point : value;
  }
  __device__ bool is_clipped(float t) const {
    const float r = rintf(t);
    return r < low || r > high;
  }
  /// Whether no finite element from `least` to `largest` is clipped, nor fails: quotients grow with what is divided.
  /// Clamping then changes no code.
  __device__ bool holds(float least, float largest) const {
    return rintf(unclamped(least)) >= low && rintf(unclamped(largest)) <= high;
  }
};

/// The code by division, and whether it is clipped: what is done where the quotient gives NaN.
template <bool kStablehlo>
__device__ inline std::int32_t divided_code(float x, float scale, std::int32_t z, arith::CodeLimits limits) {
  return kStablehlo ? arith::quantize_stablehlo(x, scale, z, limits) : arith::quantize_onnx(x, scale, z, limits);
}
template <bool kStablehlo>
__device__ inline bool divided_clipped(float x, float scale, std::int32_t z, arith::CodeLimits limits) {
  return kStablehlo ? arith::is_clipped_stablehlo(x, scale, z, limits) : arith::is_clipped_onnx(x, scale, z, limits);
}

/// The low bytes of four words, the first lowest.
__device__ inline std::uint32_t pack_bytes(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
}

}  // namespace qgpu::cuda
