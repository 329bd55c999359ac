// Round trips of tiles whose columns are whole rows of the tensor, and few. Compiled once a target (Highway's
// scheme), so the guard toggles.
#if defined(QGPU_INTERLEAVED_TILES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_INTERLEAVED_TILES_HPP
#undef QGPU_INTERLEAVED_TILES_HPP
#else
#define QGPU_INTERLEAVED_TILES_HPP
#endif

#include <algorithm>
#include <cstring>

#include "host/cpu/simd/column_tiles.hpp"
#include "host/cpu/simd/lane_tree.hpp"
#include "host/cpu/simd/streaming.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

// Lane m of column c is at place m * columns + c of every run of 128 rows: so rows are gone through as they lie, and
// what the tree adds are rows of sums.

constexpr std::uint64_t kRowsOfSums = 32;  // lanes that are summed before the tree takes them
constexpr std::uint64_t kPad = 16;         // floats that the last vector reads and writes past the end

/// Rows of sums side by side, as the values are: A, B, X, C.
template <std::uint64_t kRows>
struct SumRows {
  alignas(64) float sums[kSums][kRows * kMostInterleaved + kPad];
};

/// Of each place that a vector begins at among the columns: they repeat, at the latest after `columns` vectors.
struct PlaceTotals {
  alignas(64) float largest[kMostInterleaved][kPad];
  alignas(64) std::int32_t q[kMostInterleaved][kPad];
};

/// The first step of the tree, for the quads of some rows: adds each four rows to one. In vectors of `D`, not much
/// longer than a row: what they hold of the rows after it is written over.
template <class D>
HWY_INLINE void add_quads_by(D d, const SumRows<kRowsOfSums>& rows, std::uint64_t columns, std::uint64_t first_quad,
                             SumRows<kQuads>& tree) {
  for (std::uint64_t s = 0; s < kSums; ++s) {
    const float* from = rows.sums[s];
    float* to = tree.sums[s] + first_quad * columns;
    for (std::uint64_t quad = 0; quad < kRowsOfSums / 4; ++quad, from += 4 * columns, to += columns) {
      for (std::uint64_t c = 0; c < columns; c += hn::Lanes(d)) {
        const auto low = hn::Add(hn::LoadU(d, from + c), hn::LoadU(d, from + columns + c));
        const auto high = hn::Add(hn::LoadU(d, from + 2 * columns + c), hn::LoadU(d, from + 3 * columns + c));
        hn::StoreU(hn::Add(low, high), d, to + c);
      }
    }
  }
}

HWY_INLINE void add_quads(const SumRows<kRowsOfSums>& rows, std::uint64_t columns, std::uint64_t first_quad,
                          SumRows<kQuads>& tree) {
  if (columns <= 4) return add_quads_by(hn::CappedTag<float, 4>(), rows, columns, first_quad, tree);
  if (columns <= 8) return add_quads_by(hn::CappedTag<float, 8>(), rows, columns, first_quad, tree);
  add_quads_by(FloatTag(), rows, columns, first_quad, tree);
}

/// The rest of the tree, down to one row.
HWY_INLINE void add_halves(std::uint64_t columns, std::uint64_t num_quads, SumRows<kQuads>& tree) {
  const FloatTag d;
  for (auto& sums : tree.sums) {
    for (std::uint64_t half = num_quads / 2 * columns; half >= columns; half /= 2) {
      for (std::uint64_t j = 0; j < half; j += hn::Lanes(d)) {
        hn::StoreU(hn::Add(hn::LoadU(d, sums + j), hn::LoadU(d, sums + j + half)), d, sums + j);
      }
    }
  }
}

