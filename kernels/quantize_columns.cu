// Codes where each column has its own parameters: a warp goes down every eighth row of a strip, with the parameters of
// its lanes' columns in registers. 4 bytes read and 1 written an element; the last strips first, see
// WarpShare::previous.
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/exact_quotient.cuh"

namespace qgpu::cuda {
namespace {

/// The warp's rows again, by division; clipped elements of this lane.
template <int kV>
__device__ inline std::uint32_t divide_rows(Divider divider, const ColumnStrip<kV>& strip,
                                            const ParameterView& parameters, WindowCounts* counts) {
  const int lane = threadIdx.x % kWarp;
  for (std::uint32_t column = lane; column < strip.columns; column += kWarp) {
    const std::uint64_t group = (strip.first_group + column) * parameters.step;
    const float scale = parameters.scale[group];
    const std::int32_t z = parameters.zero_point[group];
    for (std::uint32_t row = threadIdx.x / kWarp; row < strip.rows; row += kColumnWarps) {
      divider.divide(strip.place + row * divider.view.pitch + column, scale, z);
    }
  }
  __syncwarp();
  divider.seen.add_to(counts, lane);
  return divider.clipped;
}

/// Codes of a lane's columns in kRows rows. Raises `excess`, and counts what is clipped.
template <int kRows, int kV, bool kStablehlo>
__device__ __forceinline__ void encode_rows(const float* __restrict__ from, std::uint8_t* __restrict__ to,
                                            std::uint32_t hop, const Quotient<kStablehlo> (&quotient)[kV],
                                            float& excess, std::uint32_t& clipped) {
  Lanes<kV> lanes[kRows];
#pragma unroll
  for (int r = 0; r < kRows; ++r) lanes[r] = load_lanes<kV>(from + r * hop);
  float beyond = 0;
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    std::uint32_t code[4] = {};
#pragma unroll
    for (int v = 0; v < kV; ++v) {
      const float t = quotient[v].unclamped(lanes[r].x[v]);
      const float held = quotient[v].clamped(t);
      beyond = max_or_nan(beyond, fabsf(t - held));
      code[v] = quotient[v].code_bits(quotient[v].rounded(held));
    }
    if constexpr (kV == 4) {
      *reinterpret_cast<std::uint32_t*>(to + r * hop) = pack_bytes(code[0], code[1], code[2], code[3]);
    } else {
      to[r * hop] = static_cast<std::uint8_t>(code[0]);
    }
  }
  excess = max_or_nan(excess, beyond);
  if (!(beyond >= 0.5f)) return;  // less is rounded away, and not clipped
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
#pragma unroll
    for (int v = 0; v < kV; ++v) clipped += quotient[v].is_clipped(quotient[v].unclamped(lanes[r].x[v]));
  }
}

template <bool kStablehlo, int kV>
__global__ void __launch_bounds__(kColumnThreads, 1)
    quantize_columns_kernel(const __grid_constant__ WindowView view, const float* __restrict__ values,
                            const ParameterView parameters, const arith::CodeLimits limits,
                            std::uint8_t* __restrict__ codes, WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  const std::uint32_t pitch = static_cast<std::uint32_t>(view.pitch);
  std::uint32_t clipped = 0;
  const std::uint32_t items = ColumnStrip<kV>::num_items(view);
  for (std::uint32_t item = blockIdx.x; item < items; item += gridDim.x) {
    ColumnStrip<kV> strip;
    if (!strip.take(view, items - 1 - item)) continue;
    const bool active = lane * kV < strip.columns;
    const std::uint32_t column = active ? lane * kV : 0;
    const LaneParameters<kV> of(parameters, strip.first_group + column);
    Quotient<kStablehlo> quotient[kV];
#pragma unroll
    for (int v = 0; v < kV; ++v) quotient[v] = Quotient<kStablehlo>(of.scale[v], of.zero_point[v], limits);
    float excess = 0;  // the most that had to be clamped; NaN where a quotient failed
    std::uint32_t clipped_here = 0;
    if (active) {
      const std::uint32_t hop = kColumnWarps * pitch;
      const float* from = values + (strip.place + threadIdx.x / kWarp * pitch + column);
      std::uint8_t* to = codes + (strip.place + threadIdx.x / kWarp * pitch + column);
      std::uint32_t row = threadIdx.x / kWarp;
      for (; row + 3 * kColumnWarps < strip.rows; row += 4 * kColumnWarps, from += 4 * hop, to += 4 * hop) {
        encode_rows<4, kV>(from, to, hop, quotient, excess, clipped_here);
      }
      for (; row < strip.rows; row += kColumnWarps, from += hop, to += hop) {
        encode_rows<1, kV>(from, to, hop, quotient, excess, clipped_here);
      }
    }
    __syncwarp();
    if (__any_sync(kAllLanes, !(excess < INFINITY))) {
      clipped_here = divide_rows<kV>({view, values, codes, limits, kStablehlo}, strip, parameters, counts);
    }
    clipped += clipped_here;
  }
  clipped = warp_sum(clipped);
  if (lane == 0 && clipped > 0) atomicAdd(&counts->clipped, clipped);
}

}  // namespace

void launch_quantize_columns(const WindowView& view, const float* values, const ParameterView& parameters,
                             const SchemeView& scheme, std::uint8_t* codes, WindowCounts* counts, LaunchConfig config,
                             cudaStream_t stream) {
  with_flag(scheme.stablehlo_order, [&](auto stablehlo) {
    with_flag(has_aligned_columns<4>(view), [&](auto aligned) {
      constexpr int kV = aligned.value ? 4 : 1;
      const int blocks = blocks_for(ColumnStrip<kV>::num_items(view), 1, config);
      quantize_columns_kernel<stablehlo.value, kV>
          <<<blocks, kColumnThreads, 0, stream>>>(view, values, parameters, scheme.limits, codes, counts);
    });
  });
  check_launch("quantize_columns_kernel");
}

}  // namespace qgpu::cuda
