#include <algorithm>

#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_ranges.hpp"

namespace qgpu::cpu {
namespace {

/// Of columns a window has a range each: so it holds several rows, and more elements where that takes more.
constexpr std::uint64_t kColumnElements = std::uint64_t{1} << 20;

std::uint64_t window_elements(const Execution& execution, const GroupLayout& layout) {
  const std::uint64_t elements = execution.window_elements_of(layout.count());
  if (layout.is_contiguous() || layout.slab_elements() <= elements) return elements;
  const std::uint64_t fair_share = layout.count() / (4 * std::uint64_t{execution.threads});
  return std::max(elements, std::min(kColumnElements, fair_share));
}

}  // namespace

Ranges observe(const Source& source, const GroupLayout& layout, const Execution& execution, Progress& progress) {
  Ranges ranges;
  ranges.groups.resize(layout.num_groups());
  const RangeMeter meter(layout, source.info(), range_loops(execution.simd_level));
  const std::uint64_t elements = window_elements(execution, layout);
  // A file is read along its rows; in memory the fewer ranges of taller windows are worth more.
  const bool is_resident = source.data() != nullptr && !source.is_mapped();
  Windows windows(layout, elements, is_resident ? 16 * kLeastRows : kLeastRows);
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
      execution, flight_of(execution, source, layout, elements, sizeof(ObservedRange)), [&] { return windows.next(); },
      compute, merge);
  return ranges;
}

}  // namespace qgpu::cpu
