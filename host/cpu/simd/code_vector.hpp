// Codes of a vector of values. Compiled once a target (Highway's scheme), so the guard toggles.
#if defined(QGPU_CODE_VECTOR_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_CODE_VECTOR_HPP
#undef QGPU_CODE_VECTOR_HPP
#else
#define QGPU_CODE_VECTOR_HPP
#endif

#include <hwy/highway.h>
#include "host/cpu/group_constants.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using Floats = hn::Vec<FloatTag>;
using FloatMask = hn::Mask<FloatTag>;

/// The constants of the group of each lane.
struct LaneConstants {
  Floats scale, inverse, magic, near_tie;
};

HWY_INLINE LaneConstants lanes_of(const GroupConstants& group) {
  const FloatTag d;
  return {hn::Set(d, group.scale), hn::Set(d, group.inverse), hn::Set(d, group.magic), hn::Set(d, group.near_tie)};
}

/// The limits of the codes, as kRoundingMagic + limit.
struct LimitVectors {
  Floats low, high;
};

HWY_INLINE LimitVectors limits_of(const CodeRule& rule) {
  const FloatTag d;
  return {hn::Set(d, arith::kRoundingMagic + static_cast<float>(rule.limits.qmin)),
          hn::Set(d, arith::kRoundingMagic + static_cast<float>(rule.limits.qmax))};
}

/// A guess at kRoundingMagic + code; its low byte is the code's.
HWY_INLINE Floats guess_codes(Floats x, const LaneConstants& lanes, const LimitVectors& limits) {
  return hn::Min(hn::Max(hn::MulAdd(x, lanes.inverse, lanes.magic), limits.low), limits.high);
}

/// Whether a guess stands: see GroupConstants. False for what is not finite, clipped or near a tie.
HWY_INLINE FloatMask guess_stands(Floats x, Floats guess, const LaneConstants& lanes) {
  const Floats steps = hn::Sub(guess, lanes.magic);
  return hn::Le(hn::Abs(hn::NegMulAdd(steps, lanes.scale, x)), lanes.near_tie);
}

/// Codes by division, and what was met among the values.
struct ExactCodes {
  Floats coded;  ///< kRoundingMagic + code
  FloatMask clipped, nonfinite;

  /// `Counts` has the members of CodeCounts.
  template <class Counts>
  HWY_INLINE void count(Counts& counts) const {
    counts.clipped += static_cast<decltype(counts.clipped)>(hn::CountTrue(FloatTag(), clipped));
    counts.nonfinite += static_cast<decltype(counts.nonfinite)>(hn::CountTrue(FloatTag(), nonfinite));
  }
};

/// Equals arith::quantize_onnx and arith::quantize_stablehlo, is_clipped_onnx and is_clipped_stablehlo.
HWY_NOINLINE inline ExactCodes exact_codes(Floats x, const LaneConstants& lanes, const CodeRule& rule) {
  const FloatTag d;
  const Floats magic = hn::Set(d, arith::kRoundingMagic);
  const Floats zero_point = hn::Sub(lanes.magic, magic);
  const Floats qmin = hn::Set(d, static_cast<float>(rule.limits.qmin));
  const Floats qmax = hn::Set(d, static_cast<float>(rule.limits.qmax));
  const FloatMask finite = hn::IsFinite(x);
  const Floats quotient = hn::Div(x, lanes.scale);
  Floats code;
  FloatMask outside;
  if (rule.order == Order::kOnnx) {
    const Floats low = hn::Sub(qmin, zero_point);
    const Floats high = hn::Sub(qmax, zero_point);
    const Floats rounded = hn::Round(quotient);
    outside = hn::Or(hn::Lt(rounded, low), hn::Gt(rounded, high));
    code = hn::Add(hn::Min(hn::Max(rounded, low), high), zero_point);
  } else {
    const Floats shifted = hn::Add(quotient, zero_point);
    const Floats rounded = hn::Round(shifted);
    outside = hn::Or(hn::Lt(rounded, qmin), hn::Gt(rounded, qmax));
    code = hn::Round(hn::Min(hn::Max(shifted, qmin), qmax));
  }
  code = hn::IfThenElse(hn::IsNaN(x), zero_point, code);
  return {hn::Add(code, magic), hn::And(outside, finite), hn::Not(finite)};
}

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
