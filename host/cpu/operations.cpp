#include "host/cpu/operations.hpp"

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

}  // namespace qgpu::cpu
