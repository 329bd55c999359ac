// Round trips of tiles whose elements lie side by side. Compiled once a target (Highway's scheme), so the guard
// toggles.
#if defined(QGPU_ROW_TILES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_ROW_TILES_HPP
#undef QGPU_ROW_TILES_HPP
#else
#define QGPU_ROW_TILES_HPP
#endif

#include <algorithm>
#include <cstring>

#include "host/cpu/simd/lane_tree.hpp"
#include "host/cpu/simd/streaming.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

/// A tile's lanes are read crosswise, which no prefetcher guesses: its lines are asked for some tiles ahead.
constexpr std::uint64_t kAhead = 4 * arith::kTileElements;

/// Lanes `m` and on of a tile.
template <class Tally>
HWY_INLINE LaneSumVectors measure_lanes(const float* x, std::uint64_t rows, const LaneConstants& lanes, Floats k,
                                        const LimitVectors& limits, const CodeRule& rule, Floats& largest,
                                        Tally&& tally) {
  const FloatTag d;
  LaneSumVectors sums = zero_sums();
  for (std::uint64_t i = 0; i < rows; ++i) {
    const float* at = x + i * kLanes;
    ask_for(at, kAhead);
    measure(hn::LoadU(d, at), lanes, k, limits, rule, sums, largest, tally);
  }
  return sums;
}

inline TileErrors measure_tile(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule) {
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  float padded[arith::kTileElements];
  const std::uint64_t rows = (count + kLanes - 1) / kLanes;
  if (HWY_UNLIKELY(count != rows * kLanes)) {
    std::memcpy(padded, x, count * sizeof(float));
    std::memset(padded + count, 0, (rows * kLanes - count) * sizeof(float));
    x = padded;
  }
  const LimitVectors limits = limits_of(rule);
  const LaneConstants lanes = lanes_of(group);
  const Floats k = hn::Set(d, group.k);
  TileErrors tile;
  Floats largest = hn::Zero(d);
  LaneTree tree;
  for (std::uint64_t m = 0; m < kLanes; m += n) {
    tree.set(m, measure_lanes(x + m, rows, lanes, k, limits, rule, largest,
                              [&](const ExactCodes& exact) { exact.count(tile); }));
  }
  tree.reduce(tile);
  tile.max_abs_error = hn::GetLane(hn::MaxOfLanes(d, largest));
  return tile;
}

#if HWY_TARGET != HWY_SCALAR
// A short group has one element a lane, and the tree costs more than the rest. So four vectors at a time are turned
// first: neighbours of a quad then lie in different vectors, whose sum is the tree's first step.

constexpr std::uint64_t kSetElements = 4 * hn::MaxLanes(FloatTag());  // of four vectors
constexpr std::uint64_t kSets = kLanes / kSetElements;

/// Sums of quads. In blocks of four lanes: lane 4 b + i has the quad that began in the set's vector i, place 4 b.
struct QuadVectors {
  Floats a, b, x, c;

  HWY_INLINE void add(const QuadVectors& other) {
    a = hn::Add(a, other.a);
    b = hn::Add(b, other.b);
    x = hn::Add(x, other.x);
    c = hn::Add(c, other.c);
  }
};

/// Turns blocks of four lanes: afterwards `v[j]` has the elements 4 b + j of the vectors.
HWY_INLINE void turn(Floats (&v)[4]) {
  const FloatTag d;
  const hn::RepartitionToWide<FloatTag> pairs;
  const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, v[0], v[1]));
  const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, v[2], v[3]));
  const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, v[0], v[1]));
  const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, v[2], v[3]));
  v[0] = hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23));
  v[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23));
  v[2] = hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23));
  v[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23));
}

/// The rest of the tree: v[i] + v[i + 2] and v[i] + v[i + 1] in each block of four lanes, then the blocks.
HWY_INLINE void reduce_quads(const QuadVectors& quads, TileErrors& tile) {
  const FloatTag d;
  const hn::RepartitionToWide<FloatTag> pairs;
  const auto halves = [&](Floats p, Floats q) {
    const auto wide_p = hn::BitCast(pairs, p);
    const auto wide_q = hn::BitCast(pairs, q);
    return hn::Add(hn::BitCast(d, hn::InterleaveLower(pairs, wide_p, wide_q)),
                   hn::BitCast(d, hn::InterleaveUpper(pairs, wide_p, wide_q)));
  };
  const Floats ab = halves(quads.a, quads.b);
  const Floats xc = halves(quads.x, quads.c);
  const Floats axbc = pair_sums(ab, xc);
  alignas(16) float four[4];
  hn::Store(to_four(axbc), hn::CappedTag<float, 4>(), four);
  tile.a = four[0];
  tile.x = four[1];
  tile.b = four[2];
  tile.c = four[3];
}

/// What is brought to one number a group afterwards, for several groups at once.
struct alignas(64) UnreducedTile {
  float squares[hn::MaxLanes(FloatTag())];
  float largest[hn::MaxLanes(FloatTag())];

