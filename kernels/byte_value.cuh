#pragma once
// Codes to values without a conversion: a byte under the high bits of 2^23 is the float 2^23 + byte.
#include "kernels/group_range.cuh"

namespace qgpu::cuda {

/// Turns the bytes of words that `flip` was applied to into values of one group.
class ByteValue {
 public:
  /// `flip`: 0x80808080 for signed codes, which are read as code + 128; else 0.
  __device__ ByteValue(float scale, std::int32_t zero_point, std::uint32_t flip)
      : base_(8388608.0f + static_cast<float>(zero_point + (flip != 0 ? 128 : 0))), scale_(scale) {}
  ByteValue() = default;
  /// Another lane's, among `width` neighbours.
  __device__ ByteValue from_lane(int lane, int width) const {
    ByteValue other;
    other.base_ = __shfl_sync(kAllLanes, base_, lane, width);
    other.scale_ = __shfl_sync(kAllLanes, scale_, lane, width);
    return other;
  }

  /// The value of byte `q`.
  __device__ float operator()(std::uint32_t word, int q) const {
    return (__uint_as_float(__byte_perm(word, 0x4b000000u, 0x7440 + q)) - base_) * scale_;
  }

 private:
  float base_, scale_;
};

/// A scale from which on a product may overflow; such values are no part of a range.
inline constexpr float kLargeScale = 0x1p119f;

/// Widens a range by a value, if it is finite.
__device__ inline void see_value(float value, float& low, float& high) {
  if (!arith::is_finite(value)) return;
  low = fminf(low, value);
  high = fmaxf(high, value);
}

/// The least and the greatest byte of words, which give the range of their values: these grow with the code. Bytes are
/// compared as the upper ones of 16-bit halves; the lower ones decide nothing.
struct CodeRange {
  std::uint32_t least = ~0u, greatest = 0;

  /// All four bytes.
  __device__ void see(std::uint32_t word) {
    least = __vimin3_u16x2(least, word, word << 8);
    greatest = __vimax3_u16x2(greatest, word, word << 8);
  }
  /// The second and the fourth.
  __device__ void see_upper(std::uint32_t word) {
    least = __vminu2(least, word);
    greatest = __vmaxu2(greatest, word);
  }

  __device__ void add_to(const ByteValue& value, float& low, float& high) const {
    const std::uint32_t l = min(least >> 24, least >> 8 & 0xffu);
    const std::uint32_t g = max(greatest >> 24, greatest >> 8 & 0xffu);
    if (l > g) return;  // nothing seen
    low = fminf(low, value(l, 0));
    high = fmaxf(high, value(g, 0));
  }
  /// The same for one of the halves: 0 the lower, 1 the upper.
  __device__ CodeRange half(int which) const {
    const int from = 16 * which;
    return {(least >> from & 0xffffu) | 0xffff0000u, greatest >> from & 0xffffu};
  }
};

/// A block's range of values into the window's. By all its threads, at the end.
__device__ inline void add_value_range(float low, float high, WindowCounts* counts) {
  const uint2 keys = block_max({warp_max(high_key_of(low, high)), warp_max(low_key_of(low, high))});
  if (threadIdx.x < 2 && keys.x > 0) atomicMax(&counts->keys[threadIdx.x], threadIdx.x == 0 ? keys.x : keys.y);
}

}  // namespace qgpu::cuda
