#include "host/cpu/simd/roundtrip.hpp"

#include <algorithm>

#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_errors.hpp"

namespace qgpu::cpu {
namespace {

/// Elements of a window. Where groups are columns that no window holds whole, wide windows read long runs, and look up
/// each page of memory once.
std::uint64_t window_elements(const Execution& execution, const Source& source, const GroupLayout& layout) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 23;
  const std::uint64_t elements = execution.window_elements_of(layout.count());
  if (layout.is_contiguous() || layout.slab_elements() <= elements) return elements;
  const std::uint64_t fair_share = layout.count() / (4 * std::uint64_t{execution.threads});
  const bool is_resident = !source.is_mapped() && is_read_in_place(source, layout, kMost);
  const std::uint64_t affordable =
      is_resident ? kMost : execution.buffer_bytes / (sizeof(float) * std::uint64_t{execution.threads});
  return std::max(elements, std::min({kMost, fair_share, affordable}));
}

}  // namespace

RoundtripTotals roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                          const Parameters& parameters, bool per_group, const Execution& execution,
                          Progress& progress) {
  struct Buffers {
    ValueBuffer values;
    ColumnTable columns{ColumnTable::Use::kErrors};
  };
  const CodeRule rule{scheme.limits(), scheme.order};
  const ErrorContext context{layout, parameters, rule.limits, per_group};
  ErrorMeter meter(source.info(), context, rule, roundtrip_loops(execution.simd_level));
  ErrorMerge merged(context);
  const std::uint64_t elements = window_elements(execution, source, layout);
  Windows windows(layout, elements);
  BufferPool<Buffers> buffers;
  const auto compute = [&](const Window& window) {
    const auto buffer = buffers.borrow();
    const WindowValues values(source, layout, window, buffer->values);
    return meter.measure(window, values, buffer->columns);
  };
  const auto merge = [&](WindowErrors errors) {
    progress.add(errors.window.elements * element_size(source.info().type));
    merged.add(std::move(errors));
  };
  run_ordered(
      execution, flight_of(execution, source, layout, elements, kErrorBytes), [&] { return windows.next(); }, compute,
      merge);
  return merged.result();
}

}  // namespace qgpu::cpu
