// Short groups that lie side by side, from one read: a warp holds a tile of several in registers between their ranges
// and what follows: codes, or what they lose. Each lane derives the parameters of one group, its own. Reads 4 bytes an
// element, writes 1 where codes are wanted, and 8 a group for its range.
#include "kernels/block_range.cuh"
#include "kernels/block_sums.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

/// kCodes: codes are wanted; else a round trip. kUsual: full slots in ONNX's order.
template <bool kCodes, int kSlot, bool kUsual>
__global__ void __launch_bounds__(kMaxThreads, 1)
    fused_blocks_kernel(const __grid_constant__ RoundtripInput in, const __grid_constant__ GroupState state,
                        const __grid_constant__ SchemeView scheme, const __grid_constant__ FusedOutput out) {
  using Deal = BlockDeal<kSlot>;
  const int lane = threadIdx.x % kWarp;
  const int block = Deal::owned(lane);
  LargestError largest{-1.0f, 0, kUnknown};
  std::uint32_t clipped = 0;
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(in.view); number += num_warps()) {
    const BlockPlaces<kSlot, kUsual> places(in.view, number, lane);
    const std::uint32_t group = places.group(block);
    const bool mine = Deal::is_first(lane) && places.has(block);
    Tile tile;
    places.load(in.values, tile);

    // The ranges of the groups, and their parameters.
    const BlockRange range = range_of_owned(in.view, in.values, places, tile, lane, out.observed);
    const arith::GroupParams params = derive(scheme, range.keys.x, range.keys.y);
    const auto own = make_quotient<BlockQuotient<kUsual>>(in, params.scale, params.zero_point);
    if (mine) reinterpret_cast<uint2*>(state.keys)[group] = range.keys;
    const auto leave_parameters = [&] {
      if (mine) state.scale[group] = params.scale, state.zero_point[group] = params.zero_point;
      __syncwarp();
    };
    // Also where there is nothing finite, and then nothing holds.
    const float low = -value_of_key(range.keys.y), high = value_of_key(range.keys.x);
    const bool may_clip = places.has(block) && !own.holds(low, high);
    const bool clamp = __any_sync(kAllLanes, may_clip);

    if constexpr (kCodes) {
      std::uint32_t packed[kTileLoads];
      if (clamp) {
        encode_blocks<kSlot, true>(in, tile, own, packed);
      } else {
        encode_blocks<kSlot, false>(in, tile, own, packed);
      }
      places.store(out.codes, packed);
      if ((range.nonfinite != 0) | clamp) {
        leave_parameters();
        const std::uint32_t failed = failed_blocks<kSlot>(in, tile, own);
        clipped += divide_blocks(in, places, failed, out.codes, out.applied);
        clipped += count_clipped<kSlot>(in, tile, own, failed, lane);
      }
    } else {
      leave_parameters();  // for the exact way, and for the search of the largest error
      const PartSums sums = clamp ? sums_of_owned<kSlot, true>(in, tile, own, params.scale, lane)
                                  : sums_of_owned<kSlot, false>(in, tile, own, params.scale, lane);
      finish_blocks(in, out.roundtrip, places, tile, own, sums, may_clip, largest, lane, OwnStats{in, out.roundtrip});
    }
  }
  if constexpr (kCodes) {
    clipped = warp_sum(clipped);
    if (lane == 0 && clipped > 0) atomicAdd(&out.applied->clipped, clipped);
  } else {
    finish_largest(in, out.roundtrip, largest, lane);
  }
}

}  // namespace

void launch_fused_blocks(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                         const FusedOutput& output, LaunchConfig config, cudaStream_t stream) {
  const RoundtripInput in{view, values, {state.scale, state.zero_point, 1}, scheme.limits, scheme.stablehlo_order};
  with_flag(output.codes != nullptr, [&](auto codes) {
    with_slot(view, !scheme.stablehlo_order, [&](auto slot, auto usual) {
      const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
      fused_blocks_kernel<codes.value, slot.value, usual.value>
          <<<blocks, config.threads, 0, stream>>>(in, state, scheme, output);
    });
  });
  check_launch("fused_blocks_kernel");
}

}  // namespace qgpu::cuda
