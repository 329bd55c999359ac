// Values of codes: (code - zero point) * scale, with the range of what comes out. A warp takes a tile of 1024 codes of
// one group at a time: 1 byte read and 4 written an element.
#include "kernels/code_value.cuh"
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {
namespace {

constexpr std::uint32_t kFour = 4;  // codes of a word, values of a 16-byte store

/// Loads all of a lane's words of `kTiles` tiles before it stores a value.
template <int kTiles, bool kSigned, Walk kWalk>
__device__ inline void convert(const std::uint32_t* codes, float4* values, const TilePlaces<kWalk, kFour>& places,
                               const CodeValue<kSigned>& value, CodeEnds<kSigned>& ends) {
  std::uint32_t words[kTiles * kTileLoads];
#pragma unroll
  for (int i = 0; i < kTiles * kTileLoads; ++i) words[i] = *places.of(codes, i);
#pragma unroll
  for (int i = 0; i < kTiles * kTileLoads; i += 2) {
    const std::uint32_t even[2] = {even_codes<kSigned>(words[i]), even_codes<kSigned>(words[i + 1])};
    ends.see(words[i], words[i + 1], even[0], even[1]);
    *places.of(values, i) = value(words[i], even[0]);
    *places.of(values, i + 1) = value(words[i + 1], even[1]);
  }
}

/// The same for `tiles` that lie one after the other from `place` on: four at a time, for enough bytes under way.
template <bool kSigned>
__device__ inline void convert_run(const std::uint32_t* codes, float4* values, std::uint32_t place, std::uint32_t tiles,
                                   const CodeValue<kSigned>& value, CodeEnds<kSigned>& ends) {
  using Run = TilePlaces<Walk::kUnbroken, kFour>;
  constexpr std::uint32_t kAtOnce = 4, kTileWords = arith::kTileElements / kFour;
  const std::uint32_t end = place + tiles * kTileWords;
  const std::uint32_t rest = end - tiles % kAtOnce * kTileWords;
#pragma unroll 1
  for (; place != rest; place += kAtOnce * kTileWords) convert<kAtOnce>(codes, values, Run{{place}}, value, ends);
#pragma unroll 1
  for (; place != end; place += kTileWords) convert<1>(codes, values, Run{{place}}, value, ends);
}

/// The tiles of a segment that are whole and come in aligned fours.
template <bool kSigned, Walk kWalk>
__device__ inline void convert_vectors(const std::uint32_t* codes, float4* values, const Segment& segment,
                                       const GroupBox& box, int lane, const CodeValue<kSigned>& value,
                                       CodeEnds<kSigned>& ends) {
  LaneCursor<kWalk, kFour> cursor(segment.number, box, lane);
  std::uint32_t left = segment.vector_end - segment.number;
  if constexpr (kWalk == Walk::kNarrow) {
    TilePlaces<kWalk, kFour> places = cursor.take();
#pragma unroll 1
    for (; left > 0; --left) {
      convert<1>(codes, values, places, value, ends);
      cursor.take_next(places);
    }
  } else {
    while (left > 0) {
      const std::uint32_t run = cursor.tiles_of_run(left);
      if (run > 0) {
        convert_run(codes, values, cursor.take_run(run), run, value, ends);
      } else {
        convert<1>(codes, values, cursor.take(), value, ends);
      }
      left -= run > 0 ? run : 1;
    }
  }
}

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
    std::uint32_t number = segment.number;
    if (scale < kLargeScale && number < segment.vector_end) {
      CodeEnds<kSigned> ends;
      convert_vectors<kSigned, kWalk>(reinterpret_cast<const std::uint32_t*>(codes), reinterpret_cast<float4*>(values),
                                      segment, box, lane, value, ends);
      ends.add_to(value, low, high);
      number = segment.vector_end;
    }
    if (number >= segment.end) continue;
    LaneCursor<kWalk> cursor(number, box, lane);
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
