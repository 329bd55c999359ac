// Values of codes: (code - zero point) * scale, with the range of what comes out. A warp takes a tile of 1024 codes of
// one group at a time: 1 byte read and 4 written an element.
#include "kernels/code_value.cuh"
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {
namespace {

template <bool kSigned, Walk kWalk>
__global__ void __launch_bounds__(kMaxThreads, 1)
    dequantize_kernel(const __grid_constant__ WindowView view, const std::uint8_t* __restrict__ codes,
                      const ParameterView parameters, float* __restrict__ values, WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  float low = INFINITY, high = -INFINITY;
  WarpShare share(view);
  Segment segment;
  GroupBox box;
  while (share.next(view, segment, box)) {
    const float scale = parameters.scale[segment.group * parameters.step];
    const CodeValue<kSigned> value(scale, parameters.zero_point[segment.group * parameters.step]);
    LaneCursor<kWalk> cursor(segment.number, box, lane);
    CodeEnds<kSigned> ends;
    std::uint32_t number = segment.number;
    if (scale < kLargeScale) {
      for (; number < segment.vector_end; ++number) {
        const TilePlaces<kWalk> places = cursor.take();
        std::uint32_t words[kTileLoads];
#pragma unroll
        for (int i = 0; i < kTileLoads; ++i) words[i] = *reinterpret_cast<const std::uint32_t*>(places.of(codes, i));
#pragma unroll
        for (int i = 0; i < kTileLoads; ++i) {
          ends.see(words[i]);
          *reinterpret_cast<float4*>(places.of(values, i)) =
              make_float4(value(words[i], 0), value(words[i], 1), value(words[i], 2), value(words[i], 3));
        }
      }
      if (number > segment.number) ends.add_to(value, low, high);
    }
    for (; number < segment.end; ++number) {
      cursor.for_each_element(segment.size_of(number), lane, [&](int, int, std::uint32_t place) {
        values[place] = value(codes[place], 0);
        see_value(values[place], low, high);
      });
    }
  }
  add_value_range(low, high, counts);
}

}  // namespace

void launch_dequantize(const WindowView& view, const std::uint8_t* codes, bool is_signed,
                       const ParameterView& parameters, float* values, WindowCounts* counts, LaunchConfig config,
                       cudaStream_t stream) {
  if (view.elements == 0) return;
  if (has_columns(view)) {
    return launch_dequantize_columns(view, codes, is_signed, parameters, values, counts, config, stream);
  }
  if (has_blocks(view))
    return launch_dequantize_blocks(view, codes, is_signed, parameters, values, counts, config, stream);
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  with_flag(is_signed, [&](auto has_sign) {
    with_walk(walk_of(view), [&](auto walk) {
      dequantize_kernel<has_sign.value, walk.value>
          <<<blocks, config.threads, 0, stream>>>(view, codes, parameters, values, counts);
    });
  });
  check_launch("dequantize_kernel");
}

}  // namespace qgpu::cuda
