#include "host/cpu/window_errors.hpp"

#include <algorithm>

namespace qgpu::cpu {
namespace {

constexpr std::uint64_t kTile = arith::kTileElements;

std::uint64_t num_tiles(std::uint64_t elements) { return elements / kTile + (elements % kTile != 0); }

}  // namespace

bool ErrorMeter::may_be_largest(float error) {
  float largest = largest_.load(std::memory_order_relaxed);
  while (error > largest && !largest_.compare_exchange_weak(largest, error, std::memory_order_relaxed)) {
  }
  return error >= largest;
}

bool ErrorMeter::may_be_first_largest(float error, std::uint64_t i, const WindowValues& values,
                                      const ErrorTotals& window) {
  if (error < window.max_abs_error || !may_be_largest(error)) return false;
  // Among equals the first counts, and in C order a group's first element comes first. (Tensors of zeros are common.)
  const bool is_equal = error == window.max_abs_error && window.max_abs_error_index != kNoIndex;
  return !is_equal || info_.fortran_order || values.piece(i).stored_index(layout_, 0) < window.max_abs_error_index;
}

void ErrorMeter::find_nonfinite(const GroupPiece& piece, const GroupTiles& tiles, NonfiniteCounts& nonfinite) const {
  float scratch[kTile];
  for (std::uint64_t t = 0; t < tiles.count; ++t) {
    if (tiles[t].nonfinite == 0) continue;
    const std::uint64_t first = t * kTile;
    const std::uint64_t count = std::min(kTile, piece.elements - first);
    const float* x = piece.values(first, count, scratch);
    for (std::uint64_t j = 0; j < count; ++j) {
      if (!arith::is_finite(x[j])) nonfinite.see(x[j], logical_index(info_, piece.stored_index(layout_, first + j)));
    }
  }
}

void ErrorMeter::find_index(const GroupPiece& piece, const GroupTiles& tiles, ErrorTotals& totals) const {
  const GroupConstants group = constants_of(parameters_, piece.group);
  float scratch[kTile];
  for (std::uint64_t t = 0; t < tiles.count; ++t) {
    const std::uint64_t first = t * kTile;
    const std::uint64_t count = std::min(kTile, piece.elements - first);
    if (tiles[t].max_abs_error != totals.max_abs_error || tiles[t].nonfinite == count) continue;
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

void ErrorMeter::finish_group(std::uint64_t i, std::uint64_t elements, const GroupTiles& tiles,
                              const WindowValues& values, WindowErrors& errors) {
  ErrorTotals totals;
  std::uint64_t nonfinite = 0;
  for (std::uint64_t t = 0; t < tiles.count; ++t) {
    const TileErrors& tile = tiles[t];
    nonfinite += tile.nonfinite;
    totals.clipped += tile.clipped;
    totals.max_abs_error = std::max(totals.max_abs_error, tile.max_abs_error);
  }
  totals.finite = elements - nonfinite;
  if (nonfinite > 0) find_nonfinite(values.piece(i), tiles, errors.nonfinite);

  const bool may_be_tensors = may_be_first_largest(totals.max_abs_error, i, values, errors.tensor);
  if ((context_.reports_indices() || may_be_tensors) && totals.finite > 0) find_index(values.piece(i), tiles, totals);
  errors.add_group(context_, totals, tiles.count, [&](std::uint64_t t) { return tiles[t].sums(); });
}

void ErrorMeter::finish_short_groups(std::uint64_t i, std::uint64_t count, std::uint64_t width, const TileErrors* tiles,
                                     const WindowValues& values, WindowErrors& errors) {
  PlainGroup groups[kMostGroups];
  float largest = 0;
  std::uint64_t nonfinite = 0;
  std::uint64_t clipped = 0;
  for (std::uint64_t g = 0; g < count; ++g) {
    groups[g] = {tiles[g].sums(), tiles[g].max_abs_error};
    largest = std::max(largest, tiles[g].max_abs_error);
    nonfinite += tiles[g].nonfinite;
    clipped += tiles[g].clipped;
  }
  // Almost always: a larger error has been met, here or on another thread.
  const bool is_smaller = largest < std::max(errors.tensor.max_abs_error, largest_.load(std::memory_order_relaxed));
  if (is_smaller && nonfinite == 0 && !context_.per_group) {
    errors.add_plain_groups(context_, {groups, count}, count * width, clipped);
  } else {
    for (std::uint64_t g = 0; g < count; ++g) finish_group(i + g, width, {&tiles[g], 1, 1}, values, errors);
  }
}

void ErrorMeter::measure_pieces(const WindowValues& values, WindowErrors& errors) {
  float scratch[kTile];
  std::vector<TileErrors> tiles;
  for (std::uint64_t i = 0; i < errors.window.num_groups; ++i) {
    const GroupPiece piece = values.piece(i);
    const GroupConstants group = constants_of(parameters_, piece.group);
    tiles.clear();
    for (std::uint64_t first = 0; first < piece.elements; first += kTile) {
      const std::uint64_t count = std::min(kTile, piece.elements - first);
      tiles.push_back(loops_.tile(piece.values(first, count, scratch), count, group, rule_));
    }
    finish_group(i, piece.elements, {tiles.data(), tiles.size(), 1}, values, errors);
  }
}

void ErrorMeter::measure_short_groups(const WindowValues& values, WindowErrors& errors) {
  GroupConstants constants[kMostGroups];
  TileErrors tiles[kMostGroups];
  const std::uint64_t width = layout_.block[2];
  const std::uint64_t whole = errors.window.num_columns / width;
  const std::uint64_t rest = errors.window.num_columns % width;
  const float* x = values.data();
  std::uint64_t i = 0;
  while (i < errors.window.num_groups) {  // row by row, each of which may end in a shorter group
    for (std::uint64_t done = 0; done < whole;) {
      const std::uint64_t count = std::min(kMostGroups, whole - done);
      for (std::uint64_t g = 0; g < count; ++g) {
        constants[g] = constants_of(parameters_, errors.window.first_group + i + g);
      }
      loops_.groups(x, width, constants, count, rule_, tiles);
      finish_short_groups(i, count, width, tiles, values, errors);
      x += count * width;
      i += count;
      done += count;
    }
    if (rest > 0) {
      const TileErrors last = loops_.tile(x, rest, constants_of(parameters_, errors.window.first_group + i), rule_);
      finish_group(i, rest, {&last, 1, 1}, values, errors);
      x += rest;
      ++i;
    }
  }
}

void ErrorMeter::measure_columns(const float* x, std::uint64_t rows, std::uint64_t first, std::uint64_t count,
                                 const WindowValues& values, ColumnTable& table, WindowErrors& errors) {
  const std::uint64_t groups_per_slab = layout_.groups_per_slab();
  const std::uint64_t first_column = (errors.window.first_group + first) % groups_per_slab;
  const std::uint64_t slab = (errors.window.first_group + first) / groups_per_slab;
  const std::uint64_t tiles_of_group = num_tiles(rows);
  std::vector<TileErrors> tiles;
  const bool is_interleaved = count == layout_.row_length() && count <= kMostInterleaved;
  for (std::uint64_t done = 0; done < count; done += ColumnTable::kMaxColumns) {
    const std::uint64_t columns = std::min(ColumnTable::kMaxColumns, count - done);
    table.fill(layout_, parameters_, slab, first_column + done, is_interleaved ? columns + 16 : columns);
    tiles.assign(columns * tiles_of_group, {});
    // Along the rows first: neighbours share pages.
    for (std::uint64_t t = 0; t < tiles_of_group; ++t) {
      const std::uint64_t row = t * kTile;
      const std::uint64_t taken = std::min(kTile, rows - row);
      if (is_interleaved) {
        loops_.interleaved(x + row * columns, taken, columns, table.constants(), rule_, &tiles[t * columns]);
        continue;
      }
      for (std::uint64_t c = 0; c < columns; c += kTileColumns) {
        loops_.columns(x + row * values.stride() + done + c, taken, values.stride(),
                       std::min(kTileColumns, columns - c), table.constants(c), rule_, &tiles[t * columns + c]);
      }
    }
    if (tiles_of_group == 1 && errors.holds_whole_groups()) {
      for (std::uint64_t c = 0; c < columns; c += kMostGroups) {
        finish_short_groups(first + done + c, std::min(kMostGroups, columns - c), rows, &tiles[c], values, errors);
      }
      continue;
    }
    for (std::uint64_t c = 0; c < columns; ++c) {
      finish_group(first + done + c, rows, {&tiles[c], tiles_of_group, columns}, values, errors);
    }
  }
}

WindowErrors ErrorMeter::measure(const Window& window, const WindowValues& values, ColumnTable& table) {
  WindowErrors errors(context_, window);
  if (layout_.is_contiguous() && layout_.block[2] <= kTile && window.kind != Window::Kind::kRun) {
    measure_short_groups(values, errors);
  } else if (layout_.is_contiguous() || layout_.block[2] > 1) {
    measure_pieces(values, errors);
  } else if (window.kind == Window::Kind::kColumns) {
    measure_columns(values.data(), window.num_rows, 0, window.num_groups, values, table, errors);
  } else {
    const std::uint64_t groups = layout_.groups_per_slab();
    for (std::uint64_t i = 0; i < window.num_slabs; ++i) {
      const std::uint64_t slab = window.first_slab + i;
      const std::uint64_t row = layout_.stored_row(slab, 0) - layout_.stored_row(window.first_slab, 0);
      measure_columns(values.data() + row * values.stride(), layout_.rows_of_slab(slab), i * groups, groups, values,
                      table, errors);
    }
  }
  return errors;
}

}  // namespace qgpu::cpu
