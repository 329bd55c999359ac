#pragma once
// The largest error of a tensor and its index. Each warp remembers which of its tiles had its largest error, each block
// leaves that of its warps, and the block that finishes last searches those that attain the maximum.
#include "kernels/roundtrip_tile.cuh"

namespace qgpu::cuda {

inline constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
inline constexpr LargestError kNoError{-1.0f, 0, kUnknown};

/// The lowest index in a tile. `kHere`: inlined, where every launch comes by once.
template <bool kHere = false, class In>
__device__ inline std::uint64_t search(const In& in, std::uint32_t tile, float error) {
  const std::uint32_t group = tile / static_cast<std::uint32_t>(in.view.tiles_per_group);
  const std::uint32_t number = tile - group * static_cast<std::uint32_t>(in.view.tiles_per_group);
  return kHere ? index_of_error_here(in, group, number, error) : index_of_error(in, group, number, error);
}

/// Takes in another largest error. Tiles that tie are searched at once, but where the earlier one wins anyway.
template <class In>
__device__ inline void see_tile(const In& in, LargestError& largest, const LargestError& other) {
  if (other.error > largest.error ||
      (in.view.is_ascending && other.error == largest.error && other.tile < largest.tile)) {
    largest = other;
  } else if (other.error == largest.error && other.error >= 0 && !in.view.is_ascending) {
    if (largest.index == kUnknown) largest.index = search(in, largest.tile, other.error);
    std::uint64_t index = other.index;
    if (index == kUnknown) index = search(in, other.tile, other.error);
    largest.index = index < largest.index ? index : largest.index;
  }
}

/// see_tile for up to 32 tiles, one a lane that has one, and their indices where they are wanted.
template <class In, class TileOf>
__device__ inline void see_tiles(const In& in, const RoundtripOutput& out, LargestError& largest, float error,
                                 bool has_tile, int lane, TileOf&& tile_of) {
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
    see_tile(in, largest, {most, static_cast<std::uint32_t>(tile_of(__ffs(left) - 1)), kUnknown});
  }
}

/// By one warp: what `count` others have left, whole sectors at a time.
template <class In, class LoadOther>
__device__ inline LargestError largest_of(const In& in, std::uint32_t count, int lane, LoadOther&& load) {
  LargestError largest = kNoError;
#pragma unroll 1
  for (std::uint32_t first = 0; first < count; first += kWarp) {
    const LargestError mine = first + lane < count ? load(first + lane) : kNoError;
    const float most = __uint_as_float(warp_max(mine.error >= 0 ? __float_as_uint(mine.error) : 0u));
    if (most < largest.error) continue;
    for (std::uint32_t left = __ballot_sync(kAllLanes, mine.error == most); left != 0; left &= left - 1) {
      const int l = __ffs(left) - 1;
      see_tile(in, largest, {most, __shfl_sync(kAllLanes, mine.tile, l), __shfl_sync(kAllLanes, mine.index, l)});
    }
  }
  return largest;
}

/// The end of a kernel: each block leaves its largest error; the last one settles the tensor's.
template <class In>
__device__ inline void finish_largest(const In& in, const RoundtripOutput& out, const LargestError& largest, int lane) {
  __shared__ LargestError of_warps[kMaxThreads / kWarp];
  if (lane == 0) of_warps[threadIdx.x / kWarp] = largest;
  __syncthreads();
  if (threadIdx.x >= kWarp) return;
  const LargestError of_block =
      largest_of(in, blockDim.x / kWarp, lane, [&](std::uint32_t warp) { return of_warps[warp]; });
  bool is_last = false;
  if (lane == 0) {
    out.largest[blockIdx.x] = of_block;
    __threadfence();
    is_last = atomicAdd(&out.counts->blocks_done, 1u) + 1 == gridDim.x;
  }
  if (!__any_sync(kAllLanes, is_last)) return;
  __threadfence();
  LargestError of_all = largest_of(in, gridDim.x, lane, [&](std::uint32_t block) {
    const uint4 other = __ldcg(reinterpret_cast<const uint4*>(out.largest) + block);  // not from L1, which may be old
    return LargestError{__uint_as_float(other.x), other.y, other.z | std::uint64_t{other.w} << 32};
  });
  if (of_all.error < 0) return;
  if (of_all.index == kUnknown) of_all.index = search<true>(in, of_all.tile, of_all.error);
  if (lane == 0) {
    out.counts->max_error_bits = __float_as_uint(of_all.error);
    out.counts->before_max_error = ~static_cast<unsigned long long>(of_all.index);
  }
}

}  // namespace qgpu::cuda
