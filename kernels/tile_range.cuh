#pragma once
// The range of a tile, by a warp.
#include "kernels/group_range.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {

/// What a lane has seen of a group.
struct LaneRange {
  float low = INFINITY, high = -INFINITY;

  /// A NaN makes `high` one.
  __device__ void see(float x) {
    low = fminf(low, x);
    high = max_or_nan(high, x);
  }
  __device__ bool is_finite() const { return low > -INFINITY && high < INFINITY; }
};

/// The tile again, by elements: finite ones to the range, others to the counts.
__device__ __forceinline__ LaneRange rescan_here(const WindowView& view, const float* values, std::uint32_t group,
                                                 std::uint32_t number, WindowCounts* counts) {
  const int lane = threadIdx.x % kWarp;
  const TilePlace at(view, group, number);
  NonfiniteSeen seen;
  LaneRange range;
#pragma unroll 1
  for (std::uint32_t j = lane; j < at.size; j += kWarp) {
    const std::uint64_t place = at.position(j);
    const float x = values[place];
    if (arith::is_finite(x)) {
      range.low = fminf(range.low, x);
      range.high = fmaxf(range.high, x);
    } else {
      seen.see(x, view, place);
    }
  }
  __syncwarp();
  seen.add_to(counts, lane);
  return range;
}

/// The same, not inlined: seldom called, and costly to compile.
__device__ __noinline__ inline LaneRange rescan(const WindowView& view, const float* values, std::uint32_t group,
                                                std::uint32_t number, WindowCounts* counts) {
  return rescan_here(view, values, group, number, counts);
}

}  // namespace qgpu::cuda
