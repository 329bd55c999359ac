#pragma once
// What the lanes of a warp do together.
#include "kernels/launch.cuh"

namespace qgpu::cuda {

inline constexpr int kWarp = 32;
inline constexpr int kMaxThreads = 512;  // of a block
inline constexpr std::uint32_t kAllLanes = 0xffffffffu;

/// This thread's warp among all, and how many there are.
__device__ inline std::uint32_t warp_index() { return blockIdx.x * (blockDim.x / kWarp) + threadIdx.x / kWarp; }
__device__ inline std::uint32_t num_warps() { return gridDim.x * (blockDim.x / kWarp); }

__device__ inline std::uint32_t warp_max(std::uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kAllLanes, value);
#else
  for (int h = kWarp / 2; h >= 1; h /= 2) value = max(value, __shfl_xor_sync(kAllLanes, value, h));
  return value;
#endif
}
__device__ inline std::uint32_t warp_sum(std::uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(kAllLanes, value);
#else
  for (int h = kWarp / 2; h >= 1; h /= 2) value += __shfl_xor_sync(kAllLanes, value, h);
  return value;
#endif
}
__device__ inline unsigned long long warp_max(unsigned long long value) {
  for (int h = kWarp / 2; h >= 1; h /= 2) {
    const unsigned long long other = __shfl_xor_sync(kAllLanes, value, h);
    value = value > other ? value : other;
  }
  return value;
}

/// The maxima of a block's values, which are each warp's own, in its first warp. Once a kernel.
__device__ inline uint2 block_max(uint2 values) {
  __shared__ uint2 of_warps[kMaxThreads / kWarp];
  if (threadIdx.x % kWarp == 0) of_warps[threadIdx.x / kWarp] = values;
  __syncthreads();
  if (threadIdx.x >= kWarp) return values;
  const uint2 mine = threadIdx.x < blockDim.x / kWarp ? of_warps[threadIdx.x] : uint2{0, 0};
  return {warp_max(mine.x), warp_max(mine.y)};
}

/// Larger of two, NaN if either is: what hands a NaN through for free.
__device__ inline float max_or_nan(float x, float y) {
#if __CUDA_ARCH__ >= 800
  float larger;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(x), "f"(y));
  return larger;
#else
  return x > y || x != x ? x : y;
#endif
}

/// The tree of section 7 over the 32 values v[l] of four sums at once: every step halves the lanes that work on a sum,
/// and hands the other half the sums they keep. Lane 8 n has the n-th sum.
__device__ inline float warp_trees(float v0, float v1, float v2, float v3, int lane) {
  const bool upper = (lane & 16) != 0;
  float keep0 = upper ? v2 : v0;
  float keep1 = upper ? v3 : v1;
  keep0 += __shfl_xor_sync(kAllLanes, upper ? v0 : v2, 16);
  keep1 += __shfl_xor_sync(kAllLanes, upper ? v1 : v3, 16);
  const bool odd = (lane & 8) != 0;
  float v = odd ? keep1 : keep0;
  v += __shfl_xor_sync(kAllLanes, odd ? keep0 : keep1, 8);
#pragma unroll
  for (int h = 4; h >= 1; h /= 2) v += __shfl_xor_sync(kAllLanes, v, h);
  return v;
}

/// What a lane has seen of NaN and infinities.
struct NonfiniteSeen {
  std::uint32_t nan = 0, posinf = 0, neginf = 0;
  unsigned long long before_nan = 0, before_inf = 0;

  __device__ void see(float x, const WindowView& view, std::uint64_t place) {
    if (arith::is_finite(x)) return;
    const unsigned long long before = ~view.logical_index(place);
    if (arith::is_nan(x)) {
      ++nan;
      before_nan = before_nan > before ? before_nan : before;
    } else {
      posinf += x > 0;
      neginf += x < 0;
      before_inf = before_inf > before ? before_inf : before;
    }
  }

  /// The whole warp's, into the counts of the window.
  __device__ void add_to(WindowCounts* counts, int lane) const {
    if (__ballot_sync(kAllLanes, (nan | posinf | neginf) != 0) == 0) return;
    const std::uint32_t nans = warp_sum(nan), posinfs = warp_sum(posinf), neginfs = warp_sum(neginf);
    const unsigned long long nan_first = warp_max(before_nan), inf_first = warp_max(before_inf);
    if (lane == 0) {
      if (nans > 0) atomicAdd(&counts->nan, nans);
      if (posinfs > 0) atomicAdd(&counts->posinf, posinfs);
      if (neginfs > 0) atomicAdd(&counts->neginf, neginfs);
      if (nan_first > 0) atomicMax(&counts->before_nan, nan_first);
      if (inf_first > 0) atomicMax(&counts->before_inf, inf_first);
    }
    __syncwarp();  // the lanes of a function that returns must be together
  }
};

}  // namespace qgpu::cuda
