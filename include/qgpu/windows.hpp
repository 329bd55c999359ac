#pragma once
#include <cstdint>
#include <optional>

#include "qgpu/arith.hpp"
#include "qgpu/layout.hpp"

namespace qgpu {

/// A part of the stored tensor that a backend handles at once: whole groups, or one piece of some groups.
struct Window {
  enum class Kind {
    kSlabs,    ///< whole slabs, one run of the file: groups `[first_group, +num_groups)`, all complete
    kColumns,  ///< a box of one slab: `num_rows` local rows from `first_row`, `num_columns` columns from `first_column`
    kRun,      ///< elements `[offset, +elements)` of one group, in the group's own order, over as many rows as it takes
  };
  Kind kind = Kind::kSlabs;
  std::uint64_t first_slab = 0, num_slabs = 1;
  std::uint64_t first_group = 0, num_groups = 0;    ///< the groups it holds, or holds a piece of
  std::uint64_t first_row = 0, num_rows = 0;        ///< kColumns: local rows of the slab
  std::uint64_t first_column = 0, num_columns = 0;  ///< kColumns: columns; groups are complete in width
  std::uint64_t offset = 0;                         ///< kRun: elements of the group before it, a multiple of 65536
  std::uint64_t elements = 0;
  bool begins_groups = true;  ///< no earlier window held a piece of its groups
  bool ends_groups = true;    ///< no later window will
};

/// Cuts a layout into windows of about `max_elements` (at least 65536; kColumns: at least 1024 rows by 1024 columns),
/// in an order in which
///  - groups begin, and end, in ascending order: only one window's groups are ever unfinished;
///  - a piece of a group begins at a multiple of 1024 of its elements (kColumns: of 1024 rows; kRun: of 65536
///    elements), so that no tile, and in kRun no fold of 64 tiles, straddles two windows;
///  - slabs of many rows are read in slices of columns, so that no state is kept for every column of a tensor.
/// Every result is independent of the cut. (Where neither tiles nor unfinished groups matter, as for ranges, kColumns
/// may hold fewer rows: at least `least_rows`, of which the number of a window is then a multiple.)
class Windows {
 public:
  static constexpr std::uint64_t kLeastElements = std::uint64_t{arith::kTileElements} * arith::kFoldRun;  // 65536

  Windows(const GroupLayout& layout, std::uint64_t max_elements, std::uint64_t least_rows = arith::kTileElements);

  /// The next window, or nothing at the end.
  std::optional<Window> next();

 private:
  Window whole_slabs();
  Window columns_of_slab();
  Window run_of_group();
  void finish_columns(std::uint64_t num_columns);

  GroupLayout layout_;
  std::uint64_t max_elements_;
  std::uint64_t least_rows_;
  std::uint64_t slab_ = 0;  // where the next window begins
  std::uint64_t column_ = 0;
  std::uint64_t row_ = 0;     // kColumns
  std::uint64_t offset_ = 0;  // kRun
};

/// A run of stored elements that lie side by side, and where they stand in the window's own order.
struct WindowRun {
  std::uint64_t first_element;  ///< stored index
  std::uint64_t elements;
};

/// The run that a window is, where its elements lie side by side in its own order.
std::optional<WindowRun> lone_run(const GroupLayout& layout, const Window& window);

/// Calls `visit(WindowRun)` for the contiguous runs of a window, in the window's order: kSlabs one run (its rows);
/// kColumns one a row; kRun one a row, or a part of one.
template <class Visit>
void for_each_run(const GroupLayout& layout, const Window& window, Visit&& visit) {
  const std::uint64_t length = layout.row_length();
  switch (window.kind) {
    case Window::Kind::kSlabs:
      visit(WindowRun{layout.stored_row(window.first_slab, 0) * length, window.elements});
      return;
    case Window::Kind::kColumns:
      for (std::uint64_t row = 0; row < window.num_rows; ++row) {
        const std::uint64_t stored = layout.stored_row(window.first_slab, window.first_row + row);
        visit(WindowRun{stored * length + window.first_column, window.num_columns});
      }
      return;
    case Window::Kind::kRun: {
      const std::uint64_t width = layout.columns_of_group(window.first_group);
      std::uint64_t offset = window.offset;
      std::uint64_t rest = window.elements;
      while (rest > 0) {
        const std::uint64_t within = offset % width;
        const std::uint64_t taken = width - within < rest ? width - within : rest;
        visit(WindowRun{layout.stored_row(window.first_slab, offset / width) * length + window.first_column + within,
                        taken});
        offset += taken;
        rest -= taken;
      }
      return;
    }
  }
}

}  // namespace qgpu
