// The tree of a tile's sums. Compiled once a target (Highway's scheme), so the guard toggles.
#if defined(QGPU_LANE_TREE_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_LANE_TREE_HPP
#undef QGPU_LANE_TREE_HPP
#else
#define QGPU_LANE_TREE_HPP
#endif

#include <utility>

#include "host/cpu/simd/error_vector.hpp"
#include "host/cpu/simd/roundtrip.hpp"

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
    q_ += static_cast<std::uint32_t>(hn::GetLane(sums.q));
  }
  void reduce(TileErrors& tile) {
    tile.a = arith::reduce_lanes(a_);
    tile.b = arith::reduce_lanes(b_);
    tile.x = arith::reduce_lanes(x_);
    tile.c = arith::reduce_lanes(c_);
    tile.q = q_;
  }

 private:
  float a_[kLanes], b_[kLanes], x_[kLanes], c_[kLanes];
  std::uint32_t q_ = 0;
};
#else
/// p0 + p1, q0 + q1, p2 + p3, q2 + q3, ...
HWY_INLINE Floats pair_sums(Floats p, Floats q) {
  return hn::Add(hn::OddEven(q, p), hn::Shuffle2301(hn::OddEven(p, q)));
}

/// The last steps of the tree where a vector holds four sums side by side, several times.
template <class V>
HWY_INLINE hn::Vec<hn::CappedTag<float, 4> > to_four(V v) {
  const hn::DFromV<V> d;
  if constexpr (hn::MaxLanes(d) == 4) {
    return v;
  } else {
    const hn::Half<decltype(d)> half;
    return to_four(hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

/// The lane sums of a tile, and their tree: arith::reduce_lanes for A, B, X and C at once. A vector of `quads_` holds
/// v[l] of all four for neighbouring l, so that every step of the tree adds whole vectors.
class LaneTree {
 public:
  HWY_INLINE LaneTree() : squares_(hn::Zero(FloatTag())) {}

  HWY_INLINE void set(std::uint64_t m, const LaneSumVectors& sums) {
    const FloatTag d;
    const hn::RepartitionToWide<FloatTag> pairs;
    const auto wide = [&](Floats v) { return hn::BitCast(pairs, v); };
    const auto ab = wide(pair_sums(sums.a, sums.b));
    const auto xc = wide(pair_sums(sums.x, sums.c));
    quads_[m / hn::MaxLanes(d)] =
        hn::Add(hn::BitCast(d, hn::InterleaveLower(pairs, ab, xc)), hn::BitCast(d, hn::InterleaveUpper(pairs, ab, xc)));
    // Exact integers, below 2^24 in a lane for the whole tile.
    squares_ = hn::Add(squares_, sums.q);
  }

  HWY_INLINE void reduce(TileErrors& tile) {
    const FloatTag d;
    const hn::RebindToSigned<FloatTag> ints;
#pragma GCC unroll 8
    for (std::size_t half = kVectors / 2; half >= 1; half /= 2) {
#pragma GCC unroll 16
      for (std::size_t i = 0; i < half; ++i) quads_[i] = hn::Add(quads_[i], quads_[i + half]);
    }
    alignas(16) float four[4];
    hn::Store(to_four(quads_[0]), hn::CappedTag<float, 4>(), four);
    tile.a = four[0];
    tile.b = four[1];
    tile.x = four[2];
    tile.c = four[3];
    tile.q = static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(ints, hn::ConvertTo(ints, squares_))));
  }

 private:
  static constexpr std::size_t kVectors = kLanes / hn::MaxLanes(FloatTag());

  Floats quads_[kVectors];
  Floats squares_;
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
