// Codes of short groups that lie side by side, with known parameters: a warp takes a tile of several at a time. Each
// lane prepares the division by the scale of one group, its own, and hands it to those that hold elements of it. 4
// bytes read and 1 written an element.
#include "kernels/block_codes.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

/// kUsual: full slots in ONNX's order.
template <int kSlot, bool kUsual>
__global__ void __launch_bounds__(kMaxThreads, 1)
    quantize_blocks_kernel(const __grid_constant__ RoundtripInput in, std::uint8_t* __restrict__ codes,
                           WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  std::uint32_t clipped = 0;
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(in.view); number += num_warps()) {
    const BlockPlaces<kSlot, kUsual> places(in.view, number, lane);
    Tile tile;
    places.load(in.values, tile);
    float scale;
    const auto own = given_quotient<BlockQuotient<kUsual>>(in, places, lane, scale);
    std::uint32_t packed[kTileLoads];
    const float excess = encode_blocks<kSlot, true>(in, tile, own, packed);
    places.store(codes, packed);
    if (!__any_sync(kAllLanes, !(excess < 0.5f))) continue;  // nothing clipped: that takes half a step
    const std::uint32_t failed = failed_blocks<kSlot>(in, tile, own);
    __syncwarp();
    clipped += divide_blocks(in, places, failed, codes, counts);
    clipped += count_clipped<kSlot>(in, tile, own, failed, lane);
  }
  clipped = warp_sum(clipped);
  if (lane == 0 && clipped > 0) atomicAdd(&counts->clipped, clipped);
}

}  // namespace

void launch_quantize_blocks(const WindowView& view, const float* values, const ParameterView& parameters,
                            const SchemeView& scheme, std::uint8_t* codes, WindowCounts* counts, LaunchConfig config,
                            cudaStream_t stream) {
  const RoundtripInput in{view, values, parameters, scheme.limits, scheme.stablehlo_order};
  with_slot(view, !scheme.stablehlo_order, [&](auto slot, auto usual) {
    const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
    quantize_blocks_kernel<slot.value, usual.value><<<blocks, config.threads, 0, stream>>>(in, codes, counts);
  });
  check_launch("quantize_blocks_kernel");
}

}  // namespace qgpu::cuda
