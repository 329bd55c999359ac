#pragma once
// One tile to codes, by a warp: without division, and by it.
#include "kernels/exact_quotient.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {

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

/// Packed codes of a loaded tile, in the order of its loads; clipped elements are added to `clipped`. False where a
/// quotient failed: the tile has to be divided. Without kClamp no code may need it, and no quotient may fail.
template <bool kClamp, bool kStablehlo>
__device__ __forceinline__ bool encode(const Tile& tile, const Quotient<kStablehlo>& quotient,
                                       std::uint32_t (&packed)[kTileLoads], std::uint32_t& clipped) {
  float excess = 0;  // the most that had to be clamped; NaN where the quotient failed
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) {
    std::uint32_t code[4];
#pragma unroll
    for (int q = 0; q < 4; ++q) {
      const float t = quotient.unclamped(part(tile.x[i], q));
      const float held = kClamp ? quotient.clamped(t) : t;
      excess = max_or_nan(excess, fabsf(t - held));
      code[q] = quotient.code_bits(quotient.rounded(held));
    }
    packed[i] = pack_bytes(code[0], code[1], code[2], code[3]);
  }
  if constexpr (!kClamp) return true;
  if (__any_sync(kAllLanes, !(excess < INFINITY))) return false;
  if (excess >= 0.5f) {  // less is rounded away, and not clipped
    for_each_value(tile, [&](int, int, float x) { clipped += quotient.is_clipped(quotient.unclamped(x)); });
  }
  return true;
}

}  // namespace qgpu::cuda
