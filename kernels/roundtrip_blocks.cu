// What a round trip of short groups that lie side by side loses, with known parameters: a warp takes a tile of several
// groups at a time. 4 bytes read an element, 32 written a group.
#include "kernels/block_sums.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

template <bool kStablehlo, int kSlot, bool kDense>
__global__ void __launch_bounds__(kMaxThreads, 1)
    roundtrip_blocks_kernel(const __grid_constant__ RoundtripInput in, const __grid_constant__ RoundtripOutput out) {
  const int lane = threadIdx.x % kWarp;
  LargestError largest{-1.0f, 0, kUnknown};
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(in.view); number += num_warps()) {
    const BlockPlaces<kSlot, kDense> places(in.view, number, lane);
    Tile tile;
    places.load(in.values, tile);
    float scale;
    const auto own = given_quotient<kStablehlo>(places, in.parameters, in.limits, lane, scale);
    const PartSums sums = sums_of_owned<kSlot, true>(tile, own, scale, in.limits, lane);
    finish_blocks<kStablehlo>(in, out, places, tile, own, sums, arith::may_be_clipped(sums.largest, scale), largest,
                              lane);
  }
  finish_largest<kStablehlo>(in, out, largest, lane);
}

}  // namespace

void launch_roundtrip_blocks(const WindowView& view, const float* values, const ParameterView& parameters,
                             const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                             cudaStream_t stream) {
  const RoundtripInput in{view, values, parameters, scheme.limits};
  with_flag(scheme.stablehlo_order, [&](auto stablehlo) {
    with_slot(view, [&](auto slot, auto dense) {
      const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
      roundtrip_blocks_kernel<stablehlo.value, slot.value, dense.value>
          <<<blocks, config.threads, 0, stream>>>(in, output);
    });
  });
  check_launch("roundtrip_blocks_kernel");
}

}  // namespace qgpu::cuda
