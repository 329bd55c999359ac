#pragma once
// One tile of a round trip, by a warp: the quick way, which does without division, and the exact
// way, element by element through arith. A tile goes the exact way where the quick one could miss something: the
// quotient failed (not finite, or far beyond the range), or the largest error is one that only clipped elements reach.
#include "kernels/exact_quotient.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {

struct ScaleAndZeroPoint {
  float scale;
  std::int32_t zero_point;
};

/// What a round trip reads.
struct RoundtripInput {
  WindowView view;
  const float* values;
  ParameterView parameters;
  arith::CodeLimits limits;
  bool stablehlo_order;

  __device__ ScaleAndZeroPoint parameters_of(std::uint32_t group) const {
    return {parameters.scale[group * parameters.step], parameters.zero_point[group * parameters.step]};
  }
};

/// Writes a tile's stats, a sector by one store: lanes 0, 8, 16 and 24 have a sum each, the next ones the rest.
__device__ inline void store_stats(TileStats* out, float tree, std::uint64_t q, float max_error, std::uint32_t finite,
                                   std::uint32_t clipped, int lane) {
  const int word = lane / 8 + 4 * (lane % 8);
  if (word < 8) {
    const std::uint32_t q_word = static_cast<std::uint32_t>(word == 4 ? q : q >> 32);
    const std::uint32_t rest = word == 6 ? __float_as_uint(max_error) : finite | clipped << 16;
    const std::uint32_t own = word < 4 ? __float_as_uint(tree) : word < 6 ? q_word : rest;
    reinterpret_cast<std::uint32_t*>(out)[word] = own;
  }
  __syncwarp();  // the ways seldom gone are functions, which lanes enter together
}

/// Sums the loaded tile by the tree of section 7 and leaves its stats. False where the exact way has to be gone.
/// Elements past the tile's end are 0, and add nothing. `max_error` is the tile's, in every lane. Without kClamp no
/// code may need it, and nothing is clipped.
template <bool kClamp, bool kStablehlo>
__device__ __forceinline__ bool sum_tile(const Tile& tile, std::uint32_t size, const Quotient<kStablehlo>& quotient,
                                         float scale, int lane, TileStats* out, float& max_error) {
  const float k = quotient.reciprocal.k;
  float a[4] = {}, b[4] = {}, x[4] = {}, c[4] = {};
  float squares = 0;  // exact: 32 of at most 255^2 each stay below 2^24
  float largest = 0;
  for_each_value(tile, [&](int, int q, float value) {
    const float t = quotient.unclamped(value);
    const float steps = quotient.steps(quotient.rounded(kClamp ? quotient.clamped(t) : t));
    const float error = arith::absolute_error(value, steps * scale);
    const float scaled = error * k;
    const float y = value * k;
    a[q] += scaled;
    b[q] = fmaf(scaled, scaled, b[q]);
    x[q] = fmaf(y, y, x[q]);
    c[q] = fmaf(y, steps, c[q]);
    squares = fmaf(steps, steps, squares);
    largest = fmaxf(largest, error);
  });
  // The quotient fails only where y is not finite; then its square is not.
  const float x_sum = (x[0] + x[1]) + (x[2] + x[3]);
  if (__any_sync(kAllLanes, !(x_sum < INFINITY))) return false;
  std::uint32_t clipped = 0;
  if (kClamp && __any_sync(kAllLanes, arith::may_be_clipped(largest, scale))) {
    for_each_value(tile, [&](int, int, float value) { clipped += quotient.is_clipped(quotient.unclamped(value)); });
    clipped = warp_sum(clipped);
  }
  const float tree = warp_trees((a[0] + a[1]) + (a[2] + a[3]), (b[0] + b[1]) + (b[2] + b[3]), x_sum,
                                (c[0] + c[1]) + (c[2] + c[3]), lane);
  max_error = __uint_as_float(warp_max(__float_as_uint(largest)));
  store_stats(out, tree, warp_sum(static_cast<std::uint32_t>(squares)), max_error, size, clipped, lane);
  return true;
}

