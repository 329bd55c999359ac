#pragma once
// One tile of a round trip, by a warp: the quick way, which does without division, counts and indices, and the exact
// way, element by element through arith. A tile goes the exact way where the quick one could miss something: the
// quotient failed (not finite, or far beyond the range), or the largest error is one that only clipped elements reach.
#include "kernels/exact_quotient.cuh"

namespace qgpu::cuda {

/// A tile's place: elements [first, first + 1024) of a group.
struct TilePlace {
  GroupBox box;
  std::uint64_t first;
  float scale;
  std::int32_t zero_point;
};

/// Sums the loaded tile by the tree of section 7. False where the exact way has to be gone; else lane 0 has the result.
/// Elements past the tile's end are 0, and add nothing.
template <bool kStablehlo>
__device__ inline bool sum_tile(const Tile& tile, const Quotient<kStablehlo>& quotient, float scale, TileStats& stats) {
  const float k = quotient.reciprocal.k;
  float a[4] = {}, b[4] = {}, x[4] = {}, c[4] = {};
  float squares = 0;  // exact: 32 of at most 255^2 each stay below 2^24
  float max_error = 0, failed = 0;
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) {
#pragma unroll
    for (int q = 0; q < 4; ++q) {
      const float value = part(tile.x[i], q);
      const float t = quotient.unclamped(value);
      failed = fmaf(t, 0.0f, failed);
      const float steps = quotient.steps(quotient.rounded(quotient.clamped(t)));
      const float error = arith::absolute_error(value, steps * scale);
      const float scaled = error * k;
      const float y = value * k;
      a[q] += scaled;
      b[q] = fmaf(scaled, scaled, b[q]);
      x[q] = fmaf(y, y, x[q]);
      c[q] = fmaf(y, steps, c[q]);
      squares = fmaf(steps, steps, squares);
      max_error = fmaxf(max_error, error);
    }
  }
  // Every clipped element's error reaches half a step but for the roundings of quotient, product and zero point.
  const bool inexact = failed != 0 || !(max_error < scale * (0.5f - 0x1p-14f));
  if (__any_sync(kAllLanes, inexact)) return false;
  stats.a = warp_tree((a[0] + a[1]) + (a[2] + a[3]));
  stats.b = warp_tree((b[0] + b[1]) + (b[2] + b[3]));
  stats.x = warp_tree((x[0] + x[1]) + (x[2] + x[3]));
  stats.c = warp_tree((c[0] + c[1]) + (c[2] + c[3]));
  stats.q = warp_sum(static_cast<std::uint32_t>(squares));
  stats.max_abs_error = __uint_as_float(warp_max(__float_as_uint(max_error)));
  return true;
}

template <bool kStablehlo>
__device__ inline float error_of(float x, const TilePlace& at, arith::CodeLimits limits) {
  const std::int32_t code = divided_code<kStablehlo>(x, at.scale, at.zero_point, limits);
  return arith::absolute_error(x, arith::dequantize(code, at.scale, at.zero_point));
}

/// The exact way; lane 0 has the result.
template <bool kStablehlo>
__device__ __noinline__ TileStats sum_tile_exactly(const WindowView& view, const float* values, const TilePlace& at,
                                                   int lane, arith::CodeLimits limits, WindowCounts* counts) {
  const float k = arith::power_of_two(-arith::scale_exponent(at.scale));
  const std::uint32_t size = tile_size(at.box, at.first);
  NonfiniteSeen seen;
  float max_error = 0;
  std::uint32_t finite = 0, clipped = 0;
  unsigned long long squares = 0;
  arith::LaneSums sums, even;  // of accumulators 4 l .. 4 l + q, and of the last even one
#pragma unroll 1
  for (int q = 0; q < 4; ++q) {
    arith::LaneSums one;
#pragma unroll 1
    for (std::uint32_t j = 4 * lane + q; j < size; j += arith::kTileLanes) {
      const std::uint64_t place = at.box.position(at.first + j);
      const float x = values[place];
      if (!arith::is_finite(x)) {
        seen.see(x, view, place);
        continue;
      }
      const std::int32_t code = divided_code<kStablehlo>(x, at.scale, at.zero_point, limits);
      const float error = arith::absolute_error(x, arith::dequantize(code, at.scale, at.zero_point));
      const std::int32_t steps = code - at.zero_point;
      arith::accumulate(one, x, error, steps, k);
      squares += static_cast<unsigned long long>(static_cast<long long>(steps) * steps);
      max_error = fmaxf(max_error, error);
      ++finite;
      clipped += divided_clipped<kStablehlo>(x, at.scale, at.zero_point, limits);
    }
    if (q % 2 == 0) {
      even = one;
      continue;
    }
    const arith::LaneSums pair{even.a + one.a, even.b + one.b, even.x + one.x, even.c + one.c};
    sums = q == 1 ? pair : arith::LaneSums{sums.a + pair.a, sums.b + pair.b, sums.x + pair.x, sums.c + pair.c};
  }
  seen.add_to(counts, lane);
  TileStats stats;
  stats.a = warp_tree(sums.a);
  stats.b = warp_tree(sums.b);
  stats.x = warp_tree(sums.x);
  stats.c = warp_tree(sums.c);
  for (int h = kWarp / 2; h >= 1; h /= 2) squares += __shfl_down_sync(kAllLanes, squares, h);
  stats.q = squares;
  stats.max_abs_error = __uint_as_float(warp_max(__float_as_uint(max_error)));
  stats.finite = static_cast<std::uint16_t>(warp_sum(finite));
  stats.clipped = static_cast<std::uint16_t>(warp_sum(clipped));
  return stats;
}

/// The lowest logical index of a finite element of the tile whose error is `error`, in every lane; all bits set where
/// there is none.
template <bool kStablehlo>
__device__ __noinline__ std::uint64_t index_of_error(const WindowView& view, const float* values, const TilePlace& at,
                                                     int lane, arith::CodeLimits limits, float error) {
  const std::uint32_t size = tile_size(at.box, at.first);
  unsigned long long before = 0;
  for (std::uint32_t j = lane; j < size; j += kWarp) {
    const std::uint64_t place = at.box.position(at.first + j);
    const float x = values[place];
    if (!arith::is_finite(x) || error_of<kStablehlo>(x, at, limits) != error) continue;
    const unsigned long long here = ~view.logical_index(place);
    before = before > here ? before : here;
  }
  return ~warp_max(before);
}

}  // namespace qgpu::cuda
