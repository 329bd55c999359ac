#include "kernels/window_view.hpp"

#include <algorithm>

namespace qgpu::cuda {

WindowView make_window_view(const GroupLayout& layout, const Window& window, const LogicalOrder* order) {
  WindowView view{};
  view.elements = window.elements;
  view.num_groups = window.num_groups;
  view.first_slab = window.first_slab;
  view.slabs_per_plane = layout.grid[1];
  view.plane_rows = layout.extent[1];
  view.slab_rows = layout.block[0] * layout.block[1];
  view.first_row = layout.stored_row(window.first_slab, 0);
  view.row_length = layout.row_length();
  view.order = order;
  view.width = layout.block[2];
  std::uint64_t rows = std::min(layout.block[1], layout.extent[1]);
  switch (window.kind) {
    case Window::Kind::kSlabs:
      view.groups_per_slab = layout.groups_per_slab();
      view.pitch = layout.row_length();
      view.first_element = view.first_row * layout.row_length();
      break;
    case Window::Kind::kColumns:
      view.groups_per_slab = window.num_groups;
      view.pitch = window.num_columns;
      view.box_rows = rows = window.num_rows;
      view.skipped = window.first_row * window.num_columns;
      view.piece_width = window.num_columns;
      break;
    case Window::Kind::kRun:
      view.groups_per_slab = 1;
      view.width = view.pitch = window.elements;
      view.box_rows = rows = 1;
      view.skipped = window.offset;
      view.piece_width = layout.columns_of_group(window.first_group);
      break;
  }
  view.piece_first_row = view.first_row;
  view.piece_first_column = window.first_column;
  const std::uint64_t first_row_of_slab = (window.first_slab % layout.grid[1]) * layout.block[1];
  view.piece_rows = std::min(layout.block[1], layout.extent[1] - first_row_of_slab);
  const std::uint64_t largest = rows * std::min(view.width, view.pitch);
  view.is_unbroken = rows == 1 || view.width >= view.pitch;
  view.is_ascending = order == nullptr && (layout.is_contiguous() || window.num_groups == 1);
  view.tiles_per_group = (largest + arith::kTileElements - 1) / arith::kTileElements;
  return view;
}

LogicalOrder make_logical_order(const TensorInfo& info) {
  LogicalOrder order;
  if (!info.fortran_order || info.count() == 0) return order;
  std::uint64_t stride = info.count();
  for (const std::uint64_t extent : info.shape) {
    stride /= extent;
    if (extent == 1) continue;
    order.extent[order.rank] = extent;
    order.stride[order.rank] = stride;
    ++order.rank;
  }
  return order;
}

}  // namespace qgpu::cuda
