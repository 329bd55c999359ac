#include "kernels/step_totals.hpp"

namespace qgpu::cuda {

void see_ranges(const StepResult& result, Ranges& ranges) {
  ranges.nonfinite.merge(nonfinite_of(result.observed));
  if (result.keys == nullptr) return;
  for (std::uint64_t i = 0; i < result.step.window.num_groups; ++i) {
    ranges.groups[result.step.window.first_group + i] = range_of(result.keys + 2 * i);
  }
}

void see_codes(const StepResult& result, const GroupLayout& layout, Sink& sink, QuantizeTotals& totals) {
  totals.clipped += result.applied.clipped;
  totals.nonfinite.merge(nonfinite_of(result.applied));
  write_output(result, layout, 1, sink);
}

void write_output(const StepResult& result, const GroupLayout& layout, std::size_t size, Sink& sink) {
  const std::byte* from = result.output;
  for_each_run(layout, result.step.window, [&](const WindowRun& run) {
    sink.write(run.first_element * size, from, run.elements * size);
    from += run.elements * size;
  });
}

}  // namespace qgpu::cuda
