#pragma once
// Codes to values without a conversion: a sum of integers puts a byte, with its sign, on the bits of a float.
#include "kernels/byte_value.cuh"

namespace qgpu::cuda {

/// Turns the bytes of words into values of one group: arith::dequantize.
template <bool kSigned>
class CodeValue {
 public:
  __device__ CodeValue(float scale, std::int32_t zero_point)
      : bits_(static_cast<std::int32_t>(arith::bits_of(arith::kRoundingMagic)) - zero_point), scale_(scale) {}

  /// The value of byte `q`.
  __device__ float operator()(std::uint32_t word, int q) const {
    const std::uint32_t pick = 1u << (8 * q);
    const std::int32_t bits = kSigned
                                  ? __dp4a(static_cast<std::int32_t>(word), static_cast<std::int32_t>(pick), bits_)
                                  : static_cast<std::int32_t>(__dp4a(word, pick, static_cast<std::uint32_t>(bits_)));
    return (__int_as_float(bits) - arith::kRoundingMagic) * scale_;
  }

 private:
  std::int32_t bits_;  // of the magic number minus the zero point
  float scale_;
};

/// The words whose bytes are the least and the greatest, see CodeRange.
template <bool kSigned>
struct CodeEnds {
  std::uint32_t least = kSigned ? 0x7fff7fffu : ~0u, greatest = kSigned ? 0x80008000u : 0;

  __device__ void see(std::uint32_t word) {
    if constexpr (kSigned) {
      least = __vimin3_s16x2(least, word, word << 8);
      greatest = __vimax3_s16x2(greatest, word, word << 8);
    } else {
      least = __vimin3_u16x2(least, word, word << 8);
      greatest = __vimax3_u16x2(greatest, word, word << 8);
    }
  }

  /// Their values, which grow with the code. At least one word has been seen.
  __device__ void add_to(const CodeValue<kSigned>& value, float& low, float& high) const {
    low = fminf(low, fminf(value(least, 1), value(least, 3)));
    high = fmaxf(high, fmaxf(value(greatest, 1), value(greatest, 3)));
  }
};

}  // namespace qgpu::cuda
