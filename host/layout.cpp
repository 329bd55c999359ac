#include "qgpu/layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "qgpu/error.hpp"

namespace qgpu {
namespace {

using Kind = Granularity::Kind;

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return b == 0 ? 0 : a / b + (a % b != 0); }

std::uint64_t product(const std::vector<std::uint64_t>& shape, std::size_t begin, std::size_t end) {
  return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(begin),
                         shape.begin() + static_cast<std::ptrdiff_t>(end), std::uint64_t{1}, std::multiplies<>());
}

/// Extent of the block with this index along a dimension: the last may be shorter.
std::uint64_t block_extent(std::uint64_t extent, std::uint64_t block, std::uint64_t index) {
  const std::uint64_t begin = index * block;
  return begin >= extent ? 0 : std::min(block, extent - begin);
}

/// A block longer than its dimension is as long as it: loops add block lengths to places, which must not wrap.
std::uint64_t held_block(std::uint64_t block, std::uint64_t extent) {
  return std::min(block, std::max<std::uint64_t>(extent, 1));
}

GroupLayout axis_layout(const std::vector<std::uint64_t>& shape, std::size_t axis) {
  const std::uint64_t outer = product(shape, 0, axis);
  const std::uint64_t channels = shape[axis];
  const std::uint64_t inner = product(shape, axis + 1, shape.size());
  if (channels == 1) return {{1, 1, outer * inner}, {1, 1, outer * inner}, {1, 1, 1}};  // one run, as per tensor
  return {{1, outer, channels * inner}, {1, outer, inner}, {1, 1, channels}};
}

GroupLayout block_layout(const std::vector<std::uint64_t>& shape, std::size_t axis, std::uint64_t block) {
  const std::uint64_t outer = product(shape, 0, axis);
  const std::uint64_t length = shape[axis];
  const std::uint64_t inner = product(shape, axis + 1, shape.size());
  block = held_block(block, length);
  if (inner == 1) return {{1, outer, length}, {1, 1, block}, {1, outer, ceil_div(length, block)}};
  return {{outer, length, inner}, {1, block, 1}, {outer, ceil_div(length, block), inner}};
}

GroupLayout blocks_layout(const std::vector<std::uint64_t>& shape, bool fortran, std::uint64_t rows,
                          std::uint64_t columns) {
  const std::size_t rank = shape.size();
  if (fortran) {
    // Stored: the logical last two axes come first, in reverse.
    const std::uint64_t rest = product(shape, 2, rank);
    columns = held_block(columns, shape[0]);
    rows = held_block(rows, shape[1]);
    if (rest != 1) {
      return {{shape[0], shape[1], rest},
              {columns, rows, 1},
              {ceil_div(shape[0], columns), ceil_div(shape[1], rows), rest}};
    }
    return {{1, shape[0], shape[1]}, {1, columns, rows}, {1, ceil_div(shape[0], columns), ceil_div(shape[1], rows)}};
  }
  const std::uint64_t outer = product(shape, 0, rank - 2);
  const std::uint64_t r = shape[rank - 2];
  const std::uint64_t c = shape[rank - 1];
  rows = held_block(rows, r);
  columns = held_block(columns, c);
  return {{outer, r, c}, {1, rows, columns}, {outer, ceil_div(r, rows), ceil_div(c, columns)}};
}

}  // namespace

std::uint64_t GroupLayout::rows_of_slab(std::uint64_t slab) const {
  return block_extent(extent[0], block[0], slab / grid[1]) * block_extent(extent[1], block[1], slab % grid[1]);
}

std::uint64_t GroupLayout::stored_row(std::uint64_t slab, std::uint64_t local_row) const {
  const std::uint64_t g0 = slab / grid[1];
  const std::uint64_t g1 = slab % grid[1];
  const std::uint64_t rows = block_extent(extent[1], block[1], g1);
  const std::uint64_t i0 = g0 * block[0] + local_row / rows;
  const std::uint64_t i1 = g1 * block[1] + local_row % rows;
  return i0 * extent[1] + i1;
}

