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
};

/// Values of one group's codes.
void dequantize_run(const std::byte* codes, std::uint64_t count, CodeType type, float scale, std::int32_t zero_point,
                    float* values, ObservedRange& range) {
  for (std::uint64_t j = 0; j < count; ++j) {
    const auto bits = std::to_integer<std::uint8_t>(codes[j]);
    const std::int32_t code = type == CodeType::kInt8 ? static_cast<std::int8_t>(bits) : bits;
    const float value = arith::dequantize(code, scale, zero_point);
    values[j] = value;
    if (arith::is_finite(value)) range.merge({value + 0.0f, value + 0.0f});
  }
}

}  // namespace

ObservedRange dequantize(const Source& codes, const GroupLayout& layout, CodeType type, const Parameters& parameters,
                         Sink& sink, const Execution& execution, Progress& progress) {
  ObservedRange range;
  Chunks chunks(layout.count(), execution.window_elements);
  BufferPool<ChunkBuffers> buffers;
  const auto compute = [&](const Chunk& chunk) {
    const auto buffer = buffers.borrow();
    ChunkValues result{chunk, {}};
    if (codes.data() == nullptr) buffer->codes.resize(chunk.elements);
    const std::byte* stored = load_bytes(codes, chunk.first, chunk.elements, buffer->codes.data());
    auto* values = sink.data() != nullptr ? reinterpret_cast<float*>(sink.data()) + chunk.first : nullptr;
    if (values == nullptr) {
      buffer->values.resize(chunk.elements);
      values = buffer->values.data();
    }
    for_each_group_run(layout, chunk, [&](std::uint64_t group, std::uint64_t offset, std::uint64_t count) {
      dequantize_run(stored + offset, count, type, parameters.scale_of(group), parameters.zero_point_of(group),
                     values + offset, result.range);
    });
    if (sink.data() == nullptr) {
      sink.write(chunk.first * sizeof(float), reinterpret_cast<const std::byte*>(values),
                 chunk.elements * sizeof(float));
    }
    return result;
  };
  const auto merge = [&](const ChunkValues& result) {
    range.merge(result.range);
    progress.add(result.chunk.elements);
  };
  const std::uint64_t tokens = execution.buffer_bytes / (execution.window_elements * 5);
  run_ordered(
      execution, tokens, [&] { return chunks.next(); }, compute, merge);
  return range;
}

}  // namespace qgpu::cpu
