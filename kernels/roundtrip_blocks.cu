// What a round trip of short groups that lie side by side loses, with known parameters: a warp takes a tile of several
// groups at a time. 4 bytes read an element, 32 written a group.
#include "kernels/block_sums.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

/// kUsual: full slots in ONNX's order.
template <int kSlot, bool kUsual>
__global__ void __launch_bounds__(kMaxThreads, 1)
    roundtrip_blocks_kernel(const __grid_constant__ RoundtripInput in, const __grid_constant__ RoundtripOutput out) {
  const int lane = threadIdx.x % kWarp;
  LargestError largest{-1.0f, 0, kUnknown};
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(in.view); number += num_warps()) {
    const BlockPlaces<kSlot, kUsual> places(in.view, number, lane);
    Tile tile;
    places.load(in.values, tile);
    float scale;
    const auto own = given_quotient<BlockQuotient<kUsual>>(in, places, lane, scale);
    const PartSums sums = sums_of_owned<kSlot, true>(in, tile, own, scale, lane);
    finish_blocks(in, out, places, tile, own, sums, arith::may_be_clipped(sums.largest, scale), largest, lane);
  }
  finish_largest(in, out, largest, lane);
}

}  // namespace

void launch_roundtrip_blocks(const WindowView& view, const float* values, const ParameterView& parameters,
                             const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                             cudaStream_t stream) {
  const RoundtripInput in{view, values, parameters, scheme.limits, scheme.stablehlo_order};
  with_slot(view, !scheme.stablehlo_order, [&](auto slot, auto usual) {
    const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
    roundtrip_blocks_kernel<slot.value, usual.value><<<blocks, config.threads, 0, stream>>>(in, output);
  });
  check_launch("roundtrip_blocks_kernel");
}

}  // namespace qgpu::cuda
