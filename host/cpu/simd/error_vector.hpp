// The round-trip error of a vector of values. Compiled once a target (Highway's scheme), so the guard toggles.
#if defined(QGPU_ERROR_VECTOR_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_ERROR_VECTOR_HPP
#undef QGPU_ERROR_VECTOR_HPP
#else
#define QGPU_ERROR_VECTOR_HPP
#endif

#include <cstring>

#include "host/cpu/simd/code_vector.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
/// fmaf where there is no such instruction: the product of two floats is exact in float64; the float64 sum is rounded
/// to odd, so that rounding it again to float32 is innocent (Boldo and Melquiond 2008).
HWY_INLINE float fused(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double addend = static_cast<double>(c);
  const double sum = product + addend;
  const double virtual_addend = sum - product;
  const double error = (product - (sum - virtual_addend)) + (addend - virtual_addend);
  std::int64_t bits;
  std::memcpy(&bits, &sum, sizeof bits);
  const bool inexact = error > 0 || error < 0;  // not where the sum is infinite or NaN
  const std::int64_t away = (error > 0) == (sum > 0) ? 1 : -1;
  bits += inexact && (bits & 1) == 0 ? away : 0;
  double odd;
  std::memcpy(&odd, &bits, sizeof odd);
  return static_cast<float>(odd);
}
HWY_INLINE Floats fused(Floats a, Floats b, Floats c) {
  constexpr std::size_t kLanes = hn::MaxLanes(FloatTag());
  float as[kLanes], bs[kLanes], cs[kLanes];
  const FloatTag d;
  hn::StoreU(a, d, as);
  hn::StoreU(b, d, bs);
  hn::StoreU(c, d, cs);
  for (std::size_t i = 0; i < kLanes; ++i) cs[i] = fused(as[i], bs[i], cs[i]);
  return hn::LoadU(d, cs);
}
#else
HWY_INLINE Floats fused(Floats a, Floats b, Floats c) { return hn::MulAdd(a, b, c); }
#endif

/// arith::LaneSums of a vector of lanes, with sum c^2: exact, since a lane of a tile holds at most 8 codes of 8 bits.
struct LaneSumVectors {
  Floats a, b, x, c, q;
};

HWY_INLINE LaneSumVectors zero_sums() {
  const Floats zero = hn::Zero(FloatTag());
  return {zero, zero, zero, zero, zero};
}

/// An element as the sums see it.
struct ErrorVector {
  Floats x, steps, error;
};

/// By division, with what is not finite turned to zero: it adds nothing.
HWY_INLINE ErrorVector exact_errors(Floats x, const LaneConstants& lanes, const ExactCodes& exact) {
  const FloatMask finite = hn::Not(exact.nonfinite);
  const Floats held = hn::IfThenElseZero(finite, x);
  const Floats steps = hn::IfThenElseZero(finite, hn::Sub(exact.coded, lanes.magic));
  return {held, steps, hn::Abs(hn::Sub(held, hn::Mul(steps, lanes.scale)))};
}

/// Code and error of values. `tally(ExactCodes)` is told of those that had to be divided: what is clipped or not finite
/// is among them.
template <class Tally>
HWY_INLINE ErrorVector errors_of(Floats x, const LaneConstants& lanes, const LimitVectors& limits, const CodeRule& rule,
                                 Tally&& tally) {
  const Floats steps = hn::Sub(guess_codes(x, lanes, limits), lanes.magic);
  const Floats error = hn::Abs(hn::Sub(x, hn::Mul(steps, lanes.scale)));
  // The error as it is reported serves the test of GroupConstants as well as a fused one.
  if (HWY_LIKELY(hn::AllTrue(FloatTag(), hn::Le(error, lanes.near_tie)))) return {x, steps, error};
  const ExactCodes exact = exact_codes(x, lanes, rule);
  tally(exact);
  return exact_errors(x, lanes, exact);
}

/// Equals arith::accumulate for each lane; `largest` takes the largest error of each.
template <class Tally>
HWY_INLINE void measure(Floats x, const LaneConstants& lanes, Floats k, const LimitVectors& limits,
                        const CodeRule& rule, LaneSumVectors& sums, Floats& largest, Tally&& tally) {
  const ErrorVector element = errors_of(x, lanes, limits, rule, tally);
  const Floats a = hn::Mul(element.error, k);
  const Floats y = hn::Mul(element.x, k);
  sums.a = hn::Add(sums.a, a);
  sums.b = fused(a, a, sums.b);
  sums.x = fused(y, y, sums.x);
  sums.c = fused(y, element.steps, sums.c);
  sums.q = hn::MulAdd(element.steps, element.steps, sums.q);
  largest = hn::Max(largest, element.error);
}

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
