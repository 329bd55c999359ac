#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {
namespace {

struct WindowRanges {
  Window window;
  std::vector<ObservedRange> groups;
  NonfiniteCounts nonfinite;
};

void observe_piece(const GroupPiece& piece, const GroupLayout& layout, const TensorInfo& info, ObservedRange& range,
                   NonfiniteCounts& nonfinite) {
  float scratch[arith::kTileElements];
  for (std::uint64_t first = 0; first < piece.elements; first += arith::kTileElements) {
    const std::uint64_t count = std::min<std::uint64_t>(arith::kTileElements, piece.elements - first);
    const float* x = piece.values(first, count, scratch);
    for (std::uint64_t j = 0; j < count; ++j) {
      if (arith::is_finite(x[j])) {
        range.merge({x[j] + 0.0f, x[j] + 0.0f});  // -0 counts as 0
      } else {
        nonfinite.see(x[j], logical_index(info, piece.stored_index(layout, first + j)));
      }
    }
  }
}

}  // namespace

Ranges observe(const Source& source, const GroupLayout& layout, const Execution& execution, Progress& progress) {
  Ranges ranges;
  ranges.groups.resize(layout.num_groups());
  Windows windows(layout, execution.window_elements);
  BufferPool<ValueBuffer> buffers;
  const auto compute = [&](const Window& window) {
    const auto buffer = buffers.borrow();
    const WindowValues values(source, layout, window, *buffer);
    WindowRanges result{window, std::vector<ObservedRange>(window.num_groups), {}};
    for (std::uint64_t i = 0; i < window.num_groups; ++i) {
      observe_piece(values.piece(i), layout, source.info(), result.groups[i], result.nonfinite);
    }
    return result;
  };
  const auto merge = [&](const WindowRanges& result) {
    for (std::uint64_t i = 0; i < result.window.num_groups; ++i) {
      ranges.groups[result.window.first_group + i].merge(result.groups[i]);
    }
    ranges.nonfinite.merge(result.nonfinite);
    progress.add(result.window.elements * element_size(source.info().type));
  };
  run_ordered(
      execution, tokens_of(execution, source, layout), [&] { return windows.next(); }, compute, merge);
  return ranges;
}

}  // namespace qgpu::cpu
