#pragma once
// One tile to codes, by a warp: without division, and by it.
#include "kernels/exact_quotient.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {

/// The tile again, by division; clipped elements of this lane.
__device__ inline std::uint32_t divide_tile(const WindowView& view, const float* values, std::uint32_t group,
                                            std::uint32_t number, const ParameterView& parameters,
                                            arith::CodeLimits limits, bool stablehlo_order, std::uint8_t* codes,
                                            WindowCounts* counts) {
  const int lane = threadIdx.x % kWarp;
  const TilePlace at(view, group, number);
  const float scale = parameters.scale[group * parameters.step];
  const std::int32_t z = parameters.zero_point[group * parameters.step];
  Divider divider{view, values, codes, limits, stablehlo_order};
#pragma unroll 1
  for (std::uint32_t j = lane; j < at.size; j += kWarp) divider.divide(at.position(j), scale, z);
  __syncwarp();
  divider.seen.add_to(counts, lane);
  return divider.clipped;
}

/// Four codes in a word. `excess` grows to how far an element had to be clamped; NaN where the quotient failed.
template <bool kClamp, class Q>
__device__ __forceinline__ std::uint32_t encode_four(const float4& four, const Q& quotient, float& excess) {
  std::uint32_t code[4];
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const float t = quotient.unclamped(part(four, q));
    const float held = kClamp ? quotient.clamped(t) : t;
    excess = max_or_nan(excess, fabsf(t - held));
    code[q] = quotient.code_bits(quotient.rounded(held));
  }
  return pack_bytes(code[0], code[1], code[2], code[3]);
}

/// Packed codes of a loaded tile, in the order of its loads; clipped elements are added to `clipped`. False where a
/// quotient failed: the tile has to be divided. Without kClamp no code may need it, and no quotient may fail.
template <bool kClamp, bool kStablehlo>
__device__ __forceinline__ bool encode(const Tile& tile, const Quotient<kStablehlo>& quotient,
                                       std::uint32_t (&packed)[kTileLoads], std::uint32_t& clipped) {
  float excess = 0;  // the most that had to be clamped; NaN where the quotient failed
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) packed[i] = encode_four<kClamp>(tile.x[i], quotient, excess);
  if constexpr (!kClamp) return true;
  if (__any_sync(kAllLanes, !(excess < INFINITY))) return false;
  if (excess >= 0.5f) {  // less is rounded away, and not clipped
    for_each_value(tile, [&](int, int, float x) { clipped += quotient.is_clipped(quotient.unclamped(x)); });
  }
  return true;
}

}  // namespace qgpu::cuda
