// Round trips of tiles whose elements lie in columns. Compiled once a target (Highway's scheme), so the guard toggles.
#if defined(QGPU_COLUMN_TILES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_COLUMN_TILES_HPP
#undef QGPU_COLUMN_TILES_HPP
#else
#define QGPU_COLUMN_TILES_HPP
#endif

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "host/cpu/simd/error_vector.hpp"
#include "host/cpu/simd/lane_tree.hpp"
#include "host/cpu/simd/streaming.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

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

/// Adds one for each lane of the mask to `member` of the tiles' counts. The first lane is of column `c`; after the last
/// of `columns` the first follows again.
HWY_INLINE void count_lanes(FloatMask mask, std::uint64_t c, std::uint64_t columns, TileErrors* tiles,
                            std::uint32_t TileErrors::*member) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(FloatTag(), mask, bytes);
  std::uint64_t bits;
  std::memcpy(&bits, bytes, sizeof bits);
  for (; bits != 0; bits &= bits - 1)
    ++(tiles[(c + static_cast<std::uint64_t>(__builtin_ctzll(bits))) % columns].*member);
}

constexpr std::uint64_t kRowsOfLane = arith::kTileElements / kLanes;

/// The tree of `num_quads` leaves adds quad l and quad l + num_quads / 2 first, then those half as far apart, ...: in
/// bit-reversed order neighbours are added, as a binary counter carries.
HWY_INLINE std::uint64_t quad_of_turn(std::uint64_t turn, std::uint64_t num_quads) {
  std::uint64_t quad = 0;
  for (std::uint64_t bit = num_quads / 2; bit > 0; bit /= 2, turn /= 2) quad += turn % 2 * bit;
  return quad;
}

/// How many rows a lane has in a box.
HWY_INLINE std::uint64_t rows_of_lane(std::uint64_t lane, std::uint64_t rows) {
  return rows <= lane ? 0 : (rows - lane + kLanes - 1) / kLanes;
}

/// Copies the rows of quads side by side, line by line, while another quad is measured: so that loads, which come from
/// far, and arithmetic overlap. (Rows a power of two apart throw each other out of the caches: what was asked for too
/// early would be gone before it is used.)
class QuadReader {
 public:
  HWY_INLINE QuadReader(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns)
      : x_(x), rows_(rows), stride_(stride), columns_(columns) {}

  /// Turns to a quad, whose rows `to` takes, before `next`.
  HWY_INLINE void begin(std::uint64_t quad, std::uint64_t next, QuadRows& to) {
    num_rows_ = 0;
    for (std::uint64_t part = 0; part < 4; ++part) {
      const std::uint64_t lane = 4 * quad + part;
      const std::uint64_t end = rows_of_lane(lane, rows_);
      for (std::uint64_t i = 0; i < end; ++i, ++num_rows_) {
        from_[num_rows_] = x_ + (lane + i * kLanes) * stride_;
        to_[num_rows_] = to[part * kRowsOfLane + i];
      }
    }
    const std::uint64_t to_second = rows_ > kLanes ? kLanes : 1;
    for (std::uint64_t row = 0; row < kRowsAhead; ++row) {
      from_[num_rows_ + row] = x_ + std::min(4 * next + row * to_second, rows_ - 1) * stride_;
    }
    row_ = column_ = 0;
  }
  /// Copies one line.
  HWY_INLINE void step() {
    if (row_ == num_rows_) return;
    ask_for(from_[row_ + kRowsAhead] + column_, 0);
    const float* line = from_[row_] + column_;
    float* to = to_[row_] + column_;
    if (HWY_LIKELY(column_ + kLine <= columns_)) {
      std::memcpy(to, line, kLine * sizeof(float));
    } else {
      std::memcpy(to, line, (columns_ - column_) * sizeof(float));
    }
    column_ += kLine;
    if (column_ < columns_) return;
    column_ = 0;
    ++row_;
  }
  /// Copies what is left.
  HWY_INLINE void finish() {
    while (row_ < num_rows_) step();
  }

 private:
  static constexpr std::uint64_t kRows = std::extent_v<QuadRows>;
  static constexpr std::uint64_t kRowsAhead = 2;
  static constexpr std::uint64_t kLine = 16;

  const float* x_;
  std::uint64_t rows_, stride_, columns_;
  const float* from_[kRows + kRowsAhead];
  float* to_[kRows];
  std::uint64_t num_rows_ = 0, row_ = 0, column_ = 0;
};

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
        count_lanes(exact.clipped, c, kTileColumns, tiles, &TileErrors::clipped);
        count_lanes(exact.nonfinite, c, kTileColumns, tiles, &TileErrors::nonfinite);
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

inline void measure_columns(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                            const ColumnConstants& constants, const CodeRule& rule, TileErrors* tiles) {
  const FloatTag d;
  const hn::RebindToSigned<FloatTag> ints;
  const std::uint64_t n = hn::Lanes(d);
  const LimitVectors limits = limits_of(rule);
  ColumnState state;
  std::memset(state.largest, 0, sizeof state.largest);
  std::memset(state.q, 0, sizeof state.q);
  if (columns % n != 0) std::memset(state.rows, 0, sizeof state.rows);  // columns past the end add nothing
  // Quads past the last row are zero, and so is half of the tree where they fill it.
  std::uint64_t num_quads = kQuads;
  while (num_quads > 1 && rows <= 4 * num_quads / 2) num_quads /= 2;
  QuadReader reader(x, rows, stride, columns);
  reader.begin(0, quad_of_turn(1, num_quads), state.rows[0]);
  for (std::uint64_t turn = 0; turn < num_quads; ++turn) {
    const std::uint64_t quad = quad_of_turn(turn, num_quads);
    reader.finish();
    if (turn + 1 < num_quads) {
      reader.begin(quad_of_turn(turn + 1, num_quads), quad_of_turn(turn + 2, num_quads), state.rows[(turn + 1) % 2]);
    }
    for (std::uint64_t c = 0; c < columns; c += n) {
      const LaneConstants lanes{hn::Load(d, constants.scale + c), hn::Load(d, constants.inverse + c),
                                hn::Load(d, constants.magic + c), hn::Load(d, constants.near_tie + c)};
      Floats largest = hn::Load(d, state.largest + c);
      QuadSums leaf = measure_quad(state.rows[turn % 2], c, quad, rows, reader, lanes, hn::Load(d, constants.k + c),
                                   limits, rule, largest, tiles);
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
  const auto& root = state.tree[__builtin_ctzll(num_quads)];
  for (std::uint64_t c = 0; c < columns; ++c) {
    tiles[c].a = root[0][c];
    tiles[c].b = root[1][c];
    tiles[c].x = root[2][c];
    tiles[c].c = root[3][c];
    tiles[c].q = static_cast<std::uint32_t>(state.q[c]);
    tiles[c].max_abs_error = state.largest[c];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
