#pragma once
// Codes to values without a conversion to float: bytes under the high bits of a power of two are its sum with them.
#include <cuda_fp16.h>

#include "kernels/byte_value.cuh"

namespace qgpu::cuda {

/// Makes a code under it the half 1024 + code; signed codes become 128 more, by their sign flipped.
template <bool kSigned>
inline constexpr std::uint32_t kEvenFlip = kSigned ? 0x64806480u : 0x64006400u;

/// The first and the third byte of a word as halves: 1024 + code, signed codes 128 more. As integers they grow with it.
template <bool kSigned>
__device__ inline std::uint32_t even_codes(std::uint32_t word) {
  std::uint32_t halves;  // (word & 0x00ff00ff) ^ flip, which the compiler makes two instructions of
  asm("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(halves) : "r"(word), "r"(0x00ff00ffu), "r"(kEvenFlip<kSigned>));
  return halves;
}

/// Turns the bytes of words into values of one group: arith::dequantize.
template <bool kSigned>
class CodeValue {
 public:
  __device__ CodeValue(float scale, std::int32_t zero_point)
      : bits_(static_cast<std::int32_t>(arith::bits_of(arith::kRoundingMagic)) - zero_point),
        halves_((0x6400u + (kSigned ? 128 : 0) + zero_point) * 0x00010001u),
        scale_(scale) {}

  /// The value of byte `q`.
  __device__ float operator()(std::uint32_t word, int q) const {
    const std::uint32_t pick = 1u << (8 * q);
    const std::int32_t bits = kSigned
                                  ? __dp4a(static_cast<std::int32_t>(word), static_cast<std::int32_t>(pick), bits_)
                                  : static_cast<std::int32_t>(__dp4a(word, pick, static_cast<std::uint32_t>(bits_)));
    return (__int_as_float(bits) - arith::kRoundingMagic) * scale_;
  }

  /// The values of all four; `even` as even_codes has them. Differences of these halves are exact.
  __device__ float4 operator()(std::uint32_t word, std::uint32_t even) const {
    const float2 steps = __half22float2(__hsub2(as_halves(even), as_halves(halves_)));
    return make_float4(steps.x * scale_, (*this)(word, 1), steps.y * scale_, (*this)(word, 3));
  }

 private:
  static __device__ __half2 as_halves(const std::uint32_t& bits) { return reinterpret_cast<const __half2&>(bits); }

  std::int32_t bits_;     // of the magic number minus the zero point
  std::uint32_t halves_;  // twice what even_codes makes of the zero point
  float scale_;
};

/// The least and the greatest codes of words, which give the range of their values. Bytes are compared as the upper or
/// the only ones of 16-bit halves; what stands below decides nothing.
template <bool kSigned>
class CodeEnds {
 public:
  /// Of two words, with what even_codes makes of them.
  __device__ void see(std::uint32_t word, std::uint32_t other, std::uint32_t even, std::uint32_t other_even) {
    least_even_ = __vimin3_u16x2(least_even_, even, other_even);
    greatest_even_ = __vimax3_u16x2(greatest_even_, even, other_even);
    if constexpr (kSigned) {
      least_odd_ = __vimin3_s16x2(least_odd_, word, other);
      greatest_odd_ = __vimax3_s16x2(greatest_odd_, word, other);
    } else {
      least_odd_ = __vimin3_u16x2(least_odd_, word, other);
      greatest_odd_ = __vimax3_u16x2(greatest_odd_, word, other);
    }
  }

  /// Their values, which grow with the code. At least two words have been seen.
  __device__ void add_to(const CodeValue<kSigned>& value, float& low, float& high) const {
    const std::uint32_t least_upper = (least_even_ ^ kEvenFlip<kSigned>) << 8;
    const std::uint32_t greatest_upper = (greatest_even_ ^ kEvenFlip<kSigned>) << 8;
    const std::uint32_t least = kSigned ? __vmins2(least_odd_, least_upper) : __vminu2(least_odd_, least_upper);
    const std::uint32_t greatest =
        kSigned ? __vmaxs2(greatest_odd_, greatest_upper) : __vmaxu2(greatest_odd_, greatest_upper);
    low = fminf(low, fminf(value(least, 1), value(least, 3)));
    high = fmaxf(high, fmaxf(value(greatest, 1), value(greatest, 3)));
  }

 private:
  std::uint32_t least_even_ = ~0u, greatest_even_ = 0;
  std::uint32_t least_odd_ = kSigned ? 0x7fff7fffu : ~0u, greatest_odd_ = kSigned ? 0x80008000u : 0;
};

}  // namespace qgpu::cuda
