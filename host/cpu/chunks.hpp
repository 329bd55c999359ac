#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

#include "qgpu/layout.hpp"

namespace qgpu::cpu {

/// A run of stored elements. What maps element to element needs no whole groups: it goes through the tensor in the
/// order it is stored.
struct Chunk {
  std::uint64_t first = 0, elements = 0;
};

/// Cuts `count` elements into chunks.
class Chunks {
 public:
  Chunks(std::uint64_t count, std::uint64_t chunk_elements) : count_(count), chunk_elements_(chunk_elements) {}
  std::optional<Chunk> next() {
    if (first_ == count_) return std::nullopt;
    const Chunk chunk{first_, std::min(chunk_elements_, count_ - first_)};
    first_ += chunk.elements;
    return chunk;
  }

 private:
  std::uint64_t count_, chunk_elements_;
  std::uint64_t first_ = 0;
};

/// Calls `visit(group, offset, count)` for the runs of a chunk that belong to one group; `offset` counts from the
/// chunk's first element.
template <class Visit>
void for_each_group_run(const GroupLayout& layout, const Chunk& chunk, Visit&& visit) {
  const std::uint64_t length = layout.row_length();
  const std::uint64_t width = layout.block[2];
  for (std::uint64_t offset = 0; offset < chunk.elements;) {
    const std::uint64_t column = (chunk.first + offset) % length;
    std::uint64_t group = layout.group_of(chunk.first + offset);
    const std::uint64_t row_end = offset + std::min(length - column, chunk.elements - offset);
    std::uint64_t run_end = offset + (width - column % width);  // the first run may begin inside a group
    for (; offset < row_end; ++group, run_end += width) {
      const std::uint64_t end = std::min(run_end, row_end);
      visit(group, offset, end - offset);
      offset = end;
    }
  }
}

}  // namespace qgpu::cpu
