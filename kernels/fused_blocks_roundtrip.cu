// What a round trip of short groups that lie side by side loses, from one read: a warp holds a tile of several groups
// in registers between their ranges and what they lose, and takes 64 groups in a row. 4 bytes read an element; 8
// written a group for its range, and 40 a run of 64 groups, or 32 a group.
#include "kernels/block_derive.cuh"
#include "kernels/block_runs.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

/// kUsual: full slots in ONNX's order.
template <int kSlot, bool kUsual>
__global__ void __launch_bounds__(kMaxThreads, 1)
    fused_blocks_roundtrip_kernel(const __grid_constant__ DerivedInput in, uint2* const keys, WindowCounts* observed,
                                  const __grid_constant__ RoundtripOutput out) {
  using Deal = BlockDeal<kSlot>;
  using Q = BlockQuotient<kUsual>;
  extern __shared__ RunRoom rooms[];  // one a warp
  RunRoom& room = rooms[threadIdx.x / kWarp];
  const int lane = threadIdx.x % kWarp;
  const int block = Deal::owned(lane);
  room.clear(lane);
  LargestError largest = kNoError;
  for (std::uint32_t run = warp_index(); run < num_runs<kSlot>(in.view); run += num_warps()) {
#pragma unroll 1
    for (int turn = 0; turn < kTilesOfRun<kSlot>; ++turn) {
      const std::uint32_t number = run * kTilesOfRun<kSlot> + turn;
      if (number >= num_block_tiles<kSlot>(in.view)) break;
      const BlockPlaces<kSlot, kUsual> places(in.view, number, lane);
      Tile tile;
      places.load(in.values, tile);

      const BlockRange range = range_of_owned(in.view, in.values, places, tile, lane, observed, room.parts);
      const OwnGroup<Q> own(in, in.scheme, places, range, block);
      if (Deal::is_first(lane) && places.has(block)) keys[places.group(block)] = range.keys;

      const int first = turn * Deal::kBlocks;
      const HandedOut handed_out = room.hand_out<kSlot>(first, own.quotient, own.params.scale, lane);
      const BlockSums lost = __any_sync(kAllLanes, own.may_clip)
                                 ? sums_of_owned<Q, kSlot, true>(in, tile, handed_out, room.parts, lane)
                                 : sums_of_owned<Q, kSlot, false>(in, tile, handed_out, room.parts, lane);
      finish_blocks(in, out, places, tile, own.quotient, lost, own.may_clip, room, first, lane);
    }
    room.finish_run(in, out, run, largest, lane);
  }
  room.finish(out, lane);
  finish_largest(in, out, largest, lane);
}

}  // namespace

void launch_fused_blocks_roundtrip(const WindowView& view, const float* values, const GroupState& state,
                                   const SchemeView& scheme, const FusedOutput& output, LaunchConfig config,
                                   cudaStream_t stream) {
  const DerivedInput in{{view, values, {}, scheme.limits, scheme.stablehlo_order}, scheme, state.keys};
  with_slot(view, !scheme.stablehlo_order, [&](auto slot, auto usual) {
    const int warps = std::min(config.threads / kWarp, kMaxRooms);
    fused_blocks_roundtrip_kernel<slot.value, usual.value>
        <<<blocks_for(num_runs<slot.value>(view), warps, config), warps * kWarp, warps * sizeof(RunRoom), stream>>>(
            in, reinterpret_cast<uint2*>(state.keys), output.observed, output.roundtrip);
  });
  check_launch("fused_blocks_roundtrip_kernel");
}

}  // namespace qgpu::cuda
