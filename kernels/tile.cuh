#pragma once
// A warp and a tile of 1024 elements: lane l holds elements 128 i + 4 l + q of it as x[i].{x,y,z,w}, which are the four
// accumulators 4 l .. 4 l + 3 of the summation tree (ARITHMETIC.md section 7) and one 16-byte load each.
#include "kernels/launch.cuh"

namespace qgpu::cuda {

inline constexpr int kWarp = 32;
inline constexpr std::uint32_t kAllLanes = 0xffffffffu;
inline constexpr int kTileLoads = 8;  // 16-byte loads a lane makes for a tile

struct Tile {
  float4 x[kTileLoads];
};

__device__ inline float& part(float4& v, int q) { return q == 0 ? v.x : q == 1 ? v.y : q == 2 ? v.z : v.w; }
__device__ inline float part(const float4& v, int q) { return q == 0 ? v.x : q == 1 ? v.y : q == 2 ? v.z : v.w; }

/// Elements of the tile that begins at `first`.
__device__ inline std::uint32_t tile_size(const GroupBox& box, std::uint64_t first) {
  const std::uint64_t left = box.size - first;
  return left < arith::kTileElements ? static_cast<std::uint32_t>(left) : arith::kTileElements;
}

/// Whether a lane's four elements are one aligned access of four, at every step of a whole tile.
__device__ inline bool is_vector_tile(const GroupBox& box, std::uint32_t size) {
  return size == arith::kTileElements && ((box.base | box.width | box.stride) & 3) == 0;
}

/// Calls visit(i, q, place) for the lane's elements of a tile: place is where the element stands in the window.
template <class Visit>
__device__ inline void for_each_element(const GroupBox& box, std::uint64_t first, std::uint32_t size, int lane,
                                        Visit&& visit) {
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) {
    const std::uint32_t j = 128 * i + 4 * lane;
#pragma unroll
    for (int q = 0; q < 4; ++q) {
      if (j + q < size) visit(i, q, box.position(first + j + q));
    }
  }
}

/// Loads a tile; elements past its end become `filling`.
__device__ inline void load_tile(const float* __restrict__ values, const GroupBox& box, std::uint64_t first,
                                 std::uint32_t size, int lane, float filling, Tile& tile) {
  if (is_vector_tile(box, size)) {
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) {
      tile.x[i] = *reinterpret_cast<const float4*>(values + box.position(first + 128 * i + 4 * lane));
    }
    return;
  }
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) tile.x[i] = make_float4(filling, filling, filling, filling);
  for_each_element(box, first, size, lane,
                   [&](int i, int q, std::uint64_t place) { part(tile.x[i], q) = values[place]; });
}

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

/// The tree of section 7 over the 32 values v[l] of a warp; the result is in lane 0.
__device__ inline float warp_tree(float v) {
#pragma unroll
  for (int h = kWarp / 2; h >= 1; h /= 2) v += __shfl_down_sync(kAllLanes, v, h);
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
    if (lane != 0) return;
    if (nans > 0) atomicAdd(&counts->nan, nans);
    if (posinfs > 0) atomicAdd(&counts->posinf, posinfs);
    if (neginfs > 0) atomicAdd(&counts->neginf, neginfs);
    if (nan_first > 0) atomicMax(&counts->before_nan, nan_first);
    if (inf_first > 0) atomicMax(&counts->before_inf, inf_first);
  }
};

/// This thread's warp among all, and how many there are.
__device__ inline std::uint64_t warp_index() { return (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarp; }
__device__ inline std::uint64_t num_warps() { return std::uint64_t{gridDim.x} * (blockDim.x / kWarp); }

}  // namespace qgpu::cuda
