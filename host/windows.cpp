#include "qgpu/windows.hpp"

#include <algorithm>
#include <numeric>

namespace qgpu {
namespace {

constexpr std::uint64_t kSliceColumns = 1024;  // a page of float32; wider groups are read one by one

std::uint64_t round_down(std::uint64_t value, std::uint64_t unit) { return value / unit * unit; }

}  // namespace

// 1024 rows are whole tiles for groups of any width.
Windows::Windows(const GroupLayout& layout, std::uint64_t max_elements, std::uint64_t least_rows)
    : layout_(layout), max_elements_(std::max(max_elements, kLeastElements)), least_rows_(least_rows) {
  if (layout_.count() == 0) slab_ = layout_.num_slabs();
}

std::optional<Window> Windows::next() {
  if (slab_ >= layout_.num_slabs()) return std::nullopt;
  const std::uint64_t rows = layout_.rows_of_slab(slab_);
  if (column_ == 0 && row_ == 0 && offset_ == 0 && rows * layout_.row_length() <= max_elements_) return whole_slabs();
  const std::uint64_t width = layout_.block[2];
  const bool one_by_one = rows == 1 ? width > max_elements_ : width > kSliceColumns;
  return one_by_one ? run_of_group() : columns_of_slab();
}

Window Windows::whole_slabs() {
  Window window;
  window.kind = Window::Kind::kSlabs;
  window.first_slab = slab_;
  window.num_slabs = 0;
  window.first_group = slab_ * layout_.groups_per_slab();
  window.num_columns = layout_.row_length();
  // Slabs that are not one run of the file are taken one by one.
  const bool lone = !layout_.has_contiguous_slabs();
  while (slab_ < layout_.num_slabs() && !(lone && window.num_slabs == 1)) {
    const std::uint64_t elements = layout_.rows_of_slab(slab_) * layout_.row_length();
    if (window.elements + elements > max_elements_) break;
    window.elements += elements;
    ++window.num_slabs;
    ++slab_;
  }
  // Where more follow, as many as hold whole runs of the fold, so that these are brought to one where they are found.
  const std::uint64_t step = arith::kFoldRun / std::gcd(std::uint64_t{arith::kFoldRun}, layout_.groups_per_slab());
  if (slab_ < layout_.num_slabs() && window.num_slabs >= step) {
    for (std::uint64_t extra = window.num_slabs % step; extra > 0; --extra) {
      --window.num_slabs;
      --slab_;
      window.elements -= layout_.rows_of_slab(slab_) * layout_.row_length();
    }
  }
  window.num_groups = window.num_slabs * layout_.groups_per_slab();
  if (lone) {  // its rows are not side by side: a box of all of them
    window.kind = Window::Kind::kColumns;
    window.num_rows = layout_.rows_of_slab(window.first_slab);
  }
  return window;
}

Window Windows::columns_of_slab() {
  const std::uint64_t rows = layout_.rows_of_slab(slab_);
  const std::uint64_t width = layout_.block[2];
  const std::uint64_t least_rows = std::min(rows, least_rows_);

  Window window;
  window.kind = Window::Kind::kColumns;
  window.first_slab = slab_;
  window.first_column = column_;
  window.first_group = slab_ * layout_.groups_per_slab() + column_ / width;
  const std::uint64_t fitting_columns = std::max(max_elements_ / least_rows, std::min(kSliceColumns, max_elements_));
  window.num_columns = std::min(std::max(round_down(fitting_columns, width), width), layout_.row_length() - column_);
  window.num_groups = window.num_columns / width + (window.num_columns % width != 0);
  const std::uint64_t fitting_rows = round_down(max_elements_ / window.num_columns, least_rows_);
  window.first_row = row_;
  window.num_rows = std::min(std::max(fitting_rows, least_rows_), rows - row_);
  window.elements = window.num_rows * window.num_columns;
  window.begins_groups = row_ == 0;
  window.ends_groups = row_ + window.num_rows == rows;
  if (window.ends_groups) {
    row_ = 0;
    finish_columns(window.num_columns);
  } else {
    row_ += window.num_rows;
  }
  return window;
}

Window Windows::run_of_group() {
  Window window;
  window.kind = Window::Kind::kRun;
  window.first_slab = slab_;
  window.first_column = column_;
  window.first_group = slab_ * layout_.groups_per_slab() + column_ / layout_.block[2];
  window.num_groups = 1;
  const std::uint64_t size = layout_.size_of_group(window.first_group);
  window.offset = offset_;
  window.elements = std::min(round_down(max_elements_, kLeastElements), size - offset_);
  window.begins_groups = offset_ == 0;
  window.ends_groups = offset_ + window.elements == size;
  if (window.ends_groups) {
    offset_ = 0;
    finish_columns(layout_.columns_of_group(window.first_group));
  } else {
    offset_ += window.elements;
  }
  return window;
}

void Windows::finish_columns(std::uint64_t num_columns) {
  column_ += num_columns;
  if (column_ >= layout_.row_length()) {
    column_ = 0;
    ++slab_;
  }
}

std::optional<WindowRun> lone_run(const GroupLayout& layout, const Window& window) {
  const std::uint64_t length = layout.row_length();
  const auto begins_at = [&](std::uint64_t row, std::uint64_t column) {
    return WindowRun{layout.stored_row(window.first_slab, row) * length + column, window.elements};
  };
  const auto holds_rows = [&](std::uint64_t width) { return width == length && layout.has_contiguous_slabs(); };
  switch (window.kind) {
    case Window::Kind::kSlabs:
      return begins_at(0, 0);
    case Window::Kind::kColumns:
      if (window.num_rows > 1 && !holds_rows(window.num_columns)) return std::nullopt;
      return begins_at(window.first_row, window.first_column);
    case Window::Kind::kRun: {
      const std::uint64_t width = layout.columns_of_group(window.first_group);
      const std::uint64_t within = window.offset % width;
      if (window.elements > width - within && !holds_rows(width)) return std::nullopt;
      return begins_at(window.offset / width, window.first_column + within);
    }
  }
  return std::nullopt;
}

}  // namespace qgpu
