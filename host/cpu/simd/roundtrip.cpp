#include "host/cpu/simd/roundtrip.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "host/cpu/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "host/cpu/simd/roundtrip.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Highway comes first.
#include "host/cpu/simd/error_vector.hpp"
#include "host/cpu/simd/lane_tree.hpp"
#include "host/cpu/simd/streaming.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

/// A tile's lanes are read crosswise, which no prefetcher guesses: its lines are asked for two tiles ahead.
constexpr std::uint64_t kAhead = 2 * arith::kTileElements;

/// Lanes `m` and on of a tile.
template <class Tally>
HWY_INLINE LaneSumVectors measure_lanes(const float* x, std::uint64_t rows, const LaneConstants& lanes, Floats k,
                                        const LimitVectors& limits, const CodeRule& rule, Floats& largest,
                                        Tally&& tally) {
  const FloatTag d;
  LaneSumVectors sums = zero_sums();
  for (std::uint64_t i = 0; i < rows; ++i) {
    const float* at = x + i * kLanes;
    ask_for_crosswise(at, kAhead);
    measure(hn::LoadU(d, at), lanes, k, limits, rule, sums, largest, tally);
  }
  return sums;
}

HWY_INLINE TileErrors measure_one(const float* x, std::uint64_t count, const GroupConstants& group,
                                  const LimitVectors& limits, const CodeRule& rule) {
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  float padded[arith::kTileElements];
  const std::uint64_t rows = (count + kLanes - 1) / kLanes;
  if (HWY_UNLIKELY(count != rows * kLanes)) {
    std::memcpy(padded, x, count * sizeof(float));
    std::memset(padded + count, 0, (rows * kLanes - count) * sizeof(float));
    x = padded;
  }
  const LaneConstants lanes = lanes_of(group);
  const Floats k = hn::Set(d, group.k);
  TileErrors tile;
  const auto tally = [&](const ExactCodes& exact) { exact.count(tile.counts); };
  Floats largest = hn::Zero(d);
  LaneTree tree;
  if (rows == 1) {  // a short group: the tree costs as much as the rest, so it stays in registers
#pragma GCC unroll 16
    for (std::uint64_t m = 0; m < kLanes; m += n) {
      tree.set(m, measure_lanes(x + m, 1, lanes, k, limits, rule, largest, tally));
    }
  } else {
    for (std::uint64_t m = 0; m < kLanes; m += n) {
      tree.set(m, measure_lanes(x + m, rows, lanes, k, limits, rule, largest, tally));
    }
  }
  tile.sums = tree.reduce();
  tile.max_abs_error = hn::GetLane(hn::MaxOfLanes(d, largest));
  return tile;
}

TileErrors measure_tile(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule) {
  return measure_one(x, count, group, limits_of(rule), rule);
}

void measure_groups(const float* x, std::uint64_t width, const GroupConstants* groups, std::uint64_t num_groups,
                    const CodeRule& rule, TileErrors* tiles) {
  const LimitVectors limits = limits_of(rule);
  for (std::uint64_t i = 0; i < num_groups; ++i) tiles[i] = measure_one(x + i * width, width, groups[i], limits, rule);
}

/// The sums of four neighbouring lanes (rows) of some columns.
struct QuadSums {
  Floats sums[kSums];
  Floats q;
};

/// The rows of one quad, side by side: row r is lane r / 8, i = r % 8.
using QuadRows = float[arith::kTileElements / kQuads][kTileColumns];

/// What is kept of each column of a box while its rows are read.
struct ColumnState {
  static constexpr std::uint64_t kLevels = 6;  // of a tree of 32 leaves
  alignas(64) float tree[kLevels][kSums][kTileColumns];
  alignas(64) QuadRows rows[2];  // the one measured and the one being read
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

constexpr std::uint64_t kRowsOfLane = arith::kTileElements / kLanes;

/// The tree adds quad l and quad l + 16 first, then those 8 apart, ...: in bit-reversed order neighbours are added, as
/// a binary counter carries.
HWY_INLINE std::uint64_t quad_of_turn(std::uint64_t turn) {
  return (turn & 1) << 4 | (turn & 2) << 2 | (turn & 4) | (turn & 8) >> 2 | (turn & 16) >> 4;
}

/// Copies the rows of quads side by side, line by line, while another quad is measured. (Rows a power of two apart
/// throw each other out of the caches: what was asked for too early would be gone before it is used.)
class QuadReader {
 public:
  HWY_INLINE QuadReader(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns)
      : x_(x), rows_(rows), stride_(stride), columns_(columns) {}

