// Codes of short groups that lie side by side, from one read: a warp holds a tile of several in registers between their
// ranges and their codes. Each lane derives the parameters of one group, its own. Reads 4 bytes an element, writes 1,
// and 8 a group for its range.
#include "kernels/block_derive.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

/// kUsual: full slots in ONNX's order.
template <int kSlot, bool kUsual>
__global__ void __launch_bounds__(kMaxThreads, 1)
    fused_blocks_kernel(const __grid_constant__ RoundtripInput in, const __grid_constant__ GroupState state,
                        const __grid_constant__ SchemeView scheme, const __grid_constant__ FusedOutput out) {
  using Deal = BlockDeal<kSlot>;
  const int lane = threadIdx.x % kWarp;
  const int block = Deal::owned(lane);
  std::uint32_t clipped = 0;
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(in.view); number += num_warps()) {
    const BlockPlaces<kSlot, kUsual> places(in.view, number, lane);
    const std::uint32_t group = places.group(block);
    const bool mine = Deal::is_first(lane) && places.has(block);
    Tile tile;
    places.load(in.values, tile);

    const BlockRange range = range_of_owned(in.view, in.values, places, tile, lane, out.observed, Butterfly{});
    const OwnGroup<BlockQuotient<kUsual>> own(in, scheme, places, range, block);
    if (mine) reinterpret_cast<uint2*>(state.keys)[group] = range.keys;

    const bool clamp = __any_sync(kAllLanes, own.may_clip);
    std::uint32_t packed[kTileLoads];
    if (clamp) {
      encode_blocks<kSlot, true>(in, tile, own.quotient, packed);
    } else {
      encode_blocks<kSlot, false>(in, tile, own.quotient, packed);
    }
    places.store(out.codes, packed);
    if ((range.nonfinite != 0) | clamp) {
      if (mine) state.scale[group] = own.params.scale, state.zero_point[group] = own.params.zero_point;
      __syncwarp();
      const std::uint32_t failed = failed_blocks<kSlot>(in, tile, own.quotient);
      clipped += divide_blocks(in, places, failed, out.codes, out.applied);
      clipped += count_clipped<kSlot>(in, tile, own.quotient, failed, lane);
    }
  }
  clipped = warp_sum(clipped);
  if (lane == 0 && clipped > 0) atomicAdd(&out.applied->clipped, clipped);
}

}  // namespace

void launch_fused_blocks(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                         const FusedOutput& output, LaunchConfig config, cudaStream_t stream) {
  const RoundtripInput in{view, values, {state.scale, state.zero_point, 1}, scheme.limits, scheme.stablehlo_order};
  with_slot(view, !scheme.stablehlo_order, [&](auto slot, auto usual) {
    const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
    fused_blocks_kernel<slot.value, usual.value><<<blocks, config.threads, 0, stream>>>(in, state, scheme, output);
  });
  check_launch("fused_blocks_kernel");
}

}  // namespace qgpu::cuda
