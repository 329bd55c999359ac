// Values of the codes of short groups that lie side by side: as quantize_blocks, the other way round.
#include "kernels/block_tile.cuh"
#include "kernels/byte_value.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

template <int kSlot, bool kDense>
__global__ void __launch_bounds__(kMaxThreads, 1)
    dequantize_blocks_kernel(const __grid_constant__ WindowView view, const std::uint8_t* __restrict__ codes,
                             const std::uint32_t flip, const ParameterView parameters, float* __restrict__ values,
                             WindowCounts* __restrict__ counts) {
  using Deal = BlockDeal<kSlot>;
  const int lane = threadIdx.x % kWarp;
  float low = INFINITY, high = -INFINITY;
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(view); number += num_warps()) {
    const BlockPlaces<kSlot, kDense> places(view, number, lane);
    std::uint32_t words[kTileLoads];
    places.load(codes, words);
    const std::uint64_t at = places.group_there(Deal::owned(lane)) * parameters.step;
    const float scale = parameters.scale[at];
    const ByteValue own(scale, parameters.zero_point[at], flip);
    const bool is_large = __any_sync(kAllLanes, !(scale < kLargeScale));
    Tile tile;
#pragma unroll
    for (int p = 0; p < Deal::kParts; ++p) {
      const ByteValue value = own.from_lane(Deal::owner(p), Deal::kLanes);
#pragma unroll
      for (int i = p * Deal::kSteps; i < (p + 1) * Deal::kSteps; ++i) {
        words[i] ^= flip;
        tile.x[i] = make_float4(value(words[i], 0), value(words[i], 1), value(words[i], 2), value(words[i], 3));
      }
    }
    if (is_large) {
      places.for_each(tile, [&](float x) { see_value(x, low, high); });
    } else {
      places.for_each(tile, [&](float x) {
        low = fminf(low, x);
        high = fmaxf(high, x);
      });
    }
    places.store(values, tile);
  }
  add_value_range(low, high, counts);
}

}  // namespace

void launch_dequantize_blocks(const WindowView& view, const std::uint8_t* codes, bool is_signed,
                              const ParameterView& parameters, float* values, WindowCounts* counts, LaunchConfig config,
                              cudaStream_t stream) {
  with_slot(view, true, [&](auto slot, auto dense) {
    const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
    dequantize_blocks_kernel<slot.value, dense.value>
        <<<blocks, config.threads, 0, stream>>>(view, codes, is_signed ? 0x80808080u : 0u, parameters, values, counts);
  });
  check_launch("dequantize_blocks_kernel");
}

}  // namespace qgpu::cuda
