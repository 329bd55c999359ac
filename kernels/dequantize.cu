// Values of codes: (code - zero point) * scale, with the range of what comes out. A warp takes a tile of 1024 codes of
// one group at a time: 1 byte read and 4 written an element.
#include "kernels/device.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {
namespace {

// A byte under these bits is the float 2^23 + byte: one permutation in place of a conversion.
constexpr std::uint32_t kByteBase = 0x4b000000u;

__global__ void dequantize_kernel(const WindowView view, const std::uint8_t* __restrict__ codes,
                                  const std::uint32_t flip, const ParameterView parameters, float* __restrict__ values,
                                  WindowCounts* __restrict__ counts) {
  const int lane = threadIdx.x % kWarp;
  const std::uint64_t tiles = view.num_tiles();
  float low = INFINITY, high = -INFINITY;
  for (std::uint64_t item = warp_index(); item < tiles; item += num_warps()) {
    const std::uint64_t group = item / view.tiles_per_group;
    const std::uint64_t first = (item - group * view.tiles_per_group) * arith::kTileElements;
    const GroupBox box = view.group(group);
    if (first >= box.size) continue;
    const float scale = parameters.scale[group * parameters.step];
    // Signed codes are read as code + 128.
    const std::int32_t z = parameters.zero_point[group * parameters.step] + (flip != 0 ? 128 : 0);
    const float base = 8388608.0f + static_cast<float>(z);
    const auto value_of = [&](std::uint32_t word, int q) {
      const float shifted = __uint_as_float(__byte_perm(word, kByteBase, 0x7440 + q));
      const float value = (shifted - base) * scale;
      if (arith::is_finite(value)) {
        low = fminf(low, value);
        high = fmaxf(high, value);
      }
      return value;
    };
    const std::uint32_t size = tile_size(box, first);
    if (is_vector_tile(box, size)) {
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) {
        const std::uint64_t place = box.position(first + 128 * i + 4 * lane);
        const std::uint32_t word = *reinterpret_cast<const std::uint32_t*>(codes + place) ^ flip;
        *reinterpret_cast<float4*>(values + place) =
            make_float4(value_of(word, 0), value_of(word, 1), value_of(word, 2), value_of(word, 3));
      }
    } else {
      for_each_element(box, first, size, lane, [&](int, int, std::uint64_t place) {
        values[place] = value_of(std::uint32_t{codes[place]} ^ (flip & 0xff), 0);
      });
    }
  }
  const bool any = low <= high;
  const std::uint32_t high_key = warp_max(any ? range_key(high + 0.0f) : 0u);
  const std::uint32_t low_key = warp_max(any ? range_key(0.0f - low) : 0u);
  if (lane == 0 && high_key > 0) {
    atomicMax(&counts->keys[0], high_key);
    atomicMax(&counts->keys[1], low_key);
  }
}

}  // namespace

void launch_dequantize(const WindowView& view, const std::uint8_t* codes, bool is_signed,
                       const ParameterView& parameters, float* values, WindowCounts* counts, LaunchConfig config,
                       cudaStream_t stream) {
  if (view.elements == 0) return;
  const int blocks = blocks_for(view.num_tiles(), config.threads / kWarp, config);
  dequantize_kernel<<<blocks, config.threads, 0, stream>>>(view, codes, is_signed ? 0x80808080u : 0u, parameters,
                                                           values, counts);
  check_launch("dequantize_kernel");
}

}  // namespace qgpu::cuda
