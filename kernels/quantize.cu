// Codes of known parameters. A warp takes a tile of 1024 elements of one group at a time: 4 bytes read and 1 written
// an element; the last tiles first, see WarpShare::previous. Clipped elements are counted where a tile has any; a tile
// with an element that the quotient cannot do (not finite, or far beyond the range) is done again by division.
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/encode_tile.cuh"

namespace qgpu::cuda {
namespace {

template <bool kStablehlo, Walk kWalk>
__global__ void __launch_bounds__(kMaxThreads, 1)
    quantize_kernel(const __grid_constant__ WindowView view, const float* __restrict__ values,
                    const __grid_constant__ ParameterView parameters, const arith::CodeLimits limits,
                    std::uint8_t* __restrict__ codes, WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  std::uint32_t clipped = 0;
  WarpShare share(view);
  Segment segment;
  GroupBox box;
  while (share.previous(view, segment, box)) {
    const Quotient<kStablehlo> quotient(parameters.scale[segment.group * parameters.step],
                                        parameters.zero_point[segment.group * parameters.step], limits);
    // Encodes a loaded tile and hands the packed codes to `store`.
    const auto encode_tile = [&](std::uint32_t number, const Tile& tile, auto&& store) {
      std::uint32_t packed[kTileLoads];
      if (encode<true>(tile, quotient, packed, clipped)) {
        store(packed);
      } else {
        clipped += divide_tile(view, values, segment.group, number, parameters, limits, kStablehlo, codes, counts);
      }
    };
    std::uint32_t left = segment.end;  // tiles before it are still to be done
    LaneCursor<kWalk> cursor(left - 1, box, lane);
    for (; left > segment.number && left > segment.vector_end; --left, cursor.back()) {
      const std::uint32_t size = segment.size_of(left - 1);
      LaneCursor<kWalk> loading = cursor, storing = cursor;
      Tile tile;
      load_elements(values, loading, size, lane, tile);
      encode_tile(left - 1, tile, [&](const std::uint32_t(&packed)[kTileLoads]) {
        storing.for_each_element(size, lane, [&](int i, int q, std::uint32_t place) {
          codes[place] = static_cast<std::uint8_t>(packed[i] >> (8 * q));
        });
      });
    }
    for (; left > segment.number; --left, cursor.back()) {
      Tile tile;
      const TilePlaces<kWalk> places = cursor.places();
      load_vectors(values, places, tile);
      encode_tile(left - 1, tile, [&](const std::uint32_t(&packed)[kTileLoads]) {
#pragma unroll
        for (int i = 0; i < kTileLoads; ++i) *reinterpret_cast<std::uint32_t*>(places.of(codes, i)) = packed[i];
      });
    }
  }
  clipped = warp_sum(clipped);
  if (lane == 0 && clipped > 0) atomicAdd(&counts->clipped, clipped);
}

}  // namespace

void launch_quantize(const WindowView& view, const float* values, const ParameterView& parameters,
                     const SchemeView& scheme, std::uint8_t* codes, WindowCounts* counts, LaunchConfig config,
                     cudaStream_t stream) {
  if (view.elements == 0) return;
  if (has_columns(view)) {
    return launch_quantize_columns(view, values, parameters, scheme, codes, counts, config, stream);
  }
  if (has_blocks(view)) return launch_quantize_blocks(view, values, parameters, scheme, codes, counts, config, stream);
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  with_flag(scheme.stablehlo_order, [&](auto stablehlo) {
    with_walk(walk_of(view), [&](auto walk) {
      quantize_kernel<stablehlo.value, walk.value>
          <<<blocks, config.threads, 0, stream>>>(view, values, parameters, scheme.limits, codes, counts);
    });
  });
  check_launch("quantize_kernel");
}

}  // namespace qgpu::cuda
