#include "host/cpu/simd/dequantize.hpp"

#include <limits>

#include <hwy/cache_control.h>
#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/chunks.hpp"
#include "host/cpu/operations.hpp"
#include "qgpu/source_floats.hpp"

namespace qgpu::cpu {
namespace {

struct ChunkValues {
  Chunk chunk;
  ObservedRange range;
};

struct ChunkBuffers {
  std::vector<std::byte> codes;
  std::vector<float> values;
  ColumnTable columns{ColumnTable::Use::kValues};
};

/// The range of what is finite, where some values overflowed.
ObservedRange finite_range(const float* values, std::uint64_t count) {
  ObservedRange range;
  for (std::uint64_t j = 0; j < count; ++j) {
    if (arith::is_finite(values[j])) range.merge({values[j], values[j]});
  }
  return range;
}

}  // namespace

ObservedRange dequantize(const Source& codes, const GroupLayout& layout, CodeType type, const Parameters& parameters,
                         Sink& sink, const Execution& execution, Progress& progress) {
  const DequantizeLoops& loops = dequantize_loops(execution.simd_level);
  auto* memory = reinterpret_cast<float*>(sink.data());
  ObservedRange range;
  const bool in_memory = memory != nullptr && codes.data() != nullptr && !codes.is_mapped();
  const ChunkPlan plan = plan_chunks(execution, layout, sink, sizeof(float), in_memory);
  Chunks chunks(layout.count(), plan.elements, plan.lead);
  BufferPool<ChunkBuffers> buffers;
  const auto compute = [&](const Chunk& chunk) {
    const auto buffer = buffers.borrow();
    if (codes.data() == nullptr) buffer->codes.resize(chunk.elements);
    const auto* stored =
        reinterpret_cast<const std::uint8_t*>(load_bytes(codes, chunk.first, chunk.elements, buffer->codes.data()));
    if (memory == nullptr) buffer->values.resize(chunk.elements);
    const ValuesOut out{memory != nullptr ? memory + chunk.first : buffer->values.data(),
                        memory != nullptr && is_streamed(layout.count() * sizeof(float))};
    ValueRange seen;
    if (parameters.size() == 1) {
      loops.run(stored, chunk.elements, type, parameters.scale[0], static_cast<float>(parameters.zero_point[0]), out,
                seen);
    } else if (has_narrow_groups(layout)) {
      for_each_column_box(layout, parameters, chunk, buffer->columns, [&](const ColumnBox& box) {
        loops.columns(stored + box.offset, box.rows, box.stride, box.columns, type, buffer->columns.scale(),
                      buffer->columns.zero_point(), {out.values + box.offset, out.streamed}, seen);
      });
    } else {
      for_each_group_run(layout, chunk,
                         [&](std::uint64_t group, std::uint64_t num_groups, std::uint64_t offset, std::uint64_t count) {
                           loops.groups(stored + offset, count / num_groups, num_groups, type, &parameters.scale[group],
                                        &parameters.zero_point[group], {out.values + offset, out.streamed}, seen);
                         });
    }
    if (memory != nullptr) hwy::FlushStream();
    ChunkValues result{chunk, {seen.smallest(), seen.largest()}};
    if (!arith::is_finite(result.range.min) || !arith::is_finite(result.range.max)) {
      result.range = finite_range(out.values, chunk.elements);
    }
    if (memory == nullptr) {
      sink.write(chunk.first * sizeof(float), reinterpret_cast<const std::byte*>(out.values),
                 chunk.elements * sizeof(float));
    }
    return result;
  };
  const auto merge = [&](const ChunkValues& result) {
    range.merge(result.range);
    progress.add(result.chunk.elements);
  };
  run_ordered(
      execution, plan.flight, [&] { return chunks.next(); }, compute, merge);
  return range;
}

}  // namespace qgpu::cpu
