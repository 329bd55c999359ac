#include "host/cpu/simd/roundtrip.hpp"

#include <algorithm>

#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_errors.hpp"

namespace qgpu::cpu {
namespace {

/// Elements of a window. Where groups are columns of memory, wide windows look up each page of it once.
std::uint64_t window_elements(const Execution& execution, const Source& source, const GroupLayout& layout) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 23;
  const bool columns_in_place = !layout.is_contiguous() && buffer_bytes_per_element(source, layout) == 0;
  const std::uint64_t fair_share = layout.count() / (4 * std::uint64_t{execution.threads});
  return columns_in_place ? std::max(execution.window_elements, std::min(kMost, fair_share))
                          : execution.window_elements;
}

}  // namespace

RoundtripTotals roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                          const Parameters& parameters, bool per_group, const Execution& execution,
                          Progress& progress) {
  struct Buffers {
    ValueBuffer values;
    ColumnTable columns;
  };
  const CodeRule rule{scheme.limits(), scheme.order};
  const ErrorContext context{layout, parameters, rule.limits, per_group};
  ErrorMeter meter(source.info(), context, rule, roundtrip_loops(execution.simd_level));
  ErrorMerge merged(context);
  Windows windows(layout, window_elements(execution, source, layout));
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
      execution, tokens_of(execution, source, layout), [&] { return windows.next(); }, compute, merge);
  return merged.result();
}

}  // namespace qgpu::cpu
