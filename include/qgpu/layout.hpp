#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "qgpu/scheme.hpp"
#include "qgpu/tensor.hpp"

namespace qgpu {

/// Which group each element belongs to, for every granularity in one form.
///
/// The stored tensor (C order of `TensorInfo::stored_shape`) is seen as three extents; groups are boxes of
/// `block` over them, `grid` of them along each. So, with rows of `extent[2]` elements:
///
///   tensor, N elements              extent 1 x 1 x N            block 1 x 1 x N          grid 1 x 1 x 1
///   axis k, first                   1 x 1 x (C inner)           1 x 1 x inner            1 x 1 x C
///   axis k, middle or last          1 x outer x (C inner)       1 x outer x inner        1 x 1 x C
///   blocks of b along the last      1 x outer x L               1 x 1 x b                1 x outer x ceil(L/b)
///   blocks of b along axis k        outer x L x inner           1 x b x 1                outer x ceil(L/b) x inner
///   blocks of n x m                 outer x R x C               1 x n x m                outer x ceil(R/n) x ceil(C/m)
///   the same, Fortran, rank >= 3    C x R x rest                m x n x 1                ceil(C/m) x ceil(R/n) x rest
///
/// A *slab* is the rows that share (g0, g1); a slab's groups lie side by side along extent 2. Where a slab is one
/// row, groups are contiguous. Groups are numbered in C order of `grid`, which is the order of the parameter array
/// of the stored tensor; a group's elements in C order within its box.
struct GroupLayout {
  std::array<std::uint64_t, 3> extent{1, 1, 0};
  std::array<std::uint64_t, 3> block{1, 1, 0};
  std::array<std::uint64_t, 3> grid{1, 1, 1};

  std::uint64_t count() const { return extent[0] * extent[1] * extent[2]; }
  std::uint64_t num_groups() const { return grid[0] * grid[1] * grid[2]; }
  std::uint64_t num_slabs() const { return grid[0] * grid[1]; }
  std::uint64_t row_length() const { return extent[2]; }
  std::uint64_t groups_per_slab() const { return grid[2]; }

  /// Elements of a slab; one at the end of an extent may have fewer.
  std::uint64_t slab_elements() const { return block[0] * block[1] * extent[2]; }

  /// True where every group is one contiguous run of the stored tensor.
  bool is_contiguous() const { return block[0] <= 1 && block[1] <= 1; }
  /// True where the rows of a slab lie one after the other (all but Fortran blocks of rank >= 3).
  bool has_contiguous_slabs() const { return block[0] <= 1; }

  std::uint64_t rows_of_slab(std::uint64_t slab) const;
  /// Stored row (an element's stored index / row_length) of a slab's local row.
  std::uint64_t stored_row(std::uint64_t slab, std::uint64_t local_row) const;
  /// Columns of a group: the last of a row may be shorter.
  std::uint64_t columns_of_group(std::uint64_t group) const;
  /// Elements of a group.
  std::uint64_t size_of_group(std::uint64_t group) const;
  /// The group of an element, by its stored index.
  std::uint64_t group_of(std::uint64_t stored_index) const;

  friend bool operator==(const GroupLayout&, const GroupLayout&) = default;
};

/// The layout of a tensor under a granularity. Throws Error kUsage for an axis that is not there, a block of 0, or
/// blocks over fewer axes than they need.
GroupLayout make_layout(const TensorInfo& info, const Granularity& granularity);

/// The axis a granularity works along, not negative (the last one for blocks of n x m). Throws as make_layout.
std::uint64_t resolve_axis(const TensorInfo& info, const Granularity& granularity);

/// Logical shape of the parameter arrays: empty per tensor, one extent per axis, else the tensor's with blocks counted.
std::vector<std::uint64_t> parameter_shape(const TensorInfo& info, const Granularity& granularity);

/// Where the parameter of `group` (numbered as in the layout) stands in the parameter array in C order of its logical
/// shape. The identity but for blocks of a Fortran-ordered tensor.
std::uint64_t parameter_index(const TensorInfo& info, const Granularity& granularity, std::uint64_t group);

}  // namespace qgpu
