#pragma once
// The arithmetic contract in code: every expression that decides a bit of a scale, a code, a value or an error.
// Section numbers are those of ARITHMETIC.md. All operations are IEEE-754, round to nearest even, in the type
// written, without contraction. Vector and packed forms live beside their loops and name the function here
// that they equal.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "qgpu/hd.hpp"

namespace qgpu::arith {

inline constexpr float kSmallestNormal = 0x1p-126f;
inline constexpr int kTileElements = 1024;  ///< elements of a group that one leaf of the summation tree holds
inline constexpr int kTileLanes = 128;      ///< float32 accumulators of a tile; element j goes to lane j % 128
inline constexpr int kFoldRun = 64;         ///< values that one step of the float64 fold brings to one

// ---- small pieces ----------------------------------------------------------------------------------------

QGPU_HD inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
QGPU_HD inline float float_of(std::uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
QGPU_HD inline bool is_finite(float x) { return (bits_of(x) & 0x7f800000u) != 0x7f800000u; }
QGPU_HD inline bool is_nan(float x) { return (bits_of(x) & 0x7fffffffu) > 0x7f800000u; }

template <class T>
QGPU_HD inline T clamp(T x, T low, T high) {
  return x < low ? low : (high < x ? high : x);
}

/// 2^exponent for an exponent of a normal float32 (-126..127).
QGPU_HD inline float power_of_two(int exponent) { return float_of(static_cast<std::uint32_t>(exponent + 127) << 23); }

/// 2^exponent as float64, exact.
QGPU_HD inline double wide_power_of_two(int exponent) {
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// E of section 7: 2^E <= scale < 2^(E+1), held to -127..126 (a subnormal scale gives -127).
QGPU_HD inline int scale_exponent(float scale) {
  return clamp(static_cast<int>((bits_of(scale) >> 23) & 0xffu) - 127, -127, 126);
}

// ---- section 1: reading values ------------------------------------------------------------------------------

/// A float64 element as float32: one rounding; values beyond float32 become infinite.
QGPU_HD inline float value_of_float64(double x) { return static_cast<float>(x); }

// ---- section 3 and 4: parameters ---------------------------------------------------------------------------

/// Smallest and largest code; `narrow_range` moves only `qmin`.
struct CodeLimits {
  std::int32_t qmin;
  std::int32_t qmax;
};

struct GroupParams {
  float scale;
  std::int32_t zero_point;
  bool degenerate;  ///< the derived scale was below the smallest normal float32
};

QGPU_HD inline GroupParams degenerate_parameters(CodeLimits limits) {
  return {1.0f, clamp<std::int32_t>(0, limits.qmin, limits.qmax), true};
}

/// Unrounded scale of a range that holds zero. Symmetric: codes of `qmax = 2^(b-1) - 1`, whatever `qmin` is.
QGPU_HD inline double unrounded_scale(double lo, double hi, bool symmetric, CodeLimits limits) {
  if (symmetric) {
    return (-lo > hi ? -lo : hi) / static_cast<double>(limits.qmax);
  }
  return (hi - lo) / static_cast<double>(limits.qmax - limits.qmin);
}

/// Scale and zero point of lo <= 0 <= hi (float64: a typed range is not rounded first; an observed one is exact).
QGPU_HD inline GroupParams derive_parameters(double lo, double hi, bool symmetric, CodeLimits limits) {
  const double s64 = unrounded_scale(lo, hi, symmetric, limits);
  const float scale = static_cast<float>(s64);
  if (!(scale >= kSmallestNormal)) return degenerate_parameters(limits);
  if (symmetric) return {scale, 0, false};
  const double z = rint(static_cast<double>(limits.qmin) - lo / s64);
  const double held = clamp(z, static_cast<double>(limits.qmin), static_cast<double>(limits.qmax));
  return {scale, static_cast<std::int32_t>(held), false};
}

/// -0 becomes 0, every other value stays: a range never ends at -0.
QGPU_HD inline float without_negative_zero(float x) { return x + 0.0f; }

/// The range of section 2 that observed or typed ends give, widened to hold 0: `smallest > largest` (no finite element)
/// gives 0..0.
template <class T>
QGPU_HD inline T range_low(T smallest) {
  return smallest < T{0} ? smallest : T{0};
}
template <class T>
QGPU_HD inline T range_high(T largest) {
  return largest > T{0} ? largest : T{0};
}

/// ONNX DynamicQuantizeLinear (float32 throughout, uint8). The caller refuses an infinite `hi - lo` first.
QGPU_HD inline GroupParams dynamic_parameters(float lo, float hi, CodeLimits limits) {
  const float scale = (hi - lo) / static_cast<float>(limits.qmax - limits.qmin);
  if (!(scale >= kSmallestNormal)) return degenerate_parameters(limits);
  const float z = rintf(static_cast<float>(limits.qmin) - lo / scale);
  const float held = clamp(z, static_cast<float>(limits.qmin), static_cast<float>(limits.qmax));
  return {scale, static_cast<std::int32_t>(held), false};
}

// ---- section 5: quantize -------------------------------------------------------------------------------------

/// The code of a value, ONNX order: round, then add the zero point. NaN gives the zero point.
QGPU_HD inline std::int32_t quantize_onnx(float x, float scale, std::int32_t zero_point, CodeLimits limits) {
  if (is_nan(x)) return zero_point;
  const float r = rintf(x / scale);
  const float held =
      clamp(r, static_cast<float>(limits.qmin - zero_point), static_cast<float>(limits.qmax - zero_point));
  return static_cast<std::int32_t>(held) + zero_point;
}

/// The code of a value, StableHLO order: add the zero point, clamp, then round. NaN gives the zero point.
QGPU_HD inline std::int32_t quantize_stablehlo(float x, float scale, std::int32_t zero_point, CodeLimits limits) {
  if (is_nan(x)) return zero_point;
  const float t = x / scale + static_cast<float>(zero_point);
  return static_cast<std::int32_t>(rintf(clamp(t, static_cast<float>(limits.qmin), static_cast<float>(limits.qmax))));
}

/// Whether the unclamped code of a finite value lies outside the limits.
QGPU_HD inline bool is_clipped_onnx(float x, float scale, std::int32_t zero_point, CodeLimits limits) {
  const float r = rintf(x / scale);
  return r < static_cast<float>(limits.qmin - zero_point) || r > static_cast<float>(limits.qmax - zero_point);
}
QGPU_HD inline bool is_clipped_stablehlo(float x, float scale, std::int32_t zero_point, CodeLimits limits) {
  const float r = rintf(x / scale + static_cast<float>(zero_point));
  return r < static_cast<float>(limits.qmin) || r > static_cast<float>(limits.qmax);
}

/// What exact division without dividing needs of a scale, once a group.
struct Reciprocal {
  float k;    ///< 2^-E: brings the scale near 1
  float sn;   ///< scale * k, exact
  float inv;  ///< 1 / sn, rounded
};
QGPU_HD inline Reciprocal reciprocal_of(float scale) {
  const float k = power_of_two(-scale_exponent(scale));
  const float sn = scale * k;
  return {k, sn, 1.0f / sn};
}

/// x / scale by a reciprocal and one residual correction. The bits of the division where 2^-76 <= |x/scale| < 2^126;
/// below that the same code (0 either way); NaN where x is not finite or x*k overflows: redo those by division.
QGPU_HD inline float quotient(float x, Reciprocal r) {
  const float xn = x * r.k;
  const float q = xn * r.inv;
  const float residual = fmaf(-q, r.sn, xn);
  return fmaf(residual, r.inv, q);
}

/// Adding this float rounds |t| <= 2^22 to an integer, ties to even, in the low bits of the sum.
inline constexpr float kRoundingMagic = 12582912.0f;  // 1.5 * 2^23

// ---- section 6: dequantize -------------------------------------------------------------------------------------

QGPU_HD inline float dequantize(std::int32_t code, float scale, std::int32_t zero_point) {
  return static_cast<float>(code - zero_point) * scale;
}

// ---- section 7: round-trip error ---------------------------------------------------------------------------------

QGPU_HD inline float absolute_error(float x, float restored) { return fabsf(x - restored); }

/// The float32 accumulators of one lane of a tile.
struct LaneSums {
  float a = 0, b = 0, x = 0, c = 0;
};

/// Adds one finite element to its lane; `k` = 2^-E of its group's scale.
QGPU_HD inline void accumulate(LaneSums& lane, float x, float error, std::int32_t code_minus_zero_point, float k) {
  const float scaled_error = error * k;
  const float y = x * k;
  lane.a += scaled_error;
  lane.b = fmaf(scaled_error, scaled_error, lane.b);
  lane.x = fmaf(y, y, lane.x);
  lane.c = fmaf(y, static_cast<float>(code_minus_zero_point), lane.c);
}

/// One tile's lanes, brought to one float32 by the fixed tree.
inline float reduce_lanes(const float (&lanes)[kTileLanes]) {
  float v[32];
  for (int l = 0; l < 32; ++l) {
    v[l] = (lanes[4 * l] + lanes[4 * l + 1]) + (lanes[4 * l + 2] + lanes[4 * l + 3]);
  }
  for (int h = 16; h >= 1; h /= 2) {
    for (int l = 0; l < h; ++l) v[l] += v[l + h];
  }
  return v[0];
}

/// Sums of a tile or group in steps (A, B, X, C, Q), or of a group or tensor in units after `to_units`:
/// sum e, sum e^2, sum x^2, sum x x', sum x'^2.
struct Sums {
  double a = 0, b = 0, x = 0, c = 0, q = 0;

  Sums& operator+=(const Sums& other) {
    a += other.a;
    b += other.b;
    x += other.x;
    c += other.c;
    q += other.q;
    return *this;
  }
};

/// One step of the float64 fold, in place: 64 values (missing ones 0) to one.
template <class T>
inline T fold_run(T (&v)[kFoldRun]) {
  for (int h = kFoldRun / 2; h >= 1; h /= 2) {
    for (int i = 0; i < h; ++i) v[i] += v[i + h];
  }
  return v[0];
}

/// Sums of a group in steps -> in units of the data.
QGPU_HD inline Sums to_units(const Sums& steps, float scale) {
  const double unit = wide_power_of_two(scale_exponent(scale));
  const double square = unit * unit;
  const double s = static_cast<double>(scale);
  return {steps.a * unit, steps.b * square, steps.x * square, (steps.c * unit) * s, steps.q * (s * s)};
}

/// The statistics of sums in units. Infinite or NaN where the sums do not define them.
inline double mean(double sum, std::uint64_t count) { return sum / static_cast<double>(count); }
inline double root_mean_square(double sum_of_squares, std::uint64_t count) {
  return std::sqrt(mean(sum_of_squares, count));
}
inline double sqnr_db(const Sums& sums) { return 10.0 * std::log10(sums.x / sums.b); }
inline double cosine(const Sums& sums) {
  const double unheld = sums.c / std::sqrt(sums.x * sums.q);
  return std::isfinite(unheld) ? clamp(unheld, -1.0, 1.0) : unheld;
}

/// The bound that an unclipped element keeps, and what float32 can add to it.
QGPU_HD inline double error_bound(float scale) { return static_cast<double>(scale) / 2; }
QGPU_HD inline double error_slack(float scale, CodeLimits limits) {
  return static_cast<double>(limits.qmax - limits.qmin) * 0x1p-23 * static_cast<double>(scale);
}
QGPU_HD inline bool is_within_bound(float max_abs_error, float scale, CodeLimits limits) {
  return static_cast<double>(max_abs_error) <= error_bound(scale) + error_slack(scale, limits);
}
/// Codes that a range reaches.
inline double usable_levels(double lo, double hi, float scale) {
  return std::rint((hi - lo) / static_cast<double>(scale) + 1.0);
}

}  // namespace qgpu::arith
