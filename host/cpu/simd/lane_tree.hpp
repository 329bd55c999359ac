// The tree of a tile's sums. Compiled once a target (Highway's scheme), so the guard toggles.
#if defined(QGPU_LANE_TREE_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_LANE_TREE_HPP
#undef QGPU_LANE_TREE_HPP
#else
#define QGPU_LANE_TREE_HPP
#endif

#include <utility>

#include "host/cpu/simd/error_vector.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

constexpr std::uint64_t kLanes = arith::kTileLanes;
constexpr std::uint64_t kQuads = kLanes / 4;  // v[0..31] of the tree's first step
constexpr std::uint64_t kSums = 4;            // A, B, X, C

#if HWY_TARGET == HWY_SCALAR
/// The lane sums of a tile, and their tree.
class LaneTree {
 public:
  void set(std::uint64_t m, const LaneSumVectors& sums) {
    for (const auto& [lanes, value] : {std::pair(a_, sums.a), {b_, sums.b}, {x_, sums.x}, {c_, sums.c}}) {
      lanes[m] = hn::GetLane(value);
    }
    q_ += static_cast<double>(hn::GetLane(sums.q));
  }
  arith::Sums reduce() {
    return {static_cast<double>(arith::reduce_lanes(a_)), static_cast<double>(arith::reduce_lanes(b_)),
            static_cast<double>(arith::reduce_lanes(x_)), static_cast<double>(arith::reduce_lanes(c_)), q_};
  }

 private:
  float a_[kLanes], b_[kLanes], x_[kLanes], c_[kLanes];
  double q_ = 0;
};
#else
/// The lane sums of a tile, and their tree: arith::reduce_lanes for A, B, X and C at once. A vector of `quads_` holds
/// v[l] of all four for neighbouring l, so that every step of the tree adds whole vectors.
class LaneTree {
 public:
  HWY_INLINE LaneTree() : squares_(hn::Zero(FloatTag())) {}

  HWY_INLINE void set(std::uint64_t m, const LaneSumVectors& sums) {
    const FloatTag d;
    const hn::RepartitionToWide<FloatTag> pairs;
    const auto wide = [&](Floats v) { return hn::BitCast(pairs, v); };
    const auto ab01 = wide(hn::InterleaveLower(d, sums.a, sums.b));
    const auto ab23 = wide(hn::InterleaveUpper(d, sums.a, sums.b));
    const auto xc01 = wide(hn::InterleaveLower(d, sums.x, sums.c));
    const auto xc23 = wide(hn::InterleaveUpper(d, sums.x, sums.c));
    const Floats lane0 = hn::BitCast(d, hn::InterleaveLower(pairs, ab01, xc01));
    const Floats lane1 = hn::BitCast(d, hn::InterleaveUpper(pairs, ab01, xc01));
    const Floats lane2 = hn::BitCast(d, hn::InterleaveLower(pairs, ab23, xc23));
    const Floats lane3 = hn::BitCast(d, hn::InterleaveUpper(pairs, ab23, xc23));
    quads_[m / hn::MaxLanes(d)] = hn::Add(hn::Add(lane0, lane1), hn::Add(lane2, lane3));
    // Exact integers, below 2^24 in a lane for the whole tile.
    squares_ = hn::Add(squares_, sums.q);
  }

  HWY_INLINE arith::Sums reduce() {
    const FloatTag d;
    const hn::RebindToSigned<FloatTag> ints;
#pragma GCC unroll 8
    for (std::size_t half = kVectors / 2; half >= 1; half /= 2) {
#pragma GCC unroll 16
      for (std::size_t i = 0; i < half; ++i) quads_[i] = hn::Add(quads_[i], quads_[i + half]);
    }
    alignas(16) float four[4];
    hn::Store(to_four(quads_[0]), hn::CappedTag<float, 4>(), four);
    arith::Sums sums{static_cast<double>(four[0]), static_cast<double>(four[1]), static_cast<double>(four[2]),
                     static_cast<double>(four[3]), 0};
    sums.q = static_cast<double>(hn::GetLane(hn::SumOfLanes(ints, hn::ConvertTo(ints, squares_))));
    return sums;
  }

 private:
  static constexpr std::size_t kVectors = kLanes / hn::MaxLanes(FloatTag());

  /// The last steps of the tree, within a vector.
  template <class V>
  static HWY_INLINE hn::Vec<hn::CappedTag<float, 4> > to_four(V v) {
    const hn::DFromV<V> d;
    if constexpr (hn::MaxLanes(d) == 4) {
      return v;
    } else {
      const hn::Half<decltype(d)> half;
      return to_four(hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
    }
  }

  Floats quads_[kVectors];
  Floats squares_;
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
