// What a round trip with known parameters loses. A warp takes a tile of 1024 elements of one group at a time and leaves
// its TileStats: reads 4 bytes an element, writes 32 a tile. The tensor's largest error needs its index: each warp
// remembers which of its tiles had the largest, and the block that finishes last searches those that attain the
// maximum.
#include "kernels/device.cuh"
#include "kernels/roundtrip_tile.cuh"

namespace qgpu::cuda {
namespace {

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

struct Inputs {
  WindowView view;
  const float* values;
  ParameterView parameters;
  arith::CodeLimits limits;

  __device__ bool place(std::uint64_t item, TilePlace& at) const {
    const std::uint64_t group = item / view.tiles_per_group;
    at.first = (item - group * view.tiles_per_group) * arith::kTileElements;
    at.box = view.group(group);
    if (at.first >= at.box.size) return false;
    at.scale = parameters.scale[group * parameters.step];
    at.zero_point = parameters.zero_point[group * parameters.step];
    return true;
  }
  __device__ std::uint64_t output_of(std::uint64_t item) const {
    const std::uint64_t group = item / view.tiles_per_group;
    return (item - group * view.tiles_per_group) * view.num_groups + group;
  }
};

template <bool kStablehlo>
__device__ std::uint64_t search(const Inputs& in, std::uint64_t item, float error, int lane) {
  TilePlace at;
  in.place(item, at);
  return index_of_error<kStablehlo>(in.view, in.values, at, lane, in.limits, error);
}

/// Takes in a tile's largest error. Tiles that tie are searched at once, but where the earlier one wins anyway.
template <bool kStablehlo>
__device__ inline void see_tile(const Inputs& in, LargestError& largest, std::uint64_t item, float error, int lane) {
  if (error > largest.error) {
    largest = {error, item, kUnknown};
  } else if (error == largest.error && !in.view.is_ascending) {
    if (largest.index == kUnknown) largest.index = search<kStablehlo>(in, largest.tile, error, lane);
    const std::uint64_t index = search<kStablehlo>(in, item, error, lane);
    largest.index = index < largest.index ? index : largest.index;
  }
}

/// By the last block: the lowest index among the warps' largest errors.
template <bool kStablehlo>
__device__ void settle_largest(const Inputs& in, const RoundtripOutput& out, int lane) {
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
    if (index == kUnknown) index = search<kStablehlo>(in, all[warp].tile, error, lane);
    if (lane == 0) atomicMax(&before, ~static_cast<unsigned long long>(index));
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    out.counts->max_error_bits = error_bits;
    out.counts->before_max_error = before;
  }
}

template <bool kStablehlo>
__global__ void roundtrip_kernel(const Inputs in, const RoundtripOutput out) {
  const int lane = threadIdx.x % kWarp;
  const std::uint64_t tiles = in.view.num_tiles();
  LargestError largest{-1.0f, 0, kUnknown};
  for (std::uint64_t item = warp_index(); item < tiles; item += num_warps()) {
    TilePlace at;
    if (!in.place(item, at)) {  // a group that ends before the longest one: nothing there, but it is copied out
      if (lane == 0) out.tiles[in.output_of(item)] = {};
      if (lane == 0 && out.tile_indices != nullptr) out.tile_indices[in.output_of(item)] = kUnknown;
      continue;
    }
    const std::uint32_t size = tile_size(at.box, at.first);
    Tile tile;
    load_tile(in.values, at.box, at.first, size, lane, 0.0f, tile);
    TileStats stats;
    stats.finite = static_cast<std::uint16_t>(size);
    stats.clipped = 0;
    const Quotient<kStablehlo> quotient(at.scale, at.zero_point, in.limits);
    if (!sum_tile(tile, quotient, at.scale, stats)) {
      stats = sum_tile_exactly<kStablehlo>(in.view, in.values, at, lane, in.limits, out.counts);
    }
    const std::uint64_t to = in.output_of(item);
    if (lane == 0) out.tiles[to] = stats;
    const float error = __shfl_sync(kAllLanes, stats.finite > 0 ? stats.max_abs_error : -1.0f, 0);
    if (out.tile_indices != nullptr) {
      const std::uint64_t index = index_of_error<kStablehlo>(in.view, in.values, at, lane, in.limits, error);
      if (lane == 0) out.tile_indices[to] = index;
    }
    see_tile<kStablehlo>(in, largest, item, error, lane);
  }
  if (lane == 0) out.largest[warp_index()] = largest;

  __shared__ bool is_last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(&out.counts->blocks_done, 1u) + 1 == gridDim.x;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  settle_largest<kStablehlo>(in, out, lane);
}

}  // namespace

void launch_roundtrip(const WindowView& view, const float* values, const ParameterView& parameters,
                      const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                      cudaStream_t stream) {
  if (view.elements == 0) return;
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  const auto kernel = scheme.stablehlo_order ? roundtrip_kernel<true> : roundtrip_kernel<false>;
  kernel<<<blocks, config.threads, 0, stream>>>(Inputs{view, values, parameters, scheme.limits}, output);
  check_launch("roundtrip_kernel");
}

}  // namespace qgpu::cuda
