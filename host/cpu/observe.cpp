#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_ranges.hpp"

namespace qgpu::cpu {

Ranges observe(const Source& source, const GroupLayout& layout, const Execution& execution, Progress& progress) {
  Ranges ranges;
  ranges.groups.resize(layout.num_groups());
  const RangeMeter meter(layout, source.info(), range_loops(execution.simd_level));
  Windows windows(layout, execution.window_elements);
  BufferPool<ValueBuffer> buffers;
  const auto compute = [&](const Window& window) {
    const auto buffer = buffers.borrow();
    return meter.observe(window, WindowValues(source, layout, window, *buffer));
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
