#include "host/cpu/simd/quantize.hpp"

#include <hwy/cache_control.h>
#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/chunks.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {
namespace {

struct ChunkCodes {
  Chunk chunk;
  QuantizeTotals totals;
};

struct ChunkBuffers {
  ValueBuffer values;
  std::vector<std::uint8_t> codes;
  ColumnTable columns;
};

}  // namespace

QuantizeTotals quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                        const Parameters& parameters, Sink& sink, const Execution& execution, Progress& progress) {
  const CodeRule rule{scheme.limits(), scheme.order};
  const QuantizeLoops& loops = quantize_loops(execution.simd_level);
  auto* memory = reinterpret_cast<std::uint8_t*>(sink.data());
  QuantizeTotals totals;
  Chunks chunks(layout.count(), execution.window_elements);
  BufferPool<ChunkBuffers> buffers;
  const auto compute = [&](const Chunk& chunk) {
    const auto buffer = buffers.borrow();
    const float* x = load_run(source, chunk.first, chunk.elements, buffer->values);
    if (memory == nullptr) buffer->codes.resize(chunk.elements);
    const CodesOut out{memory != nullptr ? memory + chunk.first : buffer->codes.data(), memory != nullptr};
    CodeCounts counts;
    if (has_narrow_groups(layout)) {
      for_each_column_box(layout, parameters, chunk, buffer->columns, [&](const ColumnBox& box) {
        loops.columns(x + box.offset, box.rows, box.stride, box.columns, buffer->columns.constants(), rule,
                      {out.codes + box.offset, out.streamed}, counts);
      });
    } else {
      for_each_group_run(layout, chunk, [&](std::uint64_t group, std::uint64_t offset, std::uint64_t count) {
        loops.run(x + offset, count, constants_of(parameters, group), rule, {out.codes + offset, out.streamed}, counts);
      });
    }
    if (memory != nullptr) {
      hwy::FlushStream();
    } else {
      sink.write(chunk.first, reinterpret_cast<const std::byte*>(out.codes), chunk.elements);
    }
    ChunkCodes result{chunk, {counts.clipped, {}}};
    if (counts.nonfinite > 0) result.totals.nonfinite = nonfinite_of(x, chunk.elements, chunk.first, source.info());
    return result;
  };
  const auto merge = [&](const ChunkCodes& result) {
    totals.clipped += result.totals.clipped;
    totals.nonfinite.merge(result.totals.nonfinite);
    progress.add(result.chunk.elements * element_size(source.info().type));
  };
  const std::uint64_t tokens = execution.buffer_bytes / (execution.window_elements * 5);
  run_ordered(
      execution, tokens, [&] { return chunks.next(); }, compute, merge);
  return totals;
}

}  // namespace qgpu::cpu
