// What a round trip with known parameters loses. A warp takes a tile of 1024 elements of one group at a time and leaves
// its TileStats: reads 4 bytes an element, writes 32 a tile. The tensor's largest error needs its index: each warp
// remembers which of its tiles had the largest, and the block that finishes last searches those that attain the
// maximum.
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/largest_error.cuh"

namespace qgpu::cuda {
namespace {

template <bool kStablehlo, Walk kWalk>
__global__ void __launch_bounds__(kMaxThreads, 1)
    roundtrip_kernel(const __grid_constant__ RoundtripInput in, const __grid_constant__ RoundtripOutput out) {
  const int lane = threadIdx.x % kWarp;
  const std::uint64_t num_groups = in.view.num_groups;
  LargestError largest{-1.0f, 0, kUnknown};
  WarpShare share(in.view);
  Segment segment;
  GroupBox box;
  while (share.next(in.view, segment, box)) {
    const Quotient<kStablehlo> quotient(in.scale(segment.group), in.zero_point(segment.group), in.limits);
    const float scale = in.scale(segment.group);
    LaneCursor<kWalk> cursor(segment, box, lane);
    const auto measure = [&](std::uint32_t number, std::uint32_t size, const Tile& tile) {
      TileStats* const stats = out.tiles + (number * num_groups + segment.group);
      float error;
      if (!sum_tile<true>(tile, size, quotient, scale, lane, stats, error)) {
        error = sum_tile_exactly(in, segment.group, number, stats, out.counts);
      }
      if (out.tile_indices != nullptr) {
        const std::uint64_t index = index_of_error(in, segment.group, number, error);
        if (lane == 0) out.tile_indices[number * num_groups + segment.group] = index;
      }
      see_tile(in, largest, segment.group * in.view.tiles_per_group + number, error);
    };
    std::uint32_t number = segment.number;
    for (; number < segment.vector_end; ++number) {
      Tile tile;
      load_vectors(in.values, cursor.take(), tile);
      measure(number, arith::kTileElements, tile);
    }
    for (; number < segment.end; ++number) {
      const std::uint32_t size = segment.size_of(number);
      Tile tile;
      load_elements(in.values, cursor, size, lane, tile);
      measure(number, size, tile);
    }
    // A group shorter than the longest: its last tiles are not there, but they are copied out.
    for (number = max(number, segment.number) + lane; number < segment.share_end; number += kWarp) {
      out.tiles[number * num_groups + segment.group] = {};
      if (out.tile_indices != nullptr) out.tile_indices[number * num_groups + segment.group] = kUnknown;
    }
  }
  finish_largest(in, out, largest, lane);
}

}  // namespace

void launch_roundtrip(const WindowView& view, const float* values, const ParameterView& parameters,
                      const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                      cudaStream_t stream) {
  if (view.elements == 0) return;
  if (has_columns(view)) return launch_roundtrip_columns(view, values, parameters, scheme, output, config, stream);
  if (has_blocks(view)) return launch_roundtrip_blocks(view, values, parameters, scheme, output, config, stream);
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  with_flag(scheme.stablehlo_order, [&](auto stablehlo) {
    with_walk(walk_of(view), [&](auto walk) {
      roundtrip_kernel<stablehlo.value, walk.value><<<blocks, config.threads, 0, stream>>>(
          RoundtripInput{view, values, parameters, scheme.limits, scheme.stablehlo_order}, output);
    });
  });
  check_launch("roundtrip_kernel");
}

}  // namespace qgpu::cuda
