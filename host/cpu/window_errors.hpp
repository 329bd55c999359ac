#pragma once
#include <atomic>

#include "host/cpu/column_table.hpp"
#include "host/cpu/error_merge.hpp"
#include "host/cpu/simd/roundtrip.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {

/// What windows are measured by. One for an operation, shared by its threads.
class ErrorMeter {
 public:
  ErrorMeter(const TensorInfo& info, const GroupLayout& layout, const Parameters& parameters, CodeRule rule,
             bool per_group, const RoundtripLoops& loops)
      : info_(info), layout_(layout), parameters_(parameters), rule_(rule), per_group_(per_group), loops_(loops) {}

  /// The errors of a window. `table` is the thread's own, kept from window to window.
  WindowErrors measure(const Window& window, const WindowValues& values, ColumnTable& table);

 private:
  /// Tiles of one group's piece, in order.
  using Tiles = std::vector<TileErrors>;

  void measure_piece(const GroupPiece& piece, Tiles& tiles) const;
  void measure_columns(const float* x, std::uint64_t stride, std::uint64_t rows, const Window& window,
                       const WindowValues& values, std::uint64_t first, std::uint64_t count, ColumnTable& table,
                       WindowErrors& errors);
  void finish_piece(const GroupPiece& piece, const TileErrors* tiles, std::uint64_t tile_stride, WindowErrors& errors,
                    std::uint64_t i);
  void find_index(const GroupPiece& piece, const TileErrors* tiles, std::uint64_t tile_stride,
                  ErrorTotals& totals) const;
  void find_nonfinite(const GroupPiece& piece, const TileErrors* tiles, std::uint64_t tile_stride,
                      NonfiniteCounts& nonfinite) const;
  bool may_be_largest(float error);

  const TensorInfo& info_;
  const GroupLayout& layout_;
  const Parameters& parameters_;
  CodeRule rule_;
  bool per_group_;
  const RoundtripLoops& loops_;
  /// The largest error that any thread has met: where a smaller one lies need not be looked for.
  std::atomic<float> largest_{0.0f};
};

}  // namespace qgpu::cpu
