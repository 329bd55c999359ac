// Codes of known parameters. A warp takes a tile of 1024 elements of one group at a time: 4 bytes read and 1 written
// an element. Clipped elements are counted where a tile has any; a tile with an element that the quotient cannot do
// (not finite, or far beyond the range) is done again by division.
#include "kernels/device.cuh"
#include "kernels/exact_quotient.cuh"

namespace qgpu::cuda {
namespace {

template <bool kStablehlo>
__device__ __noinline__ std::uint32_t divide_tile(const WindowView& view, const float* values, const GroupBox& box,
                                                  std::uint64_t first, int lane, float scale, std::int32_t z,
                                                  arith::CodeLimits limits, std::uint8_t* codes, WindowCounts* counts) {
  NonfiniteSeen seen;
  std::uint32_t clipped = 0;
  const std::uint32_t size = tile_size(box, first);
  for (std::uint32_t j = lane; j < size; j += kWarp) {
    const std::uint64_t place = box.position(first + j);
    const float x = values[place];
    codes[place] = static_cast<std::uint8_t>(divided_code<kStablehlo>(x, scale, z, limits));
    if (arith::is_finite(x)) {
      clipped += divided_clipped<kStablehlo>(x, scale, z, limits);
    } else {
      seen.see(x, view, place);
    }
  }
  seen.add_to(counts, lane);
  return clipped;
}

template <bool kStablehlo>
__global__ void quantize_kernel(const WindowView view, const float* __restrict__ values, const ParameterView parameters,
                                const arith::CodeLimits limits, std::uint8_t* __restrict__ codes,
                                WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  const std::uint64_t tiles = view.num_tiles();
  std::uint32_t clipped = 0;
  for (std::uint64_t item = warp_index(); item < tiles; item += num_warps()) {
    const std::uint64_t group = item / view.tiles_per_group;
    const std::uint64_t first = (item - group * view.tiles_per_group) * arith::kTileElements;
    const GroupBox box = view.group(group);
    if (first >= box.size) continue;
    const float scale = parameters.scale[group * parameters.step];
    const std::int32_t z = parameters.zero_point[group * parameters.step];
    const Quotient<kStablehlo> quotient(scale, z, limits);
    const std::uint32_t size = tile_size(box, first);
    Tile tile;
    load_tile(values, box, first, size, lane, 0.0f, tile);
    float excess = 0;  // 0 unless an element had to be clamped; NaN where the quotient failed
    std::uint32_t packed[kTileLoads];
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
    if (__any_sync(kAllLanes, !(excess < INFINITY))) {
      clipped += divide_tile<kStablehlo>(view, values, box, first, lane, scale, z, limits, codes, counts);
      continue;
    }
    if (excess > 0) {
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) {
#pragma unroll
        for (int q = 0; q < 4; ++q) clipped += quotient.is_clipped(quotient.unclamped(part(tile.x[i], q)));
      }
    }
    if (is_vector_tile(box, size)) {
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) {
        *reinterpret_cast<std::uint32_t*>(codes + box.position(first + 128 * i + 4 * lane)) = packed[i];
      }
    } else {
      for_each_element(box, first, size, lane, [&](int i, int q, std::uint64_t place) {
        codes[place] = static_cast<std::uint8_t>(packed[i] >> (8 * q));
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
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  if (scheme.stablehlo_order) {
    quantize_kernel<true>
        <<<blocks, config.threads, 0, stream>>>(view, values, parameters, scheme.limits, codes, counts);
  } else {
    quantize_kernel<false>
        <<<blocks, config.threads, 0, stream>>>(view, values, parameters, scheme.limits, codes, counts);
  }
  check_launch("quantize_kernel");
}

}  // namespace qgpu::cuda
