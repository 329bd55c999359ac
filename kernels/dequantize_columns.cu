// Values of codes where each column has its own parameters: as quantize_columns, the other way round.
#include "kernels/byte_value.cuh"
#include "kernels/columns.cuh"
#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

template <int kV>
__global__ void __launch_bounds__(kColumnThreads, 1)
    dequantize_columns_kernel(const __grid_constant__ WindowView view, const std::uint8_t* __restrict__ codes,
                              const std::uint32_t flip, const ParameterView parameters, float* __restrict__ values,
                              WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  const std::uint32_t pitch = static_cast<std::uint32_t>(view.pitch);
  float low = INFINITY, high = -INFINITY;
  for (std::uint32_t item = blockIdx.x; item < ColumnStrip<kV>::num_items(view); item += gridDim.x) {
    ColumnStrip<kV> strip;
    if (!strip.take(view, item) || lane * kV >= strip.columns) continue;
    const LaneParameters<kV> of(parameters, strip.first_group + lane * kV);
    ByteValue value[kV];
    bool is_large = false;
#pragma unroll
    for (int v = 0; v < kV; ++v) {
      value[v] = ByteValue(of.scale[v], of.zero_point[v], flip);
      is_large = is_large || !(of.scale[v] < kLargeScale);
    }
    CodeRange odd, even;  // of columns 1 and 3, and of 0 and 2
#pragma unroll 4
    for (std::uint32_t row = threadIdx.x / kWarp; row < strip.rows; row += kColumnWarps) {
      const std::uint32_t place = strip.place + row * pitch + lane * kV;
      float x[kV];
      std::uint32_t word;
      if constexpr (kV == 4) {
        word = *reinterpret_cast<const std::uint32_t*>(codes + place) ^ flip;
      } else {
        word = (std::uint32_t{codes[place]} ^ flip) & 0xffu;
      }
#pragma unroll
      for (int v = 0; v < kV; ++v) x[v] = value[v](word, v);
      if (is_large) {
#pragma unroll
        for (int v = 0; v < kV; ++v) see_value(x[v], low, high);
      } else {
        even.see_upper(word << 8);
        if constexpr (kV == 4) odd.see_upper(word);
      }
      if constexpr (kV == 4) {
        *reinterpret_cast<float4*>(values + place) = make_float4(x[0], x[1], x[2], x[3]);
      } else {
        values[place] = x[0];
      }
    }
    if (is_large) continue;
#pragma unroll
    for (int v = 0; v < kV; ++v) (v % 2 == 0 ? even : odd).half(v / 2).add_to(value[v], low, high);
  }
  __syncwarp();
  add_value_range(low, high, counts);
}

}  // namespace

void launch_dequantize_columns(const WindowView& view, const std::uint8_t* codes, bool is_signed,
                               const ParameterView& parameters, float* values, WindowCounts* counts,
                               LaunchConfig config, cudaStream_t stream) {
  const bool aligned = has_aligned_columns<4>(view);
  const auto kernel = aligned ? dequantize_columns_kernel<4> : dequantize_columns_kernel<1>;
  const std::uint32_t items = aligned ? ColumnStrip<4>::num_items(view) : ColumnStrip<1>::num_items(view);
  kernel<<<blocks_for(items, 1, config), kColumnThreads, 0, stream>>>(view, codes, is_signed ? 0x80808080u : 0u,
                                                                      parameters, values, counts);
  check_launch("dequantize_columns_kernel");
}

}  // namespace qgpu::cuda
