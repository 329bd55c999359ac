// Codes of known parameters. A warp takes a tile of 1024 elements of one group at a time: 4 bytes read and 1 written
// an element. Clipped elements are counted where a tile has any; a tile with an element that the quotient cannot do
// (not finite, or far beyond the range) is done again by division.
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/exact_quotient.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {
namespace {

/// The tile again, by division; clipped elements of this lane.
template <bool kStablehlo>
__device__ inline std::uint32_t divide_tile(const WindowView& view, const float* values, std::uint32_t group,
                                            std::uint32_t number, const ParameterView& parameters,
                                            arith::CodeLimits limits, std::uint8_t* codes, WindowCounts* counts) {
  const int lane = threadIdx.x % kWarp;
  const TilePlace at(view, group, number);
  const float scale = parameters.scale[group * parameters.step];
  const std::int32_t z = parameters.zero_point[group * parameters.step];
  NonfiniteSeen seen;
  std::uint32_t clipped = 0;
#pragma unroll 1
  for (std::uint32_t j = lane; j < at.size; j += kWarp) {
    const std::uint64_t place = at.position(j);
    const float x = values[place];
    codes[place] = static_cast<std::uint8_t>(divided_code<kStablehlo>(x, scale, z, limits));
    if (arith::is_finite(x)) {
      clipped += divided_clipped<kStablehlo>(x, scale, z, limits);
    } else {
      seen.see(x, view, place);
    }
  }
  __syncwarp();
  seen.add_to(counts, lane);
  return clipped;
}

/// Packed codes of a loaded tile, in the order of its loads. What had to be clamped adds to `excess`; a quotient that
/// failed makes it NaN.
template <bool kStablehlo>
__device__ inline void encode(const Tile& tile, const Quotient<kStablehlo>& quotient,
                              std::uint32_t (&packed)[kTileLoads], float& excess) {
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) {
    std::uint32_t code[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
      const float t = quotient.unclamped(part(tile.x[i], q));
      const float held = quotient.clamped(t);
      excess += fabsf(t - held);
      code[q] = quotient.code_bits(quotient.rounded(held));
    }
    packed[i] = pack_bytes(code[0], code[1], code[2], code[3]);
  }
}

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
  while (share.next(view, segment, box)) {
    const Quotient<kStablehlo> quotient(parameters.scale[segment.group * parameters.step],
                                        parameters.zero_point[segment.group * parameters.step], limits);
    LaneCursor<kWalk> cursor(segment, box, lane);
    // Encodes a loaded tile and hands the packed codes to `store`.
    const auto encode_tile = [&](std::uint32_t number, const Tile& tile, auto&& store) {
      float excess = 0;
      std::uint32_t packed[kTileLoads];
      encode(tile, quotient, packed, excess);
      if (__any_sync(kAllLanes, !(excess < INFINITY))) {
        clipped += divide_tile<kStablehlo>(view, values, segment.group, number, parameters, limits, codes, counts);
        return;
      }
      if (excess > 0) {
        for_each_value(tile, [&](int, int, float x) { clipped += quotient.is_clipped(quotient.unclamped(x)); });
      }
      store(packed);
    };
    std::uint32_t number = segment.number;
    for (; number < segment.vector_end; ++number) {
      Tile tile;
      const TilePlaces<kWalk> places = cursor.take();
      load_vectors(values, places, tile);
      encode_tile(number, tile, [&](const std::uint32_t(&packed)[kTileLoads]) {
#pragma unroll
        for (int i = 0; i < kTileLoads; ++i) *reinterpret_cast<std::uint32_t*>(places.of(codes, i)) = packed[i];
      });
    }
    for (; number < segment.end; ++number) {
      const std::uint32_t size = segment.size_of(number);
      LaneCursor<kWalk> begin = cursor;
      Tile tile;
      load_elements(values, cursor, size, lane, tile);
      encode_tile(number, tile, [&](const std::uint32_t(&packed)[kTileLoads]) {
        begin.for_each_element(size, lane, [&](int i, int q, std::uint32_t place) {
          codes[place] = static_cast<std::uint8_t>(packed[i] >> (8 * q));
        });
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
