#pragma once
// Which tiles a warp takes.
#include "kernels/warp.cuh"

namespace qgpu::cuda {

/// Tiles of one group that a warp takes one after the other. Windows have less than 2^32 elements.
struct Segment {
  std::uint32_t group;
  std::uint32_t number;      ///< of the first tile, within the group
  std::uint32_t end;         ///< of those that are there
  std::uint32_t share_end;   ///< of those in the warp's share: a short group has fewer
  std::uint32_t group_size;  ///< elements
  std::uint32_t vector_end;  ///< tiles before it are whole, and come in aligned fours

  __device__ std::uint32_t size_of(std::uint32_t tile) const {
    const std::uint32_t left = group_size - tile * arith::kTileElements;
    return left < arith::kTileElements ? left : arith::kTileElements;
  }
  __device__ std::uint32_t tiles_of_group() const {
    return group_size / arith::kTileElements + (group_size % arith::kTileElements != 0);
  }
};

/// A warp's share of a window's tiles: neighbours, so that it seldom changes its group.
class WarpShare {
 public:
  __device__ explicit WarpShare(const WindowView& view) {
    const std::uint32_t tiles = static_cast<std::uint32_t>(view.num_tiles());
    const std::uint32_t each = (tiles - 1) / num_warps() + 1;
    const std::uint64_t begin = std::uint64_t{warp_index()} * each;
    next_ = begin < tiles ? static_cast<std::uint32_t>(begin) : tiles;
    end_ = tiles - next_ < each ? tiles : next_ + each;
  }

  /// The next segment; false at the end. `box` is the segment's group.
  __device__ bool next(const WindowView& view, Segment& segment, GroupBox& box) {
    if (next_ >= end_) return false;
    const std::uint32_t each = static_cast<std::uint32_t>(view.tiles_per_group);
    segment.group = each == 1 ? next_ : next_ / each;
    segment.number = next_ - segment.group * each;
    const std::uint32_t left = end_ - next_;
    segment.share_end = left < each - segment.number ? segment.number + left : each;
    next_ += segment.share_end - segment.number;
    place(view, segment, box);
    return true;
  }

  /// The last segment that is left: what a kernel before has read last is what the L2 cache still holds.
  __device__ bool previous(const WindowView& view, Segment& segment, GroupBox& box) {
    if (next_ >= end_) return false;
    const std::uint32_t each = static_cast<std::uint32_t>(view.tiles_per_group);
    segment.group = each == 1 ? end_ - 1 : (end_ - 1) / each;
    const std::uint32_t begin = segment.group * each;
    segment.number = next_ > begin ? next_ - begin : 0;
    segment.share_end = end_ - begin;
    end_ = begin + segment.number;
    place(view, segment, box);
    return true;
  }

  /// Whether the tiles of all warps of this block are one group's, and some; then `segment` is all of them, but for
  /// what place() adds.
  static __device__ bool of_block(const WindowView& view, Segment& segment) {
    const std::uint32_t of_group = static_cast<std::uint32_t>(view.tiles_per_group);
    const std::uint32_t warps = blockDim.x / kWarp;
    const bool one_group = view.num_groups == 1;
    if (!one_group && of_group < warps) return false;
    const std::uint32_t tiles = static_cast<std::uint32_t>(view.num_tiles());
    const std::uint64_t each = std::uint64_t{(tiles - 1) / num_warps() + 1} * warps;
    const std::uint64_t begin = blockIdx.x * each;
    if (begin >= tiles) return false;
    const std::uint32_t end = tiles - begin < each ? tiles : static_cast<std::uint32_t>(begin + each);
    segment.group = one_group ? 0 : static_cast<std::uint32_t>(begin) / of_group;
    segment.number = static_cast<std::uint32_t>(begin) - segment.group * of_group;
    segment.share_end = end - segment.group * of_group;
    return segment.share_end <= of_group;
  }

  /// Fills in what follows from a segment's group and ends, and the group's box.
  static __device__ void place(const WindowView& view, Segment& segment, GroupBox& box) {
    box = view.group(segment.group);
    segment.group_size = static_cast<std::uint32_t>(box.size);
    const std::uint32_t there = segment.tiles_of_group();
    segment.end = there < segment.share_end ? there : segment.share_end;
    const bool is_aligned = ((box.base | box.width | box.stride) & 3) == 0;
    const std::uint32_t whole = is_aligned ? segment.group_size / arith::kTileElements : 0;
    segment.vector_end = whole < segment.end ? whole : segment.end;
  }

 private:
  std::uint32_t next_, end_;
};

}  // namespace qgpu::cuda