std::uint64_t GroupLayout::columns_of_group(std::uint64_t group) const {
  return block_extent(extent[2], block[2], group % grid[2]);
}

std::uint64_t GroupLayout::size_of_group(std::uint64_t group) const {
  return rows_of_slab(group / grid[2]) * columns_of_group(group);
}

std::uint64_t GroupLayout::group_of(std::uint64_t stored_index) const {
  const std::uint64_t i2 = stored_index % extent[2];
  const std::uint64_t row = stored_index / extent[2];
  const std::uint64_t i1 = row % extent[1];
  const std::uint64_t i0 = row / extent[1];
  return ((i0 / block[0]) * grid[1] + i1 / block[1]) * grid[2] + i2 / block[2];
}

std::uint64_t resolve_axis(const TensorInfo& info, const Granularity& granularity) {
  const auto rank = static_cast<std::int64_t>(info.shape.size());
  const std::int64_t axis = granularity.axis.value_or(-1);
  const std::int64_t counted = axis < 0 ? axis + rank : axis;
  if (!granularity.axis && rank == 0) throw usage_error("--block: expected a tensor of at least 1 axis, found rank 0");
  if (counted < 0 || counted >= rank) {
    throw usage_error(fmt::format("--axis: expected an axis of a tensor of rank {}, found {}", rank, axis));
  }
  return static_cast<std::uint64_t>(counted);
}

GroupLayout make_layout(const TensorInfo& info, const Granularity& granularity) {
  if (!info.has_countable_size()) {
    throw usage_error(fmt::format("shape: expected fewer than 2^63 bytes, found ({})", fmt::join(info.shape, ", ")));
  }
  const std::vector<std::uint64_t> shape = info.stored_shape();
  const auto stored_axis = [&] {
    const std::uint64_t axis = resolve_axis(info, granularity);
    return info.fortran_order ? shape.size() - 1 - axis : axis;
  };
  if ((granularity.kind == Kind::kBlock || granularity.kind == Kind::kBlocks) &&
      (granularity.block == 0 || (granularity.kind == Kind::kBlocks && granularity.block_rows == 0))) {
    throw usage_error("--block: expected a block of at least 1, found 0");
  }
  switch (granularity.kind) {
    case Kind::kTensor:
      return {{1, 1, info.count()}, {1, 1, info.count()}, {1, 1, 1}};
    case Kind::kAxis:
      return axis_layout(shape, stored_axis());
    case Kind::kBlock:
      return block_layout(shape, stored_axis(), granularity.block);
    case Kind::kBlocks:
      if (shape.size() < 2) {
        throw usage_error(fmt::format("--block: blocks of NxM need at least 2 axes, found rank {}", shape.size()));
      }
      return blocks_layout(shape, info.fortran_order, granularity.block_rows, granularity.block);
  }
  throw internal_error("granularity: not one of the enumeration");
}

std::vector<std::uint64_t> parameter_shape(const TensorInfo& info, const Granularity& granularity) {
  std::vector<std::uint64_t> shape = info.shape;
  switch (granularity.kind) {
    case Kind::kTensor:
      return {};
    case Kind::kAxis:
      return {shape[resolve_axis(info, granularity)]};
    case Kind::kBlock: {
      std::uint64_t& extent = shape[resolve_axis(info, granularity)];
      extent = ceil_div(extent, granularity.block);
      return shape;
    }
    case Kind::kBlocks:
      shape[shape.size() - 2] = ceil_div(shape[shape.size() - 2], granularity.block_rows);
      shape[shape.size() - 1] = ceil_div(shape[shape.size() - 1], granularity.block);
      return shape;
  }
  throw internal_error("granularity: not one of the enumeration");
}

std::uint64_t parameter_index(const TensorInfo& info, const Granularity& granularity, std::uint64_t group) {
  if (!info.fortran_order || granularity.kind == Kind::kTensor || granularity.kind == Kind::kAxis) return group;
  TensorInfo parameters;
  parameters.fortran_order = true;
  parameters.shape = parameter_shape(info, granularity);
  return logical_index(parameters, group);
}

}  // namespace qgpu
