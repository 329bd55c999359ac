#pragma once
#include <atomic>

#include "host/cpu/column_table.hpp"
#include "host/cpu/simd/roundtrip.hpp"
#include "host/cpu/window_values.hpp"
#include "qgpu/error_merge.hpp"

namespace qgpu::cpu {

/// What windows are measured by. One for an operation, shared by its threads.
class ErrorMeter {
 public:
  ErrorMeter(const TensorInfo& info, const ErrorContext& context, CodeRule rule, const RoundtripLoops& loops)
      : info_(info),
        context_(context),
        layout_(context.layout),
        parameters_(context.parameters),
        rule_(rule),
        loops_(loops) {}

  /// The errors of a window. `table` is the thread's own, kept from window to window.
  WindowErrors measure(const Window& window, const WindowValues& values, ColumnTable& table);

 private:
  /// The tiles of one group, or of the piece of it that a window holds, in order.
  struct GroupTiles {
    const TileErrors* first;
    std::uint64_t count, stride;
    const TileErrors& operator[](std::uint64_t t) const { return first[t * stride]; }
  };

  void measure_pieces(const WindowValues& values, WindowErrors& errors);
  void measure_short_groups(const WindowValues& values, WindowErrors& errors);
  /// Groups `first` to `first + count` of the window, a column each, of `rows` rows from `x` on.
  void measure_columns(const float* x, std::uint64_t rows, std::uint64_t first, std::uint64_t count,
                       const WindowValues& values, ColumnTable& table, WindowErrors& errors);
  /// Takes in the tiles of the window's group `i`, in which it has `elements`.
  void finish_group(std::uint64_t i, std::uint64_t elements, const GroupTiles& tiles, const WindowValues& values,
                    WindowErrors& errors);
  /// The same for `count` groups of `width` elements from the window's group `i` on, a tile each.
  void finish_short_groups(std::uint64_t i, std::uint64_t count, std::uint64_t width, const TileErrors* tiles,
                           const WindowValues& values, WindowErrors& errors);
  void find_index(const GroupPiece& piece, const GroupTiles& tiles, ErrorTotals& totals) const;
  void find_nonfinite(const GroupPiece& piece, const GroupTiles& tiles, NonfiniteCounts& nonfinite) const;
  bool may_be_largest(float error);
  /// Whether `error`, the largest of the window's group `i`, may be the one that the tensor's index names.
  bool may_be_first_largest(float error, std::uint64_t i, const WindowValues& values, const ErrorTotals& window);

  const TensorInfo& info_;
  ErrorContext context_;
  const GroupLayout& layout_;
  const Parameters& parameters_;
  CodeRule rule_;
  const RoundtripLoops& loops_;
  /// The largest error that any thread has met: where a smaller one lies need not be looked for.
  std::atomic<float> largest_{0.0f};
};

}  // namespace qgpu::cpu
