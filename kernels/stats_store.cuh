#pragma once
// How stats leave lanes that have a tile each: two 16-byte stores of a lane would touch a sector twice, so neighbours
// exchange halves, and every store takes whole sectors.
#include "kernels/warp.cuh"

namespace qgpu::cuda {

__device__ __forceinline__ uint4 chosen(bool first, const uint4& a, const uint4& b) {
  return {first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z, first ? a.w : b.w};
}
__device__ __forceinline__ uint4 from_neighbour(const uint4& v) {
  return {__shfl_xor_sync(kAllLanes, v.x, 1), __shfl_xor_sync(kAllLanes, v.y, 1), __shfl_xor_sync(kAllLanes, v.z, 1),
          __shfl_xor_sync(kAllLanes, v.w, 1)};
}

/// Writes `stats` to `out[at]` for every lane that `has` some.
__device__ __forceinline__ void store_stats_of_lanes(TileStats* out, std::uint32_t at, bool has, const TileStats& stats,
                                                     int lane) {
  static_assert(sizeof(TileStats) == 32);
  const uint4 sums{__float_as_uint(stats.a), __float_as_uint(stats.b), __float_as_uint(stats.x),
                   __float_as_uint(stats.c)};
  const uint4 rest{static_cast<std::uint32_t>(stats.q), static_cast<std::uint32_t>(stats.q >> 32),
                   __float_as_uint(stats.max_abs_error),
                   std::uint32_t{stats.finite} | std::uint32_t{stats.clipped} << 16};
  const int half = lane % 2;
  const uint4 mine = chosen(half == 0, sums, rest);
  const uint4 other = from_neighbour(chosen(half == 0, rest, sums));
  const std::uint32_t lanes = __ballot_sync(kAllLanes, has);
  uint4* const halves = reinterpret_cast<uint4*>(out) + half;
#pragma unroll
  for (int side = 0; side < 2; ++side) {
    const int owner = (lane & ~1) | side;
    const std::uint32_t place = __shfl_sync(kAllLanes, at, owner);
    if ((lanes >> owner & 1) != 0) halves[2 * std::uint64_t{place}] = chosen(half == side, mine, other);
  }
}

}  // namespace qgpu::cuda
