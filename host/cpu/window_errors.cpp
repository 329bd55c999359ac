#include "host/cpu/window_errors.hpp"

#include <algorithm>

namespace qgpu::cpu {
namespace {

constexpr std::uint64_t kTile = arith::kTileElements;

std::uint64_t num_tiles(std::uint64_t elements) { return elements / kTile + (elements % kTile != 0); }

arith::Sums fold_tiles(const TileErrors* tiles, std::uint64_t count, std::uint64_t stride) {
  if (count == 1) return tiles->sums;
  Fold fold;
  for (std::uint64_t t = 0; t < count; ++t) fold.push(tiles[t * stride].sums);
  return fold.result();
}

/// Position in its group's list of tiles of a piece's first one.
std::uint64_t first_tile(const GroupLayout& layout, const Window& window, const GroupPiece& piece) {
  (void)layout;
  if (window.kind == Window::Kind::kRun) return window.offset / kTile;
  return piece.local_row * piece.width / kTile;
}

}  // namespace

bool ErrorMeter::may_be_largest(float error) {
  float largest = largest_.load(std::memory_order_relaxed);
  while (error > largest && !largest_.compare_exchange_weak(largest, error, std::memory_order_relaxed)) {
  }
  return error >= largest;
}

void ErrorMeter::measure_piece(const GroupPiece& piece, Tiles& tiles) const {
  const GroupConstants group = constants_of(parameters_, piece.group);
  float scratch[kTile];
  tiles.clear();
  for (std::uint64_t first = 0; first < piece.elements; first += kTile) {
    const std::uint64_t count = std::min(kTile, piece.elements - first);
    tiles.push_back(loops_.tile(piece.values(first, count, scratch), count, group, rule_));
  }
}

void ErrorMeter::find_nonfinite(const GroupPiece& piece, const TileErrors* tiles, std::uint64_t tile_stride,
                                NonfiniteCounts& nonfinite) const {
  float scratch[kTile];
  for (std::uint64_t first = 0; first < piece.elements; first += kTile, tiles += tile_stride) {
    if (tiles->counts.nonfinite == 0) continue;
    const std::uint64_t count = std::min(kTile, piece.elements - first);
    const float* x = piece.values(first, count, scratch);
    for (std::uint64_t j = 0; j < count; ++j) {
      if (!arith::is_finite(x[j])) nonfinite.see(x[j], logical_index(info_, piece.stored_index(layout_, first + j)));
    }
  }
}

void ErrorMeter::find_index(const GroupPiece& piece, const TileErrors* tiles, std::uint64_t tile_stride,
                            ErrorTotals& totals) const {
  const GroupConstants group = constants_of(parameters_, piece.group);
  float scratch[kTile];
  for (std::uint64_t first = 0; first < piece.elements; first += kTile, tiles += tile_stride) {
    const std::uint64_t count = std::min(kTile, piece.elements - first);
    if (tiles->max_abs_error != totals.max_abs_error || tiles->counts.nonfinite == count) continue;
    const float* x = piece.values(first, count, scratch);
    for (std::uint64_t j = 0; j < count; ++j) {
      j += loops_.find_error(x + j, count - j, group, rule_, totals.max_abs_error);
      if (j == count) break;
      const std::uint64_t index = logical_index(info_, piece.stored_index(layout_, first + j));
      totals.max_abs_error_index = std::min(totals.max_abs_error_index, index);
      if (!info_.fortran_order || index == 0) return;  // C order: the first is the lowest
    }
  }
}

void ErrorMeter::finish_piece(const GroupPiece& piece, const TileErrors* tiles, std::uint64_t tile_stride,
                              WindowErrors& errors, std::uint64_t i) {
  const bool is_whole = errors.holds_whole_groups();
  const std::uint64_t count = num_tiles(piece.elements);
  ErrorTotals totals;
  std::uint64_t nonfinite = 0;
  for (std::uint64_t t = 0; t < count; ++t) {
    const TileErrors& tile = tiles[t * tile_stride];
    nonfinite += tile.counts.nonfinite;
    totals.clipped += tile.counts.clipped;
    totals.max_abs_error = std::max(totals.max_abs_error, tile.max_abs_error);
  }
  totals.finite = piece.elements - nonfinite;
  if (nonfinite > 0) find_nonfinite(piece, tiles, tile_stride, errors.nonfinite);

  const bool reports_index = per_group_ && layout_.num_slabs() == 1;
  const bool may_be_tensors =
      may_be_largest(totals.max_abs_error) && totals.max_abs_error >= errors.tensor.max_abs_error;
  if ((reports_index || may_be_tensors) && totals.finite > 0) find_index(piece, tiles, tile_stride, totals);
  errors.tensor.finite += totals.finite;
  errors.tensor.clipped += totals.clipped;
  errors.tensor.see_error(totals.max_abs_error, totals.max_abs_error_index);
  if (!reports_index) totals.max_abs_error_index = kNoIndex;

  if (is_whole) {
    const float scale = parameters_.scale_of(piece.group);
    totals.sums = arith::to_units(fold_tiles(tiles, count, tile_stride), scale);
    errors.group_sums.push(totals.sums);
    errors.within_bound = errors.within_bound && arith::is_within_bound(totals.max_abs_error, scale, rule_.limits);
    if (per_group_) errors.groups[i] = totals;
    return;
  }
  errors.groups[i] = totals;
  errors.tiles[i] = FoldPart(first_tile(layout_, errors.window, piece));
  for (std::uint64_t t = 0; t < count; ++t) errors.tiles[i].push(tiles[t * tile_stride].sums);
}

void ErrorMeter::measure_columns(const float* x, std::uint64_t stride, std::uint64_t rows, const Window& window,
                                 const WindowValues& values, std::uint64_t first, std::uint64_t count,
                                 ColumnTable& table, WindowErrors& errors) {
  const std::uint64_t groups_per_slab = layout_.groups_per_slab();
  const std::uint64_t first_column = (window.first_group + first) % groups_per_slab;
  const std::uint64_t slab = (window.first_group + first) / groups_per_slab;
  Tiles tiles;
  for (std::uint64_t done = 0; done < count; done += kTileColumns) {
    const std::uint64_t part = std::min(kTileColumns, count - done);
    table.fill(layout_, parameters_, slab, first_column + done, part);
    tiles.assign(part * num_tiles(rows), {});
    for (std::uint64_t row = 0; row < rows; row += kTile) {
      loops_.columns(x + row * stride + done, std::min(kTile, rows - row), stride, part, table.constants(), rule_,
                     &tiles[row / kTile * part]);
    }
    for (std::uint64_t c = 0; c < part; ++c) {
      const std::uint64_t i = first + done + c;
      finish_piece(values.piece(i), &tiles[c], part, errors, i);
    }
  }
}

WindowErrors ErrorMeter::measure(const Window& window, const WindowValues& values, ColumnTable& table) {
  WindowErrors errors;
  errors.window = window;
  errors.group_sums = FoldPart(window.first_group);
  if (!errors.holds_whole_groups()) errors.tiles.resize(window.num_groups);
  if (per_group_ || !errors.holds_whole_groups()) errors.groups.resize(window.num_groups);

  const bool across_columns = layout_.block[2] == 1 && !layout_.is_contiguous();
  if (!across_columns) {
    Tiles tiles;
    for (std::uint64_t i = 0; i < window.num_groups; ++i) {
      const GroupPiece piece = values.piece(i);
      measure_piece(piece, tiles);
      finish_piece(piece, tiles.data(), 1, errors, i);
    }
  } else if (window.kind == Window::Kind::kColumns) {
    measure_columns(values.data(), values.stride(), window.num_rows, window, values, 0, window.num_groups, table,
                    errors);
  } else {
    const std::uint64_t groups = layout_.groups_per_slab();
    for (std::uint64_t i = 0; i < window.num_slabs; ++i) {
      const std::uint64_t slab = window.first_slab + i;
      const std::uint64_t row = layout_.stored_row(slab, 0) - layout_.stored_row(window.first_slab, 0);
      measure_columns(values.data() + row * values.stride(), values.stride(), layout_.rows_of_slab(slab), window,
                      values, i * groups, groups, table, errors);
    }
  }
  return errors;
}

}  // namespace qgpu::cpu
