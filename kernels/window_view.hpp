#pragma once
// A window as a kernel sees it: a dense array of elements, which of them make a group, and what an element's place
// in the array is in the whole tensor. Plain data, passed to kernels by value.
#include <cstdint>

#include "qgpu/arith.hpp"
#include "qgpu/hd.hpp"
#include "qgpu/layout.hpp"
#include "qgpu/windows.hpp"

namespace qgpu::cuda {

/// Axes that can matter: an extent of 1 does not, and the product of the others fits 63 bits.
inline constexpr int kMaxAxes = 63;
/// The width of a group whose elements lie side by side: no row of it ever ends. A multiple of 4, for vector loads.
inline constexpr std::uint64_t kUnbroken = std::uint64_t{1} << 62;

/// The elements of a group in a window: element j stands at `base + (j / width) * stride + j % width`.
struct GroupBox {
  std::uint64_t base;
  std::uint64_t size;
  std::uint64_t width;
  std::uint64_t stride;

  QGPU_HD std::uint64_t position(std::uint64_t j) const {
    if (width >= size) return base + j;
    if (((j | width) >> 32) == 0) {  // a 64-bit division costs five times a 32-bit one
      const std::uint32_t row = static_cast<std::uint32_t>(j) / static_cast<std::uint32_t>(width);
      return base + row * stride + (static_cast<std::uint32_t>(j) - row * static_cast<std::uint32_t>(width));
    }
    return base + (j / width) * stride + j % width;
  }
};

/// How a Fortran-ordered tensor's places turn into logical indices: extents in stored order from the fastest on, each
/// with its stride in C order. `rank` 0: the identity (a C-ordered tensor).
struct LogicalOrder {
  int rank = 0;
  std::uint64_t extent[kMaxAxes];
  std::uint64_t stride[kMaxAxes];
};

struct WindowView {
  std::uint64_t elements;
  // Groups -> places in the window.
  std::uint64_t num_groups;       ///< that the window holds, or holds a piece of
  std::uint64_t groups_per_slab;  ///< in the window
  std::uint64_t width;            ///< columns of a group; the last of a row may have fewer
  std::uint64_t pitch;            ///< elements from a row of the window to the next
  std::uint64_t first_slab;
  std::uint64_t slabs_per_plane;  ///< grid[1]
  std::uint64_t plane_rows;       ///< extent[1]
  std::uint64_t slab_rows;        ///< block[0] * block[1]: of a group
  std::uint64_t first_row;        ///< stored row of the window's first
  std::uint64_t box_rows;         ///< rows of the one slab (or 0: whole slabs, see above)
  std::uint64_t tiles_per_group;  ///< of 1024 elements, in the window's largest group
  bool is_unbroken;               ///< every group's elements lie side by side
  bool is_ascending;              ///< logical indices grow from tile to tile, groups one after the other
  // Places in the window -> stored and logical indices.
  std::uint64_t first_element;  ///< whole slabs: stored index of place 0
  std::uint64_t skipped;        ///< else: places of the slab's piece before the window, in its own order
  std::uint64_t piece_width;
  std::uint64_t piece_first_row;  ///< stored row of the slab's first
  std::uint64_t piece_rows;       ///< rows that lie one after the other; then one plane on
  std::uint64_t piece_first_column;
  std::uint64_t row_length;
  const LogicalOrder* order;  ///< device memory; null for a C-ordered tensor

  QGPU_HD std::uint64_t num_tiles() const { return num_groups * tiles_per_group; }

  QGPU_HD GroupBox group(std::uint64_t index) const {
    const std::uint64_t slab = groups_per_slab == num_groups ? 0 : index / groups_per_slab;
    const std::uint64_t column = (index - slab * groups_per_slab) * width;
    const std::uint64_t columns = pitch - column < width ? pitch - column : width;
    std::uint64_t row = 0;
    std::uint64_t rows = box_rows;
    if (rows == 0 && slab_rows == 1) {
      row = slab;
      rows = 1;
    } else if (rows == 0) {
      const std::uint64_t plane = (first_slab + slab) / slabs_per_plane;
      const std::uint64_t within = (first_slab + slab - plane * slabs_per_plane) * slab_rows;
      row = plane * plane_rows + within - first_row;
      rows = plane_rows - within < slab_rows ? plane_rows - within : slab_rows;
    }
    const bool unbroken = rows == 1 || columns == pitch;
    return {row * pitch + column, rows * columns, unbroken ? kUnbroken : columns, unbroken ? kUnbroken : pitch};
  }

  QGPU_HD std::uint64_t stored_index(std::uint64_t place) const {
    if (box_rows == 0) return first_element + place;
    const std::uint64_t local = skipped + place;
    const std::uint64_t local_row = local / piece_width;
    const std::uint64_t row = piece_first_row + (local_row / piece_rows) * plane_rows + local_row % piece_rows;
    return row * row_length + piece_first_column + local % piece_width;
  }

  QGPU_HD std::uint64_t logical_index(std::uint64_t place) const {
    std::uint64_t rest = stored_index(place);
    if (order == nullptr) return rest;
    std::uint64_t index = 0;
    for (int axis = 0; axis < order->rank; ++axis) {
      index += (rest % order->extent[axis]) * order->stride[axis];
      rest /= order->extent[axis];
    }
    return index;
  }
};

WindowView make_window_view(const GroupLayout& layout, const Window& window, const LogicalOrder* order);

LogicalOrder make_logical_order(const TensorInfo& info);

}  // namespace qgpu::cuda
