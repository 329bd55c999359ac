#pragma once
#include <vector>

#include "host/cpu/simd/ranges.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {

/// What one window found.
struct WindowRanges {
  Window window;
  std::vector<ObservedRange> groups;  ///< of the window
  NonfiniteCounts nonfinite;
};

/// Observes the groups of windows (ARITHMETIC.md section 2).
class RangeMeter {
 public:
  RangeMeter(const GroupLayout& layout, const TensorInfo& info, const RangeLoops& loops)
      : layout_(layout), info_(info), loops_(loops) {}

  WindowRanges observe(const Window& window, const WindowValues& values) const;

 private:
  void observe_piece(const GroupPiece& piece, ObservedRange& range, NonfiniteCounts& nonfinite) const;
  void observe_groups(const WindowValues& values, WindowRanges& result) const;
  /// Works across the columns of `rows` rows of a slab; `ranges` are those of the groups of the columns.
  void observe_columns(const float* x, std::uint64_t stride, std::uint64_t slab, std::uint64_t first_row,
                       std::uint64_t rows, std::uint64_t first_column, std::uint64_t columns, ObservedRange* ranges,
                       NonfiniteCounts& nonfinite) const;
  void see(float x, std::uint64_t stored_index, ObservedRange& range, NonfiniteCounts& nonfinite) const;

  const GroupLayout& layout_;
  const TensorInfo& info_;
  const RangeLoops& loops_;
};

}  // namespace qgpu::cpu
