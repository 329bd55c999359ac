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

/// The same as maxima of bits, which take two elements by one instruction on the newest devices. As signed integers,
/// floats without a sign are in order and above all others; as unsigned ones, those with a sign are above, the lowest
/// highest. The least signed integer is the end that has none of its own sign.
struct BitRange {
  static constexpr std::int32_t kNothing = 0x7fffffff;  // a NaN
  std::int32_t most = INT32_MIN, least = kNothing;
  std::uint32_t most_unsigned = 0;

  __device__ void see(float x, float y) {
    const std::int32_t a = __float_as_int(x), b = __float_as_int(y);
    most = __vimax3_s32(most, a, b);
    least = __vimin3_s32(least, a, b);
    most_unsigned = __vimax3_u32(most_unsigned, __float_as_uint(x), __float_as_uint(y));
  }
  __device__ void see(float x) { see(x, x); }
  __device__ void see(const Tile& tile) {
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) {
      see(tile.x[i].x, tile.x[i].y);
      see(tile.x[i].z, tile.x[i].w);
    }
  }
  /// False from the first NaN or infinity on.
  __device__ bool is_finite() const { return most < 0x7f800000 && most_unsigned < 0xff800000u; }
  /// Of what was finite.
  __device__ LaneRange range() const {
    if (least == kNothing) return {};
    return {__int_as_float(most_unsigned >> 31 != 0 ? static_cast<std::int32_t>(most_unsigned) : least),
            __int_as_float(most >= 0 ? most : least)};
  }
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
