#include "host/cpu/simd/roundtrip.hpp"

#include <algorithm>
#include <cstring>

#include "host/cpu/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "host/cpu/simd/roundtrip.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Highway comes first.
#include "host/cpu/simd/error_vector.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

constexpr std::uint64_t kLanes = arith::kTileLanes;
constexpr std::uint64_t kQuads = kLanes / 4;  // v[0..31] of the tree's first step
constexpr std::uint64_t kSums = 4;            // A, B, X, C

/// The tree of arith::reduce_lanes below its first step, for many trees at once: `v[l * width + i]` is v[l] of tree i.
/// The results stand in the first `width` floats.
HWY_INLINE void reduce_quads(float* v, std::uint64_t width) {
  const hn::CappedTag<float, 4> d;  // width is a multiple of 4
  for (std::uint64_t half = kQuads / 2; half >= 1; half /= 2) {
    for (std::uint64_t i = 0; i < half * width; i += hn::Lanes(d)) {
      hn::Store(hn::Add(hn::Load(d, v + i), hn::Load(d, v + i + half * width)), d, v + i);
    }
  }
}

/// (l0 + l1) + (l2 + l3) of each four neighbouring lanes.
HWY_INLINE Floats first_step(const float* lanes) {
  Floats l0, l1, l2, l3;
  hn::LoadInterleaved4(FloatTag(), lanes, l0, l1, l2, l3);
  return hn::Add(hn::Add(l0, l1), hn::Add(l2, l3));
}

TileErrors measure_tile(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule) {
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  float padded[arith::kTileElements];
  const std::uint64_t rows = (count + kLanes - 1) / kLanes;
  if (count != rows * kLanes) {
    std::memcpy(padded, x, count * sizeof(float));
    std::memset(padded + count, 0, (rows * kLanes - count) * sizeof(float));
    x = padded;
  }
  const LaneConstants lanes = lanes_of(group);
  const LimitVectors limits = limits_of(rule);
  const Floats k = hn::Set(d, group.k);
  TileErrors tile;
  Floats largest = hn::Zero(d);
  alignas(64) float sums_of_lanes[kSums + 1][kLanes];
  for (std::uint64_t m = 0; m < kLanes; m += n) {
    LaneSumVectors sums = zero_sums();
    for (std::uint64_t i = 0; i < rows; ++i) {
      measure(hn::LoadU(d, x + i * kLanes + m), lanes, k, limits, rule, sums, largest,
              [&](const ExactCodes& exact) { exact.count(tile.counts); });
    }
    hn::Store(sums.a, d, sums_of_lanes[0] + m);
    hn::Store(sums.b, d, sums_of_lanes[1] + m);
    hn::Store(sums.x, d, sums_of_lanes[2] + m);
    hn::Store(sums.c, d, sums_of_lanes[3] + m);
    hn::Store(sums.q, d, sums_of_lanes[4] + m);
  }
  alignas(64) float v[kQuads * kSums];
  const hn::RebindToSigned<FloatTag> ints;
  auto squares = hn::Zero(ints);  // the float32 sums of four lanes are exact integers still
  for (std::uint64_t l = 0; l < kQuads; l += n) {
    hn::StoreInterleaved4(first_step(sums_of_lanes[0] + 4 * l), first_step(sums_of_lanes[1] + 4 * l),
                          first_step(sums_of_lanes[2] + 4 * l), first_step(sums_of_lanes[3] + 4 * l), d, v + 4 * l);
    squares = hn::Add(squares, hn::ConvertTo(ints, first_step(sums_of_lanes[4] + 4 * l)));
  }
  reduce_quads(v, kSums);
  const auto q = static_cast<double>(hn::GetLane(hn::SumOfLanes(ints, squares)));
  tile.sums = {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2]),
               static_cast<double>(v[3]), q};
  tile.max_abs_error = hn::GetLane(hn::MaxOfLanes(d, largest));
  return tile;
}

/// The sums of four neighbouring lanes (rows) of some columns.
struct QuadSums {
  Floats sums[kSums];
  Floats q;
};

/// What is kept of each column of a box while its rows are read.
struct ColumnState {
  static constexpr std::uint64_t kLevels = 6;  // of a tree of 32 leaves
  alignas(64) float tree[kLevels][kSums][kTileColumns];
  alignas(64) float largest[kTileColumns];
  alignas(64) std::int32_t q[kTileColumns];
};

/// Adds one for each lane of the mask to `member` of the tiles' counts.
HWY_INLINE void count_lanes(FloatMask mask, TileErrors* tiles, std::uint64_t CodeCounts::*member) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(FloatTag(), mask, bytes);
  std::uint64_t bits;
  std::memcpy(&bits, bytes, sizeof bits);
  for (; bits != 0; bits &= bits - 1) ++(tiles[__builtin_ctzll(bits)].counts.*member);
}

