#pragma once
// What a thread sums of the columns it holds, by the tree of section 7.
#include "kernels/columns.cuh"
#include "kernels/exact_quotient.cuh"
#include "kernels/tile_walk.cuh"

namespace qgpu::cuda {

inline constexpr int kSums = 4;

/// The four sums of kV columns.
template <int kV>
struct ColumnSums {
  float v[kSums][kV];

  __device__ void operator+=(const ColumnSums& other) {
#pragma unroll
    for (int s = 0; s < kSums; ++s) {
#pragma unroll
      for (int c = 0; c < kV; ++c) v[s][c] += other.v[s][c];
    }
  }
};

/// A thread's part of a strip.
template <bool kStablehlo, int kV>
struct ColumnLane {
  Quotient<kStablehlo> quotient[kV];
  float scale[kV];
  float squares[kV];
  float max_error[kV];
  float excess;  ///< the most that had to be clamped; below 0.5 nothing is clipped

  __device__ void take(const Lanes<kV>& lanes, ColumnSums<kV>& sums) {
#pragma unroll
    for (int c = 0; c < kV; ++c) {
      const float value = lanes.x[c];
      const Quotient<kStablehlo>& q = quotient[c];
      const float t = q.unclamped(value);
      const float held = q.clamped(t);
      excess = fmaxf(excess, fabsf(t - held));
      const float steps = q.steps(q.rounded(held));
      const float error = arith::absolute_error(value, steps * scale[c]);
      const float scaled = error * q.reciprocal.k;
      const float y = value * q.reciprocal.k;
      sums.v[0][c] += scaled;
      sums.v[1][c] = fmaf(scaled, scaled, sums.v[1][c]);
      sums.v[2][c] = fmaf(y, y, sums.v[2][c]);
      sums.v[3][c] = fmaf(y, steps, sums.v[3][c]);
      squares[c] = fmaf(steps, steps, squares[c]);  // exact: 128 rows of at most 255^2 stay below 2^24
      max_error[c] = fmaxf(max_error[c], error);
    }
  }
};

/// One accumulator of the tree: rows m, m + 128, ...; rows past the end are 0 and add nothing.
template <bool kStablehlo, int kV>
__device__ inline ColumnSums<kV> sum_rows(ColumnLane<kStablehlo, kV>& of, const float* __restrict__ at,
                                          std::uint32_t pitch, std::uint32_t m, std::uint32_t rows) {
  ColumnSums<kV> sums{};
  const float* const from = at + m * pitch;
  const std::uint64_t hop = arith::kTileLanes * std::uint64_t{pitch};
  if (rows == arith::kTileElements) {
    Lanes<kV> lanes[kTileLoads];
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) lanes[i] = load_lanes<kV>(from + i * hop);
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) of.take(lanes[i], sums);
  } else {
    constexpr int kAtOnce = 4;
#pragma unroll 1
    for (std::uint32_t row = m; row < rows; row += kAtOnce * arith::kTileLanes) {
      Lanes<kV> lanes[kAtOnce];
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        const std::uint32_t here = row + arith::kTileLanes * i;
        lanes[i] = here < rows ? load_lanes<kV>(at + here * pitch) : Lanes<kV>{};
      }
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) of.take(lanes[i], sums);
    }
  }
  return sums;
}

}  // namespace qgpu::cuda
