// Ranges of groups. A warp takes tiles of 1024 elements in ascending order and keeps the range of the group it is in;
// when the group changes, and at the end, it brings that to the group's state by atomics on ordered integers. Reads
// each element once, writes 12 bytes a group. A tile with a NaN or an infinity, which a maximum that carries NaN
// betrays, is gone through again element by element.
#include "kernels/device.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {
namespace {

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

struct WarpRange {
  float low, high;
  std::uint32_t tiles;

  __device__ void clear() {
    low = INFINITY;
    high = -INFINITY;
    tiles = 0;
  }
};

/// The tile again, by elements: finite ones to the range, others to the counts.
__device__ __noinline__ void rescan(const WindowView& view, const float* values, const GroupBox& box,
                                    std::uint64_t first, int lane, WarpRange& range, WindowCounts* counts) {
  NonfiniteSeen seen;
  const std::uint32_t size = tile_size(box, first);
  for (std::uint32_t j = lane; j < size; j += kWarp) {
    const std::uint64_t place = box.position(first + j);
    const float x = values[place];
    if (arith::is_finite(x)) {
      range.low = fminf(range.low, x);
      range.high = fmaxf(range.high, x);
    } else {
      seen.see(x, view, place);
    }
  }
  seen.add_to(counts, lane);
}

__device__ inline void derive(const GroupState& state, std::uint64_t group, const SchemeView& scheme,
                              std::uint32_t high_key, std::uint32_t low_key) {
  const float lo = high_key == 0 ? 0.0f : arith::range_low(-value_of_key(low_key));
  const float hi = high_key == 0 ? 0.0f : arith::range_high(value_of_key(high_key));
  const arith::GroupParams params = scheme.derivation == Derivation::kDynamic
                                        ? arith::dynamic_parameters(lo, hi, scheme.limits)
                                        : arith::derive_parameters(lo, hi, scheme.symmetric, scheme.limits);
  state.scale[group] = params.scale;
  state.zero_point[group] = params.zero_point;
}

/// Brings a warp's part of a group's range to its state; the one who completes it derives the parameters.
__device__ void flush(const GroupState& state, std::uint64_t group, std::uint64_t tiles_of_group, int lane,
                      const SchemeView& scheme, const WarpRange& range) {
  const bool any = range.low <= range.high;
  // Adding 0 makes -0 into 0.
  const std::uint32_t high = warp_max(any ? range_key(range.high + 0.0f) : 0u);
  const std::uint32_t low = warp_max(any ? range_key(0.0f - range.low) : 0u);
  if (lane != 0 || range.tiles == 0) return;
  if (high != 0) {
    atomicMax(&state.keys[2 * group], high);
    atomicMax(&state.keys[2 * group + 1], low);
  }
  if (scheme.derivation == Derivation::kNone) return;
  __threadfence();
  const std::uint32_t before = atomicAdd(&state.finished[group], range.tiles);
  if (before + range.tiles != tiles_of_group) return;
  __threadfence();
  derive(state, group, scheme, atomicMax(&state.keys[2 * group], 0u), atomicMax(&state.keys[2 * group + 1], 0u));
}

__global__ void ranges_kernel(const WindowView view, const float* __restrict__ values, const GroupState state,
                              const SchemeView scheme, WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  // A warp's tiles lie side by side, so that it seldom changes its group.
  const std::uint64_t tiles = view.num_tiles();
  const std::uint64_t share = (tiles + num_warps() - 1) / num_warps();
  const std::uint64_t begin = warp_index() * share;
  const std::uint64_t end = begin + share < tiles ? begin + share : tiles;
  if (begin >= end) return;
  std::uint64_t group = begin / view.tiles_per_group;
  std::uint64_t first = (begin - group * view.tiles_per_group) * arith::kTileElements;
  GroupBox box = view.group(group);
  WarpRange range;
  range.clear();
  for (std::uint64_t item = begin; item < end; ++item) {
    if (first < box.size) {
      Tile tile;
      const std::uint32_t size = tile_size(box, first);
      load_tile(values, box, first, size, lane, values[box.position(first)], tile);
      float low = INFINITY, high = -INFINITY;
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) {
#pragma unroll
        for (int q = 0; q < 4; ++q) {
          low = fminf(low, part(tile.x[i], q));
          high = max_or_nan(high, part(tile.x[i], q));
        }
      }
      const bool finite = low > -INFINITY && high < INFINITY;
      if (__all_sync(kAllLanes, finite)) {
        range.low = fminf(range.low, low);
        range.high = fmaxf(range.high, high);
      } else {
        rescan(view, values, box, first, lane, range, counts);
      }
      ++range.tiles;
    }
    first += arith::kTileElements;
    if (first >= view.tiles_per_group * arith::kTileElements || item + 1 == end) {
      flush(state, group, (box.size + arith::kTileElements - 1) / arith::kTileElements, lane, scheme, range);
      range.clear();
      first = 0;
      if (item + 1 < end) box = view.group(++group);
    }
  }
}

}  // namespace

void launch_ranges(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                   WindowCounts* counts, LaunchConfig config, cudaStream_t stream) {
  if (view.elements == 0) return;
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  ranges_kernel<<<blocks, config.threads, 0, stream>>>(view, values, state, scheme, counts);
  check_launch("ranges_kernel");
}

bool has_code_for_device() {
  cudaFuncAttributes attributes;
  const cudaError_t status = cudaFuncGetAttributes(&attributes, ranges_kernel);
  if (status == cudaSuccess) return true;
  cudaGetLastError();
  if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction ||
      status == cudaErrorUnsupportedPtxVersion) {
    return false;
  }
  check(status, "cudaFuncGetAttributes");
  return false;
}

}  // namespace qgpu::cuda