/// Rows 4 quad + 0..3 (+ 128 i) of the columns at `x`.
template <class Load>
HWY_INLINE QuadSums measure_quad(Load&& load, std::uint64_t quad, std::uint64_t rows, const LaneConstants& lanes,
                                 Floats k, const LimitVectors& limits, const CodeRule& rule, Floats& largest,
                                 TileErrors* tiles) {
  LaneSumVectors sums[4];
  for (std::uint64_t part = 0; part < 4; ++part) {
    sums[part] = zero_sums();
    for (std::uint64_t row = 4 * quad + part; row < rows; row += kLanes) {
      measure(load(row), lanes, k, limits, rule, sums[part], largest, [&](const ExactCodes& exact) {
        count_lanes(exact.clipped, tiles, &CodeCounts::clipped);
        count_lanes(exact.nonfinite, tiles, &CodeCounts::nonfinite);
      });
    }
  }
  const auto sum = [&](Floats LaneSumVectors::*member) {
    return hn::Add(hn::Add(sums[0].*member, sums[1].*member), hn::Add(sums[2].*member, sums[3].*member));
  };
  return {{sum(&LaneSumVectors::a), sum(&LaneSumVectors::b), sum(&LaneSumVectors::x), sum(&LaneSumVectors::c)},
          sum(&LaneSumVectors::q)};
}

void measure_columns(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                     const ColumnConstants& constants, const CodeRule& rule, TileErrors* tiles) {
  const FloatTag d;
  const hn::RebindToSigned<FloatTag> ints;
  const std::uint64_t n = hn::Lanes(d);
  const LimitVectors limits = limits_of(rule);
  ColumnState state;
  std::memset(state.largest, 0, sizeof state.largest);
  std::memset(state.q, 0, sizeof state.q);
  // The tree adds quad l and quad l + 16 first, then those 8 apart, ...: in bit-reversed order neighbours are added,
  // as a binary counter carries.
  for (std::uint64_t turn = 0; turn < kQuads; ++turn) {
    const std::uint64_t quad = (turn & 1) << 4 | (turn & 2) << 2 | (turn & 4) | (turn & 8) >> 2 | (turn & 16) >> 4;
    for (std::uint64_t c = 0; c < columns; c += n) {
      const LaneConstants lanes{hn::Load(d, constants.scale + c), hn::Load(d, constants.inverse + c),
                                hn::Load(d, constants.magic + c), hn::Load(d, constants.near_tie + c)};
      const Floats k = hn::Load(d, constants.k + c);
      Floats largest = hn::Load(d, state.largest + c);
      const float* at = x + c;
      QuadSums leaf;
      if (c + n <= columns) {
        leaf = measure_quad([&](std::uint64_t row) { return hn::LoadU(d, at + row * stride); }, quad, rows, lanes, k,
                            limits, rule, largest, tiles + c);
      } else {
        const FloatMask real = hn::FirstN(d, columns - c);
        leaf = measure_quad([&](std::uint64_t row) { return hn::MaskedLoad(real, d, at + row * stride); }, quad, rows,
                            lanes, k, limits, rule, largest, tiles + c);
      }
      hn::Store(largest, d, state.largest + c);
      hn::Store(hn::Add(hn::Load(ints, state.q + c), hn::ConvertTo(ints, leaf.q)), ints, state.q + c);
      for (std::uint64_t s = 0; s < kSums; ++s) {
        std::uint64_t level = 0;
        for (; (turn >> level & 1) != 0; ++level) {
          leaf.sums[s] = hn::Add(hn::Load(d, &state.tree[level][s][c]), leaf.sums[s]);
        }
        hn::Store(leaf.sums[s], d, &state.tree[level][s][c]);
      }
    }
  }
  const auto& root = state.tree[ColumnState::kLevels - 1];
  for (std::uint64_t c = 0; c < columns; ++c) {
    tiles[c].sums = {static_cast<double>(root[0][c]), static_cast<double>(root[1][c]), static_cast<double>(root[2][c]),
                     static_cast<double>(root[3][c]), static_cast<double>(state.q[c])};
    tiles[c].max_abs_error = state.largest[c];
  }
}

std::uint64_t find_error(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule,
                         float error) {
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  const LaneConstants lanes = lanes_of(group);
  const LimitVectors limits = limits_of(rule);
  const Floats wanted = hn::Set(d, error);
  alignas(64) float padded[hn::MaxLanes(FloatTag())] = {};
  for (std::uint64_t j = 0; j < count; j += n) {
    const float* at = x + j;
    if (j + n > count) {
      std::memcpy(padded, at, (count - j) * sizeof(float));
      at = padded;
    }
    const Floats values = hn::LoadU(d, at);
    const FloatMask found = hn::And(
        hn::Eq(errors_of(values, lanes, limits, rule, [](const ExactCodes&) {}).error, wanted), hn::IsFinite(values));
    const std::intptr_t lane = hn::FindFirstTrue(d, found);
    if (lane >= 0) return std::min(count, j + static_cast<std::uint64_t>(lane));
  }
  return count;
}

const RoundtripLoops kRoundtripLoops{measure_tile, measure_columns, find_error};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const RoundtripLoops& roundtrip_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kRoundtripLoops); }
}  // namespace qgpu::cpu
#endif
