#include "host/cpu/operations.hpp"

#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {

std::uint64_t tokens_of(const Execution& execution, const Source& source, const GroupLayout& layout) {
  const std::uint64_t element_bytes = buffer_bytes_per_element(source, layout);
  if (element_bytes == 0) return execution.threads + 1;
  // The largest window that `Windows` cuts: a box of 1024 x 1024 where rows are many and long.
  constexpr std::uint64_t kLargestBox = std::uint64_t{1} << 20;
  const bool has_boxes = layout.block[0] > 1 || layout.block[1] > 1;
  const std::uint64_t elements = std::max(execution.window_elements, has_boxes ? kLargestBox : 0);
  return std::max<std::uint64_t>(1, execution.buffer_bytes / (element_bytes * elements));
}

}  // namespace qgpu::cpu
