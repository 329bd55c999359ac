#include "host/cpu/operations.hpp"

#include <algorithm>

#include "host/cpu/chunks.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {

std::uint64_t tokens_of(const Execution& execution, const Source& source, const GroupLayout& layout,
                        std::uint64_t window_elements) {
  if (is_read_in_place(source, layout, window_elements)) return execution.threads + 1;
  // The largest window that `Windows` cuts: a box of 1024 x 1024 where rows are many and long.
  constexpr std::uint64_t kLargestBox = std::uint64_t{1} << 20;
  const bool has_boxes = layout.block[0] > 1 || layout.block[1] > 1;
  const std::uint64_t elements = std::max(window_elements, has_boxes ? kLargestBox : 0);
  return std::max<std::uint64_t>(1, execution.buffer_bytes / (sizeof(float) * elements));
}

ChunkPlan plan_chunks(const Execution& execution, const GroupLayout& layout, std::uint64_t bytes_per_element) {
  constexpr std::uint64_t kRows = 16;
  constexpr std::uint64_t kMostBuffered = std::uint64_t{1} << 20;
  std::uint64_t elements = execution.window_elements;
  if (has_narrow_groups(layout)) {
    const std::uint64_t fair_share = layout.count() / (4 * std::uint64_t{execution.threads});
    const std::uint64_t most = bytes_per_element == 0 ? fair_share : std::min(kMostBuffered, fair_share);
    elements = std::max(elements, std::min(most, kRows * layout.row_length()));
  }
  const std::uint64_t tokens =
      bytes_per_element == 0 ? execution.threads + 1 : execution.buffer_bytes / (elements * bytes_per_element);
  return {elements, tokens};
}

}  // namespace qgpu::cpu
