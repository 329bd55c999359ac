// Round trips of tiles whose elements lie in columns. Compiled once a target (Highway's scheme), so the guard toggles.
#if defined(QGPU_COLUMN_TILES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_COLUMN_TILES_HPP
#undef QGPU_COLUMN_TILES_HPP
#else
#define QGPU_COLUMN_TILES_HPP
#endif

#include <algorithm>
#include <cstring>

#include "host/cpu/simd/error_vector.hpp"
#include "host/cpu/simd/lane_tree.hpp"
#include "host/cpu/simd/quad_rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

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

/// The tree of `num_quads` leaves adds quad l and quad l + num_quads / 2 first, then those half as far apart, ...: in
/// bit-reversed order neighbours are added, as a binary counter carries.
HWY_INLINE std::uint64_t quad_of_turn(std::uint64_t turn, std::uint64_t num_quads) {
  std::uint64_t quad = 0;
  for (std::uint64_t bit = num_quads / 2; bit > 0; bit /= 2, turn /= 2) quad += turn % 2 * bit;
  return quad;
}

/// The sums of a quad's rows, of the columns from `c` on.
template <class Quads>
HWY_INLINE QuadSums measure_quad(Quads& quads, std::uint64_t c, std::uint64_t quad, std::uint64_t rows,
                                 const LaneConstants& lanes, Floats k, const LimitVectors& limits, const CodeRule& rule,
                                 Floats& largest, TileErrors* tiles) {
  LaneSumVectors sums[4];
  Floats q = hn::Zero(FloatTag());
  for (std::uint64_t part = 0; part < 4; ++part) {
    LaneSumVectors of_lane = zero_sums();
    of_lane.q = q;  // exact: of 32 codes
    const std::uint64_t end = rows_of_lane(4 * quad + part, rows);
    for (std::uint64_t i = 0; i < end; ++i) {
      measure(quads.load(part, i, c), lanes, k, limits, rule, of_lane, largest, [&](const ExactCodes& exact) {
        count_lanes(exact.clipped, c, kTileColumns, tiles, &TileErrors::clipped);
        count_lanes(exact.nonfinite, c, kTileColumns, tiles, &TileErrors::nonfinite);
      });
    }
    sums[part] = of_lane;
    q = of_lane.q;
  }
  const auto sum = [&](Floats LaneSumVectors::*member) {
    return hn::Add(hn::Add(sums[0].*member, sums[1].*member), hn::Add(sums[2].*member, sums[3].*member));
  };
  return {{sum(&LaneSumVectors::a), sum(&LaneSumVectors::b), sum(&LaneSumVectors::x), sum(&LaneSumVectors::c)}, q};
}

template <class Quads>
HWY_INLINE void measure_box(const BoxOfRows& box, const ColumnConstants& constants, const CodeRule& rule,
                            TileErrors* tiles) {
  const FloatTag d;
  const hn::RebindToSigned<FloatTag> ints;
  const std::uint64_t n = hn::Lanes(d);
  const LimitVectors limits = limits_of(rule);
  ColumnState state;
  std::memset(state.largest, 0, sizeof state.largest);
  std::memset(state.q, 0, sizeof state.q);
  // Quads past the last row are zero, and so is half of the tree where they fill it.
  std::uint64_t num_quads = kQuads;
  while (num_quads > 1 && box.rows <= 4 * num_quads / 2) num_quads /= 2;
  const auto turn_of = [&](std::uint64_t turn) {
    return QuadTurn{quad_of_turn(turn, num_quads), quad_of_turn(turn + 1, num_quads),
                    quad_of_turn(turn + 2, num_quads)};
  };
  Quads quads(box, turn_of(0));
  for (std::uint64_t turn = 0; turn < num_quads; ++turn) {
    const QuadTurn at = turn_of(turn);
    quads.begin(at);
    for (std::uint64_t c = 0; c < box.columns; c += n) {
      const LaneConstants lanes{hn::Load(d, constants.scale + c), hn::Load(d, constants.inverse + c),
                                hn::Load(d, constants.magic + c), hn::Load(d, constants.near_tie + c)};
      Floats largest = hn::Load(d, state.largest + c);
      QuadSums leaf =
          measure_quad(quads, c, at.quad, box.rows, lanes, hn::Load(d, constants.k + c), limits, rule, largest, tiles);
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
  for (std::uint64_t c = 0; c < box.columns; ++c) {
    tiles[c].a = root[0][c];
    tiles[c].b = root[1][c];
    tiles[c].x = root[2][c];
    tiles[c].c = root[3][c];
    tiles[c].q = static_cast<std::uint32_t>(state.q[c]);
    tiles[c].max_abs_error = state.largest[c];
  }
}

inline void measure_columns(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                            const ColumnConstants& constants, const CodeRule& rule, TileErrors* tiles) {
  constexpr std::uint64_t kFarApart = std::uint64_t{1} << 15;
  const BoxOfRows box{x, rows, stride, columns};
  if (stride >= kFarApart || rows <= kLanes) {
    measure_box<DirectQuads>(box, constants, rule, tiles);
  } else {
    measure_box<StagedQuads>(box, constants, rule, tiles);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
