// What a round trip with known parameters loses. A warp takes a tile of 1024 elements of one group at a time and leaves
// its TileStats: reads 4 bytes an element, writes 32 a tile; the last tiles first, see WarpShare::previous. The
// tensor's largest error needs its index: see largest_error.cuh.
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
  LargestError largest = kNoError;
  WarpShare share(in.view);
  Segment segment;
  GroupBox box;
  while (share.previous(in.view, segment, box)) {
    const auto [scale, zero_point] = in.parameters_of(segment.group);
    const Quotient<kStablehlo> quotient(scale, zero_point, in.limits);
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
      see_tile(in, largest,
               {error, segment.group * static_cast<std::uint32_t>(in.view.tiles_per_group) + number, kUnknown});
    };
    // A group shorter than the longest: its last tiles are not there, but they are copied out.
    for (std::uint32_t number = max(segment.end, segment.number) + lane; number < segment.share_end; number += kWarp) {
      out.tiles[number * num_groups + segment.group] = {};
      if (out.tile_indices != nullptr) out.tile_indices[number * num_groups + segment.group] = kUnknown;
    }
    std::uint32_t left = segment.end;  // tiles before it are still to be done
    LaneCursor<kWalk> cursor(left - 1, box, lane);
    for (; left > segment.number && left > segment.vector_end; --left, cursor.back()) {
      const std::uint32_t size = segment.size_of(left - 1);
      LaneCursor<kWalk> loading = cursor;
      Tile tile;
      load_elements(in.values, loading, size, lane, tile);
      measure(left - 1, size, tile);
    }
    for (; left > segment.number; --left, cursor.back()) {
      Tile tile;
      load_vectors(in.values, cursor.places(), tile);
      measure(left - 1, arith::kTileElements, tile);
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