  /// Turns to a quad, whose rows `to` takes. Rows past the end stay as they are: see rows_of_lane.
  HWY_INLINE void begin(std::uint64_t quad, QuadRows& to) {
    quad_ = quad;
    to_ = &to;
    copied_ = asked_ = {};
    for (std::uint64_t i = 0; i < kLinesAhead; ++i) ask();
  }
  /// Copies one line.
  HWY_INLINE void step() {
    ask();
    copy();
  }
  /// Copies what is left.
  HWY_INLINE void finish() {
    while (copied_.row < kRows) step();
  }

 private:
  static constexpr std::uint64_t kRows = std::extent_v<QuadRows>;
  static constexpr std::uint64_t kLinesAhead = 64;
  static constexpr std::uint64_t kLine = 16;

  struct Place {
    std::uint64_t row = 0, column = 0;
  };
  HWY_INLINE const float* at(const Place& place) const {
    const std::uint64_t row = 4 * quad_ + place.row / kRowsOfLane + place.row % kRowsOfLane * kLanes;
    return row < rows_ ? x_ + row * stride_ + place.column : nullptr;
  }
  HWY_INLINE void advance(Place& place) const {
    place.column += kLine;
    if (place.column >= columns_) place = {place.row + 1, 0};
  }
  HWY_INLINE void ask() {
    if (asked_.row >= kRows) return;
    if (const float* line = at(asked_)) ask_for_crosswise(line, 0);
    advance(asked_);
  }
  HWY_INLINE void copy() {
    if (copied_.row >= kRows) return;
    if (const float* line = at(copied_)) {
      float* to = &(*to_)[copied_.row][copied_.column];
      if (copied_.column + kLine <= columns_) {
        std::memcpy(to, line, kLine * sizeof(float));
      } else {
        std::memcpy(to, line, (columns_ - copied_.column) * sizeof(float));
      }
    }
    advance(copied_);
  }

  const float* x_;
  std::uint64_t rows_, stride_, columns_;
  std::uint64_t quad_ = 0;
  QuadRows* to_ = nullptr;
  Place copied_, asked_;
};

/// How many rows a lane has in a box.
HWY_INLINE std::uint64_t rows_of_lane(std::uint64_t lane, std::uint64_t rows) {
  return rows <= lane ? 0 : (rows - lane + kLanes - 1) / kLanes;
}

/// The sums of a quad's rows, of the columns from `c` on. Reads on in the next quad as it goes.
HWY_INLINE QuadSums measure_quad(const QuadRows& quad_rows, std::uint64_t c, std::uint64_t quad, std::uint64_t rows,
                                 QuadReader& reader, const LaneConstants& lanes, Floats k, const LimitVectors& limits,
                                 const CodeRule& rule, Floats& largest, TileErrors* tiles) {
  const FloatTag d;
  LaneSumVectors sums[4];
  for (std::uint64_t part = 0; part < 4; ++part) {
    LaneSumVectors of_lane = zero_sums();
    const std::uint64_t end = rows_of_lane(4 * quad + part, rows);
    for (std::uint64_t i = 0; i < end; ++i) {
      const Floats values = hn::Load(d, &quad_rows[part * kRowsOfLane + i][c]);
      if (c % 16 == 0) reader.step();
      measure(values, lanes, k, limits, rule, of_lane, largest, [&](const ExactCodes& exact) {
        count_lanes(exact.clipped, tiles, &CodeCounts::clipped);
        count_lanes(exact.nonfinite, tiles, &CodeCounts::nonfinite);
      });
    }
    sums[part] = of_lane;
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
  if (columns % n != 0) std::memset(state.rows, 0, sizeof state.rows);  // columns past the end add nothing
  QuadReader reader(x, rows, stride, columns);
  reader.begin(quad_of_turn(0), state.rows[0]);
  for (std::uint64_t turn = 0; turn < kQuads; ++turn) {
    const std::uint64_t quad = quad_of_turn(turn);
    reader.finish();
    if (turn + 1 < kQuads) reader.begin(quad_of_turn(turn + 1), state.rows[(turn + 1) % 2]);
    for (std::uint64_t c = 0; c < columns; c += n) {
      const LaneConstants lanes{hn::Load(d, constants.scale + c), hn::Load(d, constants.inverse + c),
                                hn::Load(d, constants.magic + c), hn::Load(d, constants.near_tie + c)};
      Floats largest = hn::Load(d, state.largest + c);
      QuadSums leaf = measure_quad(state.rows[turn % 2], c, quad, rows, reader, lanes, hn::Load(d, constants.k + c),
                                   limits, rule, largest, tiles + c);
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

const RoundtripLoops kRoundtripLoops{measure_tile, measure_groups, measure_columns, find_error};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const RoundtripLoops& roundtrip_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kRoundtripLoops); }
}  // namespace qgpu::cpu
#endif
