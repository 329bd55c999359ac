#include "host/cpu/chunk_codes.hpp"

#include <hwy/cache_control.h>

#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {

QuantizeTotals ChunkQuantizer::quantize(const Chunk& chunk, const float* x, Buffers& buffers) const {
  auto* memory = reinterpret_cast<std::uint8_t*>(sink_.data());
  if (memory == nullptr) buffers.codes.resize(chunk.elements);
  const CodesOut out{memory != nullptr ? memory + chunk.first : buffers.codes.data(),
                     memory != nullptr && is_streamed(layout_.count())};
  CodeCounts counts;
  if (parameters_.size() == 1) {
    loops_.run(x, chunk.elements, constants_of(parameters_, 0), rule_, out, counts);
  } else if (has_narrow_groups(layout_)) {
    for_each_column_box(layout_, parameters_, chunk, buffers.columns, [&](const ColumnBox& box) {
      loops_.columns(x + box.offset, box.rows, box.stride, box.columns, buffers.columns.constants(), rule_,
                     {out.codes + box.offset, out.streamed}, counts);
    });
  } else {
    for_each_group_run(
        layout_, chunk, [&](std::uint64_t group, std::uint64_t num_groups, std::uint64_t offset, std::uint64_t count) {
          loops_.groups(x + offset, count / num_groups, num_groups, &parameters_.scale[group],
                        &parameters_.zero_point[group], rule_, {out.codes + offset, out.streamed}, counts);
        });
  }
  if (memory != nullptr) {
    hwy::FlushStream();
  } else {
    sink_.write(chunk.first, reinterpret_cast<const std::byte*>(out.codes), chunk.elements);
  }
  QuantizeTotals totals{counts.clipped, {}};
  if (counts.nonfinite > 0) totals.nonfinite = nonfinite_of(x, chunk.elements, chunk.first, info_);
  return totals;
}

}  // namespace qgpu::cpu
