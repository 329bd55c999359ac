#pragma once
#include <vector>

#include "host/cpu/chunks.hpp"
#include "host/cpu/simd/quantize.hpp"
#include "qgpu/backend.hpp"

namespace qgpu::cpu {

/// Makes the codes of chunks and hands them to a sink.
class ChunkQuantizer {
 public:
  /// What a thread keeps from chunk to chunk.
  struct Buffers {
    std::vector<std::uint8_t> codes;
    ColumnTable columns{ColumnTable::Use::kCodes};
  };

  /// The parameters of a chunk's groups may be filled in until it is quantized.
  ChunkQuantizer(const TensorInfo& info, const GroupLayout& layout, const Parameters& parameters, CodeRule rule,
                 Sink& sink, const QuantizeLoops& loops)
      : info_(info), layout_(layout), parameters_(parameters), rule_(rule), sink_(sink), loops_(loops) {}

  /// The codes of the chunk's values `x`. Throws as Sink::write.
  QuantizeTotals quantize(const Chunk& chunk, const float* x, Buffers& buffers) const;

 private:
  const TensorInfo& info_;
  const GroupLayout& layout_;
  const Parameters& parameters_;
  CodeRule rule_;
  Sink& sink_;
  const QuantizeLoops& loops_;
};

}  // namespace qgpu::cpu
