#pragma once
#include <cstdint>

#include "host/stablehlo/ir/types.hpp"

namespace qgpu::stablehlo {

/// How the bits of a float type are laid out: sign (if any), exponent, significand.
struct FloatFormat {
  enum class Specials {
    kIeee,          ///< infinities and NaNs in the last exponent
    kFinite,        ///< neither (f4, f6)
    kOneNan,        ///< FN: all bits set is NaN, no infinity
    kUnsignedZero,  ///< FNUZ: the pattern of -0 is NaN, no infinity
    kExponentOnly,  ///< f8E8M0FNU: a power of two, 0xFF is NaN
  };
  unsigned width = 32;
  unsigned exponent_bits = 8;
  unsigned significand_bits = 23;  ///< without the implicit one
  int bias = 127;
  Specials specials = Specials::kIeee;

  int max_exponent() const;  ///< of the largest finite value
};

/// f80 and f128 have no format here (nothing evaluates them): an Error of kind kFile.
FloatFormat float_format(FloatKind kind);

/// Rounds to nearest even into the format and gives its bits in the low `width` bits. Beyond the largest finite value:
/// infinity, or where there is none NaN (or, without NaN, the largest value), as MLIR's APFloat does.
std::uint64_t encode_float(double value, const FloatFormat& format);
double decode_float(std::uint64_t bits, const FloatFormat& format);
/// decode(encode(value)).
double round_to_float(double value, FloatKind kind);

double largest_finite(const FloatFormat& format);
double smallest_subnormal(const FloatFormat& format);

}  // namespace qgpu::stablehlo
