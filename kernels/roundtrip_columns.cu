// What a round trip loses where each column is a group. A block takes 1024 rows, one tile, of a strip of columns; warp
// w holds the rows of v[w], v[w + 8], v[w + 16] and v[w + 24] of the summation tree of section 7, so that its first
// steps stay within a thread and the last three go between the warps. 4 bytes read an element, 32 written a tile; the
// last strips first, see WarpShare::previous.
#include "kernels/column_sums.cuh"
#include "kernels/device.cuh"
#include "kernels/largest_error.cuh"
#include "kernels/stats_store.cuh"

namespace qgpu::cuda {
namespace {

template <bool kStablehlo, int kV>
struct ColumnShared {
  static constexpr int kColumns = kWarp * kV;
  float sums[kColumnWarps][kSums][kColumns];
  std::uint32_t max_error[kColumns];
  std::uint32_t squares[kColumns];
  std::uint32_t clipped[kColumns];
};

template <bool kStablehlo, int kV>
__global__ void __launch_bounds__(kColumnThreads, 2)
    roundtrip_columns_kernel(const __grid_constant__ RoundtripInput in, const RoundtripOutput out) {
  __shared__ ColumnShared<kStablehlo, kV> shared;
  constexpr int kColumns = kWarp * kV;
  const int lane = threadIdx.x % kWarp;
  const std::uint32_t warp = threadIdx.x / kWarp;
  const std::uint32_t pitch = static_cast<std::uint32_t>(in.view.pitch);
  LargestError largest{-1.0f, 0, kUnknown};
  const std::uint32_t items = ColumnStrip<kV>::num_items(in.view);
  for (std::uint32_t item = blockIdx.x; item < items; item += gridDim.x) {
    ColumnStrip<kV> strip;
    const bool exists = strip.take(in.view, items - 1 - item);
    TileStats* const stats = out.tiles + strip.tile * in.view.num_groups + strip.first_group;
    if (!exists) {  // nothing is there, but it is copied out
      if (threadIdx.x < strip.columns) stats[threadIdx.x] = {};
      continue;
    }
    if (threadIdx.x < kColumns) {
      shared.max_error[threadIdx.x] = 0;
      shared.squares[threadIdx.x] = 0;
      shared.clipped[threadIdx.x] = 0;
    }
    const bool active = lane * kV < strip.columns;
    const std::uint32_t column = active ? lane * kV : 0;
    const LaneParameters<kV> parameters(in.parameters, strip.first_group + column);
    ColumnLane<kStablehlo, kV> of{};
#pragma unroll
    for (int c = 0; c < kV; ++c) {
      of.scale[c] = parameters.scale[c];
      of.quotient[c] = Quotient<kStablehlo>(parameters.scale[c], parameters.zero_point[c], in.limits);
    }
    const float* const at = in.values + (strip.place + column);
    __syncthreads();

    // v[w] + v[w + 16], v[w + 8] + v[w + 24], and their sum.
#pragma unroll 1
    for (int half = 0; half < 2; ++half) {
      ColumnSums<kV> both;
#pragma unroll 1
      for (int upper = 0; upper < 2; ++upper) {
        ColumnSums<kV> even, pair, v;
#pragma unroll 1
        for (int q = 0; q < 4; ++q) {
          v = sum_rows(of, at, pitch, 4 * (warp + 8 * half + 16 * upper) + q, strip.rows);
          if (q % 2 == 0) {
            even = v;
            continue;
          }
          v += even;
          if (q == 1) pair = v;
        }
        v += pair;
        if (upper == 0)
          both = v;
        else
          both += v;
      }
#pragma unroll
      for (int s = 0; s < kSums; ++s) {
#pragma unroll
        for (int c = 0; c < kV; ++c) {
          float& total = shared.sums[warp][s][lane * kV + c];  // the thread's own until the barrier
          total = half == 0 ? both.v[s][c] : total + both.v[s][c];
        }
      }
    }
#pragma unroll
    for (int c = 0; c < kV; ++c) {
      atomicMax(&shared.max_error[lane * kV + c], __float_as_uint(of.max_error[c]));
      atomicAdd(&shared.squares[lane * kV + c], static_cast<std::uint32_t>(of.squares[c]));
    }
    if (__syncthreads_or(active && of.excess >= 0.5f) != 0 && active) {
#pragma unroll 1
      for (std::uint32_t r = warp; r < strip.rows; r += kColumnWarps) {
        const Lanes<kV> lanes = load_lanes<kV>(at + r * pitch);
#pragma unroll
        for (int c = 0; c < kV; ++c) {
          if (of.quotient[c].is_clipped(of.quotient[c].unclamped(lanes.x[c]))) {
            atomicAdd(&shared.clipped[lane * kV + c], 1u);
          }
        }
      }
    }
    __syncthreads();

    for (std::uint32_t t = threadIdx.x; t < kSums * kColumns; t += kColumnThreads) {
      const std::uint32_t s = t / kColumns, c = t % kColumns;
      float v[kColumnWarps];
#pragma unroll
      for (int w = 0; w < kColumnWarps; ++w) v[w] = shared.sums[w][s][c];
#pragma unroll
      for (int h = kColumnWarps / 2; h >= 1; h /= 2) {
#pragma unroll
        for (int w = 0; w < h; ++w) v[w] += v[w + h];
      }
      shared.sums[0][s][c] = v[0];
    }
    __syncthreads();
    // A warp for 32 columns: stats, and the columns whose sums are not finite the exact way.
    for (std::uint32_t first = warp * kWarp; first < strip.columns; first += kColumnThreads) {
      const std::uint32_t c = first + lane;
      const bool mine = c < strip.columns;
      const std::uint32_t at_column = mine ? c : first;
      const float x = shared.sums[0][2][at_column];
      float error = __uint_as_float(shared.max_error[at_column]);
      const TileStats found{shared.sums[0][0][at_column],
                            shared.sums[0][1][at_column],
                            x,
                            shared.sums[0][3][at_column],
                            shared.squares[at_column],
                            error,
                            static_cast<std::uint16_t>(strip.rows),
                            static_cast<std::uint16_t>(shared.clipped[at_column])};
      store_stats_of_lanes(stats, c, mine, found, lane);
      const auto group_of = [&](int l) { return static_cast<std::uint32_t>(strip.first_group) + first + l; };
      const auto tile_of = [&](int l) { return group_of(l) * in.view.tiles_per_group + strip.tile; };
      __syncwarp();
      for (std::uint32_t failed = __ballot_sync(kAllLanes, mine && !(x < INFINITY)); failed != 0;
           failed &= failed - 1) {
        const int l = __ffs(failed) - 1;
        const float exact = sum_tile_exactly_here(in, group_of(l), strip.tile, stats + first + l, out.counts);
        if (lane == l) error = exact;
      }
      see_tiles(in, out, largest, mine ? error : -1.0f, mine, lane, tile_of);
    }
    __syncthreads();
  }
  finish_largest(in, out, largest, lane);
}

}  // namespace

void launch_roundtrip_columns(const WindowView& view, const float* values, const ParameterView& parameters,
                              const SchemeView& scheme, const RoundtripOutput& output, LaunchConfig config,
                              cudaStream_t stream) {
  with_flag(scheme.stablehlo_order, [&](auto stablehlo) {
    with_flag(has_aligned_columns<2>(view), [&](auto aligned) {
      constexpr int kV = aligned.value ? 2 : 1;
      const int blocks = blocks_for(ColumnStrip<kV>::num_items(view), 1, config);
      roundtrip_columns_kernel<stablehlo.value, kV><<<blocks, kColumnThreads, 0, stream>>>(
          RoundtripInput{view, values, parameters, scheme.limits, scheme.stablehlo_order}, output);
    });
  });
  check_launch("roundtrip_columns_kernel");
}

}  // namespace qgpu::cuda
