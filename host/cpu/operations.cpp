#include "host/cpu/operations.hpp"

#include <algorithm>

#include "host/cpu/chunks.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {

Flight flight_of(const Execution& execution, const Source& source, const GroupLayout& layout,
                 std::uint64_t window_elements, std::uint64_t result_bytes) {
  constexpr std::uint64_t kResultBytes = std::uint64_t{8} << 20;  // of all results that wait
  const std::uint64_t groups_of_slabs =
      window_elements / std::max<std::uint64_t>(1, layout.slab_elements()) * layout.groups_per_slab();
  const std::uint64_t groups_of_box =
      std::min(layout.groups_per_slab(), window_elements / kLeastRows / std::max<std::uint64_t>(1, layout.block[2]));
  const std::uint64_t groups = std::max({groups_of_slabs, groups_of_box, std::uint64_t{1}});
  Flight flight{execution.threads, std::clamp<std::uint64_t>(kResultBytes / result_bytes / groups, 1, kMostWaiting)};
  if (is_read_in_place(source, layout, window_elements)) return flight;
  // The largest window that `Windows` cuts: a box of 1024 x 1024 where rows are many and long.
  constexpr std::uint64_t kLargestBox = std::uint64_t{1} << 20;
  const bool has_boxes = layout.block[0] > 1 || layout.block[1] > 1;
  const std::uint64_t elements = std::max(window_elements, has_boxes ? kLargestBox : 0);
  flight.buffers = execution.buffer_bytes / (sizeof(float) * elements);
  return flight;
}

ChunkPlan plan_chunks(const Execution& execution, const GroupLayout& layout, const Sink& sink,
                      std::uint64_t written_bytes, bool in_memory) {
  constexpr std::uint64_t kRows = 16;
  constexpr std::uint64_t kRowsInMemory = 64;
  constexpr std::uint64_t kMostBuffered = std::uint64_t{1} << 20;
  constexpr std::uint64_t kBufferBytes = sizeof(float) + 1;  // of an element: its value and its code
  constexpr std::uint64_t kWholeWrite = std::uint64_t{1} << 16;
  std::uint64_t elements = execution.window_elements_of(layout.count());
  if (has_narrow_groups(layout)) {
    const std::uint64_t fair_share = layout.count() / (2 * std::uint64_t{execution.threads});
    const std::uint64_t most = in_memory ? std::min(kRowsInMemory * layout.row_length(), fair_share)
                                         : std::min({kRows * layout.row_length(), kMostBuffered, fair_share / 2});
    elements = std::max(elements, most / kWholeWrite * kWholeWrite);
  }
  return {elements,
          sink.file_offset() / written_bytes % elements,
          {in_memory ? execution.threads : execution.buffer_bytes / (elements * kBufferBytes), kMostWaiting}};
}

}  // namespace qgpu::cpu
