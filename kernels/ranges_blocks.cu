// Ranges of short groups that lie side by side: a warp takes a tile of several at a time, and each ends with a lane
// that owns it. Reads each element once, writes 8 bytes a group.
#include "kernels/block_range.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

template <int kSlot, bool kDense>
__global__ void __launch_bounds__(kMaxThreads, 1)
    ranges_blocks_kernel(const __grid_constant__ WindowView view, const float* __restrict__ values,
                         const GroupState state, const SchemeView scheme, WindowCounts* __restrict__ counts) {
  using Deal = BlockDeal<kSlot>;
  const int lane = threadIdx.x % kWarp;
  const int block = Deal::owned(lane);
  for (std::uint32_t number = warp_index(); number < num_block_tiles<kSlot>(view); number += num_warps()) {
    const BlockPlaces<kSlot, kDense> places(view, number, lane);
    Tile tile;
    places.load(values, tile);
    const BlockRange range = range_of_owned(view, values, places, tile, lane, counts, Butterfly{});
    if (Deal::is_first(lane) && places.has(block)) {
      const std::uint32_t group = places.group(block);
      reinterpret_cast<uint2*>(state.keys)[group] = range.keys;
      if (scheme.derivation != Derivation::kNone) {
        const arith::GroupParams params = derive(scheme, range.keys.x, range.keys.y);
        state.scale[group] = params.scale;
        state.zero_point[group] = params.zero_point;
      }
    }
    __syncwarp();
  }
}

}  // namespace

void launch_ranges_blocks(const WindowView& view, const float* values, const GroupState& state,
                          const SchemeView& scheme, WindowCounts* counts, LaunchConfig config, cudaStream_t stream) {
  with_slot(view, true, [&](auto slot, auto dense) {
    const int blocks = blocks_for(num_block_tiles<slot.value>(view), config.threads / kWarp, config);
    ranges_blocks_kernel<slot.value, dense.value>
        <<<blocks, config.threads, 0, stream>>>(view, values, state, scheme, counts);
  });
  check_launch("ranges_blocks_kernel");
}

}  // namespace qgpu::cuda
