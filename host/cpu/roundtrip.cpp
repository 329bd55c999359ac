#include "host/cpu/simd/roundtrip.hpp"

#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/error_merge.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_errors.hpp"

namespace qgpu::cpu {

RoundtripTotals roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                          const Parameters& parameters, bool per_group, const Execution& execution,
                          Progress& progress) {
  struct Buffers {
    ValueBuffer values;
    ColumnTable columns;
  };
  const CodeRule rule{scheme.limits(), scheme.order};
  ErrorMeter meter(source.info(), layout, parameters, rule, per_group, roundtrip_loops(execution.simd_level));
  ErrorMerge merged(layout, parameters, rule.limits, per_group);
  Windows windows(layout, execution.window_elements);
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