/// The exact way. The largest error, in every lane; -1 where there is no finite element.
template <class In>
__device__ __forceinline__ float sum_tile_exactly_here(const In& in, std::uint32_t group, std::uint32_t number,
                                                       TileStats* out, WindowCounts* counts) {
  const int lane = threadIdx.x % kWarp;
  const TilePlace at(in.view, group, number);
  const auto [scale, z] = in.parameters_of(group);
  const float k = arith::power_of_two(-arith::scale_exponent(scale));
  NonfiniteSeen seen;
  float max_error = 0;
  std::uint32_t finite = 0, clipped = 0;
  unsigned long long squares = 0;
  arith::LaneSums sums, even;  // of accumulators 4 l .. 4 l + q, and of the last even one
#pragma unroll 1
  for (int q = 0; q < 4; ++q) {
    arith::LaneSums one;
#pragma unroll 1
    for (std::uint32_t j = 4 * lane + q; j < at.size; j += arith::kTileLanes) {
      const std::uint64_t place = at.position(j);
      const float x = in.values[place];
      if (!arith::is_finite(x)) {
        seen.see(x, in.view, place);
        continue;
      }
      const std::int32_t code = arith::divided_code(x, scale, z, in.limits, in.stablehlo_order);
      const float error = arith::absolute_error(x, arith::dequantize(code, scale, z));
      arith::accumulate(one, x, error, code - z, k);
      squares += static_cast<unsigned long long>(static_cast<long long>(code - z) * (code - z));
      max_error = fmaxf(max_error, error);
      ++finite;
      clipped += arith::divided_clipped(x, scale, z, in.limits, in.stablehlo_order);
    }
    if (q % 2 == 0) {
      even = one;
      continue;
    }
    const arith::LaneSums pair{even.a + one.a, even.b + one.b, even.x + one.x, even.c + one.c};
    sums = q == 1 ? pair : arith::LaneSums{sums.a + pair.a, sums.b + pair.b, sums.x + pair.x, sums.c + pair.c};
  }
  __syncwarp();
  seen.add_to(counts, lane);
  for (int h = kWarp / 2; h >= 1; h /= 2) squares += __shfl_xor_sync(kAllLanes, squares, h);
  const float largest = __uint_as_float(warp_max(__float_as_uint(max_error)));
  finite = warp_sum(finite);
  store_stats(out, warp_trees(sums.a, sums.b, sums.x, sums.c, lane), squares, largest, finite, warp_sum(clipped), lane);
  __syncwarp();  // the lanes of a function that returns must be together
  return finite > 0 ? largest : -1.0f;
}

/// The same, not inlined: seldom called, and costly to compile.
template <class In>
__device__ __noinline__ inline float sum_tile_exactly(const In& in, std::uint32_t group, std::uint32_t number,
                                                      TileStats* out, WindowCounts* counts) {
  return sum_tile_exactly_here(in, group, number, out, counts);
}

/// The lowest logical index of a finite element of the tile whose error is `error`, in every lane; all bits set where
/// there is none.
template <class In>
__device__ __forceinline__ std::uint64_t index_of_error_here(const In& in, std::uint32_t group, std::uint32_t number,
                                                             float error) {
  const TilePlace at(in.view, group, number);
  const auto [scale, z] = in.parameters_of(group);
  unsigned long long before = 0;
#pragma unroll 1
  for (std::uint32_t j = threadIdx.x % kWarp; j < at.size; j += kWarp) {
    const std::uint64_t place = at.position(j);
    const float x = in.values[place];
    if (!arith::is_finite(x)) continue;
    const std::int32_t code = arith::divided_code(x, scale, z, in.limits, in.stablehlo_order);
    if (arith::absolute_error(x, arith::dequantize(code, scale, z)) != error) continue;
    const unsigned long long here = ~in.view.logical_index(place);
    before = before > here ? before : here;
  }
  __syncwarp();
  return ~warp_max(before);
}

/// The same, not inlined.
template <class In>
__device__ __noinline__ inline std::uint64_t index_of_error(const In& in, std::uint32_t group, std::uint32_t number,
                                                            float error) {
  return index_of_error_here(in, group, number, error);
}

}  // namespace qgpu::cuda
