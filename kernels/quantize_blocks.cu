// Codes of short groups that lie side by side, with known parameters: a warp takes a tile of several at a time. Each
// lane prepares the division by the scale of one group, its own, and hands it to those that hold elements of it. 4
// bytes read and 1 written an element.
#include "kernels/block_codes.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

template <bool kStablehlo, int kSlot, bool kDense>
__global__ void __launch_bounds__(kMaxThreads, 1)
    quantize_blocks_kernel(const __grid_constant__ WindowView view, const float* __restrict__ values,
                           const __grid_constant__ ParameterView parameters, const arith::CodeLimits limits,
                           std::uint8_t* __restrict__ codes, WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  std::uint32_t clipped = 0;
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(view); number += num_warps()) {
    const BlockPlaces<kSlot, kDense> places(view, number, lane);
    Tile tile;
    places.load(values, tile);
    float scale;
    const auto own = given_quotient<kStablehlo>(places, parameters, limits, lane, scale);
    std::uint32_t packed[kTileLoads];
    const float excess = encode_blocks<kSlot, true>(tile, own, limits, packed);
    places.store(codes, packed);
    if (!__any_sync(kAllLanes, !(excess < 0.5f))) continue;  // nothing clipped: that takes half a step
    const std::uint32_t failed = failed_blocks<kSlot>(tile, own, limits);
    __syncwarp();
    clipped += divide_blocks<kStablehlo>(view, values, places, failed, parameters, limits, codes, counts);
    clipped += count_clipped<kSlot>(tile, own, limits, failed, lane);
  }
  clipped = warp_sum(clipped);
  if (lane == 0 && clipped > 0) atomicAdd(&counts->clipped, clipped);
}

}  // namespace

void launch_quantize_blocks(const WindowView& view, const float* values, const ParameterView& parameters,
                            const SchemeView& scheme, std::uint8_t* codes, WindowCounts* counts, LaunchConfig config,
                            cudaStream_t stream) {
  with_flag(scheme.stablehlo_order, [&](auto stablehlo) {
    with_slot(view, [&](auto slot, auto dense) {
      const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
      quantize_blocks_kernel<stablehlo.value, slot.value, dense.value>
          <<<blocks, config.threads, 0, stream>>>(view, values, parameters, scheme.limits, codes, counts);
    });
  });
  check_launch("quantize_blocks_kernel");
}

}  // namespace qgpu::cuda
