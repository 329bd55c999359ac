// Ranges where each column is a group: a warp goes down every eighth row of a strip with a range for each of its lanes'
// columns; the block brings its strip together and adds it to the groups' state. 4 bytes read an element.
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/group_range.cuh"

namespace qgpu::cuda {
namespace {

/// The warp's rows again, by elements: finite ones to the ranges, others to the counts.
template <int kV>
__device__ inline void rescan_rows(const WindowView& view, const float* values, const ColumnStrip<kV>& strip,
                                   float (&low)[kV], float (&high)[kV], WindowCounts* counts) {
  const int lane = threadIdx.x % kWarp;
  NonfiniteSeen seen;
#pragma unroll
  for (int v = 0; v < kV; ++v) {
    low[v] = INFINITY;
    high[v] = -INFINITY;
    const std::uint32_t column = lane * kV + v;
    if (column >= strip.columns) continue;
    for (std::uint32_t row = threadIdx.x / kWarp; row < strip.rows; row += kColumnWarps) {
      const std::uint64_t place = strip.place + row * view.pitch + column;
      const float x = values[place];
      if (arith::is_finite(x)) {
        low[v] = fminf(low[v], x);
        high[v] = fmaxf(high[v], x);
      } else {
        seen.see(x, view, place);
      }
    }
  }
  __syncwarp();
  seen.add_to(counts, lane);
}

template <int kV>
__global__ void __launch_bounds__(kColumnThreads, 1)
    ranges_columns_kernel(const __grid_constant__ WindowView view, const float* __restrict__ values,
                          const GroupState state, const SchemeView scheme, WindowCounts* __restrict__ counts) {
  __shared__ float lows[kColumnWarps][kWarp * kV], highs[kColumnWarps][kWarp * kV];
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  const std::uint32_t pitch = static_cast<std::uint32_t>(view.pitch);
  for (std::uint32_t item = blockIdx.x; item < ColumnStrip<kV>::num_items(view); item += gridDim.x) {
    ColumnStrip<kV> strip;
    if (!strip.take(view, item)) continue;
    float low[kV], high[kV];
#pragma unroll
    for (int v = 0; v < kV; ++v) low[v] = INFINITY, high[v] = -INFINITY;
    if (lane * kV < strip.columns) {
#pragma unroll 8
      for (std::uint32_t row = warp; row < strip.rows; row += kColumnWarps) {
        const Lanes<kV> lanes = load_lanes<kV>(values + (strip.place + row * pitch + lane * kV));
#pragma unroll
        for (int v = 0; v < kV; ++v) {
          low[v] = fminf(low[v], lanes.x[v]);
          high[v] = max_or_nan(high[v], lanes.x[v]);
        }
      }
    }
    bool finite = true;
#pragma unroll
    for (int v = 0; v < kV; ++v) finite = finite && low[v] > -INFINITY && high[v] < INFINITY;
    if (!__all_sync(kAllLanes, finite)) rescan_rows<kV>(view, values, strip, low, high, counts);
#pragma unroll
    for (int v = 0; v < kV; ++v) {
      lows[warp][lane * kV + v] = low[v];
      highs[warp][lane * kV + v] = high[v];
    }
    __syncthreads();
    if (threadIdx.x < strip.columns) {
      float l = INFINITY, h = -INFINITY;
#pragma unroll
      for (int w = 0; w < kColumnWarps; ++w) {
        l = fminf(l, lows[w][threadIdx.x]);
        h = fmaxf(h, highs[w][threadIdx.x]);
      }
      const std::uint32_t tiles =
          (static_cast<std::uint32_t>(view.group(strip.first_group).size) + arith::kTileElements - 1) /
          arith::kTileElements;
      add_to_group(state, strip.first_group + threadIdx.x, high_key_of(l, h), low_key_of(l, h), 1, tiles, scheme);
    }
    __syncthreads();
  }
}

}  // namespace

void launch_ranges_columns(const WindowView& view, const float* values, const GroupState& state,
                           const SchemeView& scheme, WindowCounts* counts, LaunchConfig config, cudaStream_t stream) {
  const bool aligned = has_aligned_columns<4>(view);
  const auto kernel = aligned ? ranges_columns_kernel<4> : ranges_columns_kernel<1>;
  const std::uint32_t items = aligned ? ColumnStrip<4>::num_items(view) : ColumnStrip<1>::num_items(view);
  kernel<<<blocks_for(items, 1, config), kColumnThreads, 0, stream>>>(view, values, state, scheme, counts);
  check_launch("ranges_columns_kernel");
}

}  // namespace qgpu::cuda