inline void measure_interleaved(const float* x, std::uint64_t rows, std::uint64_t columns,
                                const ColumnConstants& constants, const CodeRule& rule, TileErrors* tiles) {
  const FloatTag d;
  const hn::RebindToSigned<FloatTag> ints;
  const std::uint64_t n = hn::Lanes(d);
  const std::uint64_t count = rows * columns;
  const std::uint64_t step = kLanes * columns;
  const std::uint64_t next = n % columns;
  const LimitVectors limits = limits_of(rule);
  SumRows<kRowsOfSums> lane_sums;
  SumRows<kQuads> tree;
  PlaceTotals places;
  std::memset(places.largest, 0, columns * sizeof places.largest[0]);
  std::memset(places.q, 0, columns * sizeof places.q[0]);
  std::uint64_t lane = 0;
  for (; lane < std::min(rows, kLanes); lane += kRowsOfSums) {
    std::uint64_t c = 0;  // of the vector's first element
    std::uint64_t place = 0;
    for (std::uint64_t j = 0; j < kRowsOfSums * columns; j += n) {
      const LaneConstants lanes{hn::LoadU(d, constants.scale + c), hn::LoadU(d, constants.inverse + c),
                                hn::LoadU(d, constants.magic + c), hn::LoadU(d, constants.near_tie + c)};
      const Floats k = hn::LoadU(d, constants.k + c);
      const auto tally = [&](const ExactCodes& exact) {
        count_lanes(exact.clipped, c, columns, tiles, &TileErrors::clipped);
        count_lanes(exact.nonfinite, c, columns, tiles, &TileErrors::nonfinite);
      };
      LaneSumVectors sums = zero_sums();
      Floats largest = hn::Load(d, places.largest[place]);
      std::uint64_t at = lane * columns + j;
      for (; at + n <= count; at += step) {
        ask_for(x + at, arith::kTileElements * columns);
        measure(hn::LoadU(d, x + at), lanes, k, limits, rule, sums, largest, tally);
      }
      if (HWY_UNLIKELY(at < count)) {
        alignas(64) float padded[kPad] = {};
        std::memcpy(padded, x + at, (count - at) * sizeof(float));
        measure(hn::Load(d, padded), lanes, k, limits, rule, sums, largest, tally);
      }
      hn::Store(largest, d, places.largest[place]);
      hn::Store(hn::Add(hn::Load(ints, places.q[place]), hn::ConvertTo(ints, sums.q)), ints, places.q[place]);
      hn::Store(sums.a, d, lane_sums.sums[0] + j);
      hn::Store(sums.b, d, lane_sums.sums[1] + j);
      hn::Store(sums.x, d, lane_sums.sums[2] + j);
      hn::Store(sums.c, d, lane_sums.sums[3] + j);
      c += next;
      if (c >= columns) c -= columns;
      place = c == 0 ? 0 : place + 1;
    }
    add_quads(lane_sums, columns, lane / 4, tree);
  }
  // Quads past the last row are zero, and so is half of the tree where they fill it.
  std::uint64_t num_quads = kQuads;
  while (num_quads > 1 && rows <= 4 * num_quads / 2) num_quads /= 2;
  for (auto& sums : tree.sums) {
    if (lane / 4 < num_quads) std::fill(sums + lane / 4 * columns, sums + num_quads * columns, 0.0f);
  }
  add_halves(columns, num_quads, tree);
  for (std::uint64_t c = 0; c < columns; ++c) {
    tiles[c].a = tree.sums[0][c];
    tiles[c].b = tree.sums[1][c];
    tiles[c].x = tree.sums[2][c];
    tiles[c].c = tree.sums[3][c];
  }
  std::uint64_t c = 0;
  std::uint64_t place = 0;
  do {
    for (std::uint64_t i = 0; i < n; ++i) {
      TileErrors& tile = tiles[(c + i) % columns];
      tile.q += static_cast<std::uint32_t>(places.q[place][i]);
      tile.max_abs_error = std::max(tile.max_abs_error, places.largest[place][i]);
    }
    c = (c + n) % columns;
    ++place;
  } while (c != 0);
}

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
