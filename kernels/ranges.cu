// Ranges of groups. A warp takes tiles of 1024 elements of a group, one after the other, and brings their range to the
// group's state by atomics on ordered integers; a block does, where all its tiles are of one group. Reads each element
// once, writes 12 bytes a group. A tile with a NaN or an infinity, which the maxima betray, is gone through again
// element by element.
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/tile_range.cuh"

namespace qgpu::cuda {
namespace {

template <Walk kWalk>
__global__ void __launch_bounds__(kMaxThreads, 1)
    ranges_kernel(const __grid_constant__ WindowView view, const float* __restrict__ values, const GroupState state,
                  const SchemeView scheme, WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  WarpShare share(view);
  Segment segment, of_block;
  GroupBox box;
  const bool one_group = WarpShare::of_block(view, of_block);
  uint2 keys{0, 0};
  while (share.next(view, segment, box)) {
    LaneCursor<kWalk> cursor(segment.number, box, lane);
    BitRange bits;
    const auto take_in = [&](std::uint32_t number, BitRange seen) {
      if (__any_sync(kAllLanes, !seen.is_finite())) {
        const LaneRange finite = rescan_here(view, values, segment.group, number, counts);
        seen = bits;
        if (finite.low <= finite.high) seen.see(finite.low, finite.high);
      }
      bits = seen;
    };
    std::uint32_t number = segment.number;
    for (; number < segment.vector_end; ++number) {
      Tile tile;
      load_vectors(values, cursor.take(), tile);
      BitRange seen = bits;
      seen.see(tile);
      take_in(number, seen);
    }
    for (; number < segment.end; ++number) {
      BitRange seen = bits;
      cursor.for_each_element(segment.size_of(number), lane,
                              [&](int, int, std::uint32_t place) { seen.see(values[place]); });
      take_in(number, seen);
    }
    const LaneRange range = bits.range();
    keys = {warp_max(high_key_of(range.low, range.high)), warp_max(low_key_of(range.low, range.high))};
    if (!one_group && segment.end > segment.number) {
      warp_adds_to_group(state, segment.group, keys, segment.end - segment.number, segment.tiles_of_group(), scheme,
                         lane);
    }
  }
  if (!one_group) return;
  keys = block_max(keys);
  if (threadIdx.x >= kWarp) return;
  WarpShare::place(view, of_block, box);
  if (of_block.end > of_block.number) {
    warp_adds_to_group(state, of_block.group, keys, of_block.end - of_block.number, of_block.tiles_of_group(), scheme,
                       lane);
  }
}

}  // namespace

void launch_ranges(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                   WindowCounts* counts, LaunchConfig config, cudaStream_t stream) {
  if (view.elements == 0) return;
  if (has_columns(view)) return launch_ranges_columns(view, values, state, scheme, counts, config, stream);
  if (has_blocks(view)) return launch_ranges_blocks(view, values, state, scheme, counts, config, stream);
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  with_walk(walk_of(view), [&](auto walk) {
    ranges_kernel<walk.value><<<blocks, config.threads, 0, stream>>>(view, values, state, scheme, counts);
  });
  check_launch("ranges_kernel");
}

bool has_code_for_device() {
  cudaFuncAttributes attributes;
  const cudaError_t status = cudaFuncGetAttributes(&attributes, ranges_kernel<Walk::kUnbroken>);
  if (status == cudaSuccess) return true;
  cudaGetLastError();
  if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction ||
      status == cudaErrorUnsupportedPtxVersion) {
    return false;
  }
  check(status, "cudaFuncGetAttributes");
  return false;
}

}  // namespace qgpu::cuda
