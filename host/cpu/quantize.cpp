#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/chunk_codes.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {

QuantizeTotals quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                        const Parameters& parameters, Sink& sink, const Execution& execution, Progress& progress) {
  struct Buffers {
    ValueBuffer values;
    ChunkQuantizer::Buffers codes;
  };
  struct ChunkTotals {
    Chunk chunk;
    QuantizeTotals totals;
  };
  const ChunkQuantizer quantizer(source.info(), layout, parameters, {scheme.limits(), scheme.order}, sink,
                                 quantize_loops(execution.simd_level));
  QuantizeTotals totals;
  const bool in_memory =
      sink.data() != nullptr && !source.is_mapped() && is_read_in_place(source, layout, execution.window_elements);
  const ChunkPlan plan = plan_chunks(execution, layout, sink, 1, in_memory);
  Chunks chunks(layout.count(), plan.elements, plan.lead);
  BufferPool<Buffers> buffers;
  const auto compute = [&](const Chunk& chunk) {
    const auto buffer = buffers.borrow();
    const float* x = load_run(source, chunk.first, chunk.elements, buffer->values);
    return ChunkTotals{chunk, quantizer.quantize(chunk, x, buffer->codes)};
  };
  const auto merge = [&](const ChunkTotals& result) {
    totals.merge(result.totals);
    progress.add(result.chunk.elements * element_size(source.info().type));
  };
  run_ordered(
      execution, plan.flight, [&] { return chunks.next(); }, compute, merge);
  return totals;
}

}  // namespace qgpu::cpu