  HWY_INLINE void reduce(TileErrors& tile) const {
    const hn::CappedTag<float, 4> d;
    auto sum = hn::Load(d, squares);
    auto most = hn::Load(d, largest);
    for (std::size_t i = 4; i < hn::MaxLanes(FloatTag()); i += 4) {
      sum = hn::Add(sum, hn::Load(d, squares + i));
      most = hn::Max(most, hn::Load(d, largest + i));
    }
    tile.q = static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d, sum)));  // exact: below 2^24
    tile.max_abs_error = hn::GetLane(hn::MaxOfLanes(d, most));
  }
};

/// One set of a group.
template <class Tally>
HWY_INLINE QuadVectors measure_set(const float* x, const LaneConstants& lanes, Floats k, const LimitVectors& limits,
                                   const CodeRule& rule, Floats& squares, Floats& largest, Tally&& tally) {
  const FloatTag d;
  Floats values[4];
#pragma GCC unroll 4
  for (std::uint64_t i = 0; i < 4; ++i) {
    const float* at = x + i * hn::Lanes(d);
    ask_for(at, kAhead);
    values[i] = hn::LoadU(d, at);
  }
  turn(values);
  QuadVectors of_place[4];
#pragma GCC unroll 4
  for (std::uint64_t i = 0; i < 4; ++i) {
    LaneSumVectors sums = zero_sums();
    sums.q = squares;
    measure(values[i], lanes, k, limits, rule, sums, largest, tally);
    squares = sums.q;
    of_place[i] = {sums.a, sums.b, sums.x, sums.c};
  }
  of_place[0].add(of_place[1]);
  of_place[2].add(of_place[3]);
  of_place[0].add(of_place[2]);
  return of_place[0];
}

/// The first sets of a group; all others hold zeros, whose sums would change nothing.
template <std::uint64_t kUsedSets>
HWY_INLINE void measure_short(const float* x, const GroupConstants& group, const LimitVectors& limits,
                              const CodeRule& rule, TileErrors& tile, UnreducedTile& unreduced) {
  const FloatTag d;
  const LaneConstants lanes = lanes_of(group);
  const Floats k = hn::Set(d, group.k);
  Floats squares = hn::Zero(d);
  Floats largest = hn::Zero(d);
  QuadVectors quads[kUsedSets];
#pragma GCC unroll 8
  for (std::uint64_t s = 0; s < kUsedSets; ++s) {
    quads[s] = measure_set(x + s * kSetElements, lanes, k, limits, rule, squares, largest,
                           [&](const ExactCodes& exact) { exact.count(tile); });
  }
#pragma GCC unroll 4
  for (std::uint64_t half = kUsedSets / 2; half >= 1; half /= 2) {
#pragma GCC unroll 4
    for (std::uint64_t s = 0; s < half; ++s) quads[s].add(quads[s + half]);
  }
  reduce_quads(quads[0], tile);
  hn::Store(squares, d, unreduced.squares);
  hn::Store(largest, d, unreduced.largest);
}

template <std::uint64_t kUsedSets>
void measure_short_groups(const float* x, std::uint64_t width, const GroupConstants* groups, std::uint64_t num_groups,
                          const CodeRule& rule, TileErrors* tiles) {
  if constexpr (kUsedSets > 1) {
    if (width <= kUsedSets / 2 * kSetElements) {
      return measure_short_groups<kUsedSets / 2>(x, width, groups, num_groups, rule, tiles);
    }
  }
  const LimitVectors limits = limits_of(rule);
  UnreducedTile unreduced[kMostGroups];
  float padded[kUsedSets * kSetElements] = {};
  const bool whole = width == kUsedSets * kSetElements;
  for (std::uint64_t i = 0; i < num_groups; ++i) {
    const float* values = x + i * width;
    if (!whole) {
      std::memcpy(padded, values, width * sizeof(float));
      values = padded;
    }
    tiles[i] = {};
    measure_short<kUsedSets>(values, groups[i], limits, rule, tiles[i], unreduced[i]);
  }
  for (std::uint64_t i = 0; i < num_groups; ++i) unreduced[i].reduce(tiles[i]);
}

inline void measure_groups(const float* x, std::uint64_t width, const GroupConstants* groups, std::uint64_t num_groups,
                           const CodeRule& rule, TileErrors* tiles) {
  if (width <= kLanes) return measure_short_groups<kSets>(x, width, groups, num_groups, rule, tiles);
  for (std::uint64_t i = 0; i < num_groups; ++i) tiles[i] = measure_tile(x + i * width, width, groups[i], rule);
}
#else
void measure_groups(const float* x, std::uint64_t width, const GroupConstants* groups, std::uint64_t num_groups,
                    const CodeRule& rule, TileErrors* tiles) {
  for (std::uint64_t i = 0; i < num_groups; ++i) tiles[i] = measure_tile(x + i * width, width, groups[i], rule);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
