#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

#include "host/cpu/column_table.hpp"
#include "qgpu/layout.hpp"

namespace qgpu::cpu {

/// A run of stored elements. What maps element to element needs no whole groups: it goes through the tensor in the
/// order it is stored.
struct Chunk {
  std::uint64_t first = 0, elements = 0;
};

/// Cuts `count` elements into chunks, the first of which is shorter by `lead` elements.
class Chunks {
 public:
  Chunks(std::uint64_t count, std::uint64_t chunk_elements, std::uint64_t lead)
      : count_(count), chunk_elements_(chunk_elements), lead_(lead) {}
  std::optional<Chunk> next() {
    if (first_ == count_) return std::nullopt;
    const std::uint64_t elements = chunk_elements_ - (first_ + lead_) % chunk_elements_;
    const Chunk chunk{first_, std::min(elements, count_ - first_)};
    first_ += chunk.elements;
    return chunk;
  }

 private:
  std::uint64_t count_, chunk_elements_, lead_;
  std::uint64_t first_ = 0;
};

/// Whether an output of so many bytes in memory goes past the caches: it would not be found there again.
inline bool is_streamed(std::uint64_t bytes) { return bytes >= (std::uint64_t{8} << 20); }

/// True where the columns of a row belong to so many groups that loops work across columns.
inline bool has_narrow_groups(const GroupLayout& layout) { return layout.block[2] < 32 && layout.row_length() > 1; }

/// Calls `visit(group, num_groups, offset, count)` for the runs of a chunk: `num_groups` groups side by side, of
/// `count` elements in all; whole ones of full width, or one of `count` elements. `offset` counts from the chunk's
/// first element.
template <class Visit>
void for_each_group_run(const GroupLayout& layout, const Chunk& chunk, Visit&& visit) {
  const std::uint64_t length = layout.row_length();
  const std::uint64_t width = layout.block[2];
  for (std::uint64_t offset = 0; offset < chunk.elements;) {
    const std::uint64_t column = (chunk.first + offset) % length;
    std::uint64_t group = layout.group_of(chunk.first + offset);
    std::uint64_t rest = std::min(length - column, chunk.elements - offset);
    const auto take = [&](std::uint64_t num_groups, std::uint64_t count) {
      if (count == 0) return;
      visit(group, num_groups, offset, count);
      group += num_groups;
      offset += count;
      rest -= count;
    };
    // The row may begin inside a group, and end in a part of one.
    if (column % width != 0) take(1, std::min(width - column % width, rest));
    take(rest / width, rest / width * width);
    take(1, rest);
  }
}

/// Rows whose columns have the same groups: `rows` of `columns` elements, `stride` apart.
struct ColumnBox {
  std::uint64_t offset;  ///< from the chunk's first element
  std::uint64_t rows, stride, columns;
};

/// Calls `visit(ColumnBox)` for boxes that make up a chunk, with `table` filled for the box's columns.
template <class Visit>
void for_each_column_box(const GroupLayout& layout, const Parameters& parameters, const Chunk& chunk,
                         ColumnTable& table, Visit&& visit) {
  constexpr std::uint64_t kWideRow = 1024;
  const std::uint64_t length = layout.row_length();
  const auto visit_rows = [&](std::uint64_t slab, std::uint64_t offset, std::uint64_t first_column, std::uint64_t rows,
                              std::uint64_t columns) {
    for (std::uint64_t done = 0; done < columns; done += ColumnTable::kMaxColumns) {
      const std::uint64_t part = std::min(ColumnTable::kMaxColumns, columns - done);
      table.fill(layout, parameters, slab, first_column + done, part);
      visit(ColumnBox{offset + done, rows, length, part});
    }
  };
  for (std::uint64_t offset = 0; offset < chunk.elements;) {
    const std::uint64_t stored = chunk.first + offset;
    const std::uint64_t slab = layout.group_of(stored) / layout.groups_per_slab();
    const std::uint64_t column = stored % length;
    const std::uint64_t rest = chunk.elements - offset;
    if (column != 0 || rest < length) {
      const std::uint64_t columns = std::min(length - column, rest);
      visit_rows(slab, offset, column, 1, columns);
      offset += columns;
      continue;
    }
    const std::uint64_t row = stored / length % layout.extent[1];
    const std::uint64_t rows_of_slab = std::min(layout.block[1] - row % layout.block[1], layout.extent[1] - row);
    const std::uint64_t rows = std::min(rows_of_slab, rest / length);
    // Several short rows are one long row in which the groups repeat.
    const std::uint64_t together = std::max<std::uint64_t>(1, kWideRow / length);
    const std::uint64_t whole = rows / together;
    if (together > 1 && whole > 0) {
      table.fill(layout, parameters, slab, 0, together * length);
      visit(ColumnBox{offset, whole, together * length, together * length});
    }
    const std::uint64_t done = together > 1 ? whole * together : 0;
    if (rows > done) visit_rows(slab, offset + done * length, 0, rows - done, length);
    offset += rows * length;
  }
}

}  // namespace qgpu::cpu
