#pragma once
// The largest error of a tensor and its index. Each warp remembers which of its tiles had its largest error; the block
// that finishes last searches those that attain the maximum.
#include "kernels/roundtrip_tile.cuh"

namespace qgpu::cuda {

inline constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

/// The lowest index in a tile. `kHere`: inlined, where every launch comes by once.
template <bool kHere = false>
__device__ inline std::uint64_t search(const RoundtripInput& in, std::uint64_t tile, float error) {
  const std::uint32_t group = static_cast<std::uint32_t>(tile) / static_cast<std::uint32_t>(in.view.tiles_per_group);
  const std::uint32_t number =
      static_cast<std::uint32_t>(tile) - group * static_cast<std::uint32_t>(in.view.tiles_per_group);
  return kHere ? index_of_error_here(in, group, number, error) : index_of_error(in, group, number, error);
}

/// Takes in a tile's largest error. Tiles that tie are searched at once, but where the earlier one wins anyway.
__device__ inline void see_tile(const RoundtripInput& in, LargestError& largest, std::uint64_t item, float error) {
  if (error > largest.error || (in.view.is_ascending && error == largest.error && item < largest.tile)) {
    largest = {error, item, kUnknown};
  } else if (error == largest.error && !in.view.is_ascending) {
    if (largest.index == kUnknown) largest.index = search(in, largest.tile, error);
    const std::uint64_t index = search(in, item, error);
    largest.index = index < largest.index ? index : largest.index;
  }
}

/// see_tile for up to 32 tiles, one a lane that has one, and their indices where they are wanted.
template <class TileOf>
__device__ inline void see_tiles(const RoundtripInput& in, const RoundtripOutput& out, LargestError& largest,
                                 float error, bool has_tile, int lane, TileOf&& tile_of) {
  if (out.tile_indices != nullptr) {
    for (std::uint32_t left = __ballot_sync(kAllLanes, has_tile); left != 0; left &= left - 1) {
      const int l = __ffs(left) - 1;
      const std::uint64_t index = search(in, tile_of(l), __shfl_sync(kAllLanes, error, l));
      const std::uint64_t group = tile_of(l) / in.view.tiles_per_group;
      const std::uint64_t number = tile_of(l) - group * in.view.tiles_per_group;
      if (lane == 0) out.tile_indices[number * in.view.num_groups + group] = index;
    }
  }
  const float most = __uint_as_float(warp_max(error >= 0 ? __float_as_uint(error) : 0u));
  if (most < largest.error) return;
  for (std::uint32_t left = __ballot_sync(kAllLanes, has_tile && error == most); left != 0; left &= left - 1) {
    see_tile(in, largest, tile_of(__ffs(left) - 1), most);
  }
}

/// By the last block: the lowest index among the warps' largest errors.
__device__ inline void settle_largest(const RoundtripInput& in, const RoundtripOutput& out, int lane) {
  __shared__ std::uint32_t error_bits;
  __shared__ unsigned long long first_tile, before;
  if (threadIdx.x == 0) {
    error_bits = 0;
    first_tile = kUnknown;
    before = 0;
  }
  __syncthreads();
  const volatile LargestError* all = out.largest;
  for (std::uint64_t warp = threadIdx.x; warp < num_warps(); warp += blockDim.x) {
    if (all[warp].error >= 0) atomicMax(&error_bits, __float_as_uint(all[warp].error));
  }
  __syncthreads();
  const float error = __uint_as_float(error_bits);
  if (in.view.is_ascending) {
    for (std::uint64_t warp = threadIdx.x; warp < num_warps(); warp += blockDim.x) {
      if (all[warp].error == error) atomicMin(&first_tile, static_cast<unsigned long long>(all[warp].tile));
    }
  }
  __syncthreads();
  for (std::uint64_t warp = threadIdx.x / kWarp; warp < num_warps(); warp += blockDim.x / kWarp) {
    if (all[warp].error != error || (in.view.is_ascending && all[warp].tile != first_tile)) continue;
    std::uint64_t index = all[warp].index;
    if (index == kUnknown) index = search<true>(in, all[warp].tile, error);
    if (lane == 0) atomicMax(&before, ~static_cast<unsigned long long>(index));
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    out.counts->max_error_bits = error_bits;
    out.counts->before_max_error = before;
  }
}

/// The end of a kernel: leaves the warp's largest error; the last block settles the tensor's.
__device__ inline void finish_largest(const RoundtripInput& in, const RoundtripOutput& out, const LargestError& largest,
                                      int lane) {
  if (lane == 0) out.largest[warp_index()] = largest;
  __shared__ bool is_last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&out.counts->blocks_done, 1u) + 1 == gridDim.x;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  settle_largest(in, out, lane);
}

}  // namespace qgpu::cuda
