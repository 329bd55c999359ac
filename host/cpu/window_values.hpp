#pragma once
#include <cstdint>
#include <vector>

#include "qgpu/parameters.hpp"
#include "qgpu/windows.hpp"

namespace qgpu::cpu {

/// Memory that a window's values are read into where they do not lie in memory as native float32.
using ValueBuffer = std::vector<float>;

/// `count` values from the stored index `first` on, as float32: in place where the source holds them so, else in
/// `buffer`.
const float* load_run(const Source& source, std::uint64_t first, std::uint64_t count, ValueBuffer& buffer);

/// The values among `count` ones, from the stored index `first` on, that are not finite.
NonfiniteCounts nonfinite_of(const float* x, std::uint64_t count, std::uint64_t first, const TensorInfo& info);

/// True where no window of about `window_elements` needs a buffer: the source is native float32 in memory, or mapped
/// and its windows are each one run of the file.
bool is_read_in_place(const Source& source, const GroupLayout& layout, std::uint64_t window_elements);

/// One group, or the piece of it that a window holds, as it lies in memory: `elements` values in the group's order,
/// over rows of `width` columns that are `stride` apart, from column `begin` of the first row on.
struct GroupPiece {
  std::uint64_t group;
  const float* row;
  std::uint64_t stride, width, begin, elements;
  std::uint64_t slab, local_row, first_column;  ///< where `row` stands in the tensor
  const float* packed;  ///< element 0 of the piece, where all of them lie side by side; else null

  /// `count` values from the piece's element `first` on: in place where they lie side by side, else copied to
  /// `scratch`.
  const float* values(std::uint64_t first, std::uint64_t count, float* scratch) const;
  /// Stored index of the piece's element `j`.
  std::uint64_t stored_index(const GroupLayout& layout, std::uint64_t j) const;
};

/// The values of one window.
class WindowValues {
 public:
  /// Finds the window's values in memory or reads them into `buffer`, which must outlive this. Throws as Source::read.
  WindowValues(const Source& source, const GroupLayout& layout, const Window& window, ValueBuffer& buffer);

  /// The piece of the window's i-th group.
  GroupPiece piece(std::uint64_t i) const;

  const float* data() const { return data_; }       ///< kSlabs and kColumns: the first row
  std::uint64_t stride() const { return stride_; }  ///< from a row to the next

 private:
  const GroupLayout& layout_;
  const Window& window_;
  const float* data_ = nullptr;
  std::uint64_t stride_ = 0;
  bool run_is_packed_ = false;  // kRun: read into the buffer in the group's order
};

}  // namespace qgpu::cpu
