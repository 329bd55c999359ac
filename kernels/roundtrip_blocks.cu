// What a round trip of short groups that lie side by side loses, with known parameters: a warp takes a tile of several
// groups at a time, and 64 groups in a row. 4 bytes read an element; 40 written a run of 64 groups, or 32 a group.
#include "kernels/block_runs.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

/// kUsual: full slots in ONNX's order.
template <int kSlot, bool kUsual>
__global__ void __launch_bounds__(kMaxThreads, 1)
    roundtrip_blocks_kernel(const __grid_constant__ RoundtripInput in, const __grid_constant__ RoundtripOutput out) {
  using Q = BlockQuotient<kUsual>;
  extern __shared__ RunRoom rooms[];  // one a warp
  RunRoom& room = rooms[threadIdx.x / kWarp];
  const int lane = threadIdx.x % kWarp;
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
      float scale;
      const auto own = given_quotient<Q>(in, places, lane, scale);
      const int first = turn * BlockDeal<kSlot>::kBlocks;
      const HandedOut handed_out = room.hand_out<kSlot>(first, own, scale, lane);
      const BlockSums lost = sums_of_owned<Q, kSlot, true>(in, tile, handed_out, room.parts, lane);
      finish_blocks(in, out, places, tile, own, lost, arith::may_be_clipped(lost.rest.largest, scale), room, first,
                    lane);
    }
    room.finish_run(in, out, run, largest, lane);
  }
  room.finish(out, lane);
  finish_largest(in, out, largest, lane);
}

}  // namespace

void launch_roundtrip_blocks(const WindowView& view, const float* values, const ParameterView& parameters,
                             const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                             cudaStream_t stream) {
  const RoundtripInput in{view, values, parameters, scheme.limits, scheme.stablehlo_order};
  with_slot(view, !scheme.stablehlo_order, [&](auto slot, auto usual) {
    const int warps = std::min(config.threads / kWarp, kMaxRooms);
    roundtrip_blocks_kernel<slot.value, usual.value>
        <<<blocks_for(num_runs<slot.value>(view), warps, config), warps * kWarp, warps * sizeof(RunRoom), stream>>>(
            in, output);
  });
  check_launch("roundtrip_blocks_kernel");
}

bool folds_groups(const WindowView& view) { return has_blocks(view); }

}  // namespace qgpu::cuda
