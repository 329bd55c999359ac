#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/chunks.hpp"
#include "host/cpu/group_constants.hpp"
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
  std::vector<std::byte> codes;
};

/// Codes of one group's values. `first` is the stored index of the first.
void quantize_run(const float* x, std::uint64_t count, std::uint64_t first, const GroupConstants& group,
                  const CodeRule& rule, const TensorInfo& info, std::byte* codes, QuantizeTotals& totals) {
  for (std::uint64_t j = 0; j < count; ++j) {
    codes[j] = static_cast<std::byte>(code_of(x[j], group, rule));
    if (!arith::is_finite(x[j])) {
      totals.nonfinite.see(x[j], logical_index(info, first + j));
    } else {
      totals.clipped += is_clipped(x[j], group, rule);
    }
  }
}

}  // namespace

QuantizeTotals quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                        const Parameters& parameters, Sink& sink, const Execution& execution, Progress& progress) {
  const CodeRule rule{scheme.limits(), scheme.order};
  QuantizeTotals totals;
  Chunks chunks(layout.count(), execution.window_elements);
  BufferPool<ChunkBuffers> buffers;
  const auto compute = [&](const Chunk& chunk) {
    const auto buffer = buffers.borrow();
    ChunkCodes result{chunk, {}};
    const float* x = load_run(source, chunk.first, chunk.elements, buffer->values);
    std::byte* codes = sink.data() != nullptr ? sink.data() + chunk.first : nullptr;
    if (codes == nullptr) {
      buffer->codes.resize(chunk.elements);
      codes = buffer->codes.data();
    }
    for_each_group_run(layout, chunk, [&](std::uint64_t group, std::uint64_t offset, std::uint64_t count) {
      quantize_run(x + offset, count, chunk.first + offset, constants_of(parameters, group), rule, source.info(),
                   codes + offset, result.totals);
    });
    if (sink.data() == nullptr) sink.write(chunk.first, codes, chunk.elements);
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
