#include "host/stablehlo/ir/float_format.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace qgpu::stablehlo {
namespace {

using Specials = FloatFormat::Specials;

std::uint64_t low_bits(unsigned count) { return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1; }

std::uint64_t nan_bits(const FloatFormat& f, bool negative) {
  const std::uint64_t sign = negative ? std::uint64_t{1} << (f.width - 1) : 0;
  switch (f.specials) {
    case Specials::kUnsignedZero:
      return std::uint64_t{1} << (f.width - 1);
    case Specials::kOneNan:
      return sign | low_bits(f.exponent_bits + f.significand_bits);
    case Specials::kExponentOnly:
      return low_bits(f.width);
    case Specials::kFinite:
      return std::uint64_t{1} << (f.width - 1);  // APFloat makes it -0
    case Specials::kIeee:
      break;
  }
  return sign | (low_bits(f.exponent_bits) << f.significand_bits) | (std::uint64_t{1} << (f.significand_bits - 1));
}

std::uint64_t overflow_bits(const FloatFormat& f, bool negative) {
  if (f.specials == Specials::kIeee)
    return (negative ? std::uint64_t{1} << (f.width - 1) : 0) | (low_bits(f.exponent_bits) << f.significand_bits);
  if (f.specials == Specials::kFinite)
    return (negative ? std::uint64_t{1} << (f.width - 1) : 0) | low_bits(f.width - 1);
  return nan_bits(f, negative);
}

int min_exponent(const FloatFormat& f) { return f.specials == Specials::kExponentOnly ? -f.bias : 1 - f.bias; }

}  // namespace

int FloatFormat::max_exponent() const {
  const int last = static_cast<int>(low_bits(exponent_bits)) - bias;
  return specials == Specials::kIeee || specials == Specials::kExponentOnly ? last - 1 : last;
}

FloatFormat float_format(FloatKind kind) {
  switch (kind) {
    case FloatKind::kF4E2M1FN:
      return {4, 2, 1, 1, Specials::kFinite};
    case FloatKind::kF6E2M3FN:
      return {6, 2, 3, 1, Specials::kFinite};
    case FloatKind::kF6E3M2FN:
      return {6, 3, 2, 3, Specials::kFinite};
    case FloatKind::kF8E3M4:
      return {8, 3, 4, 3, Specials::kIeee};
    case FloatKind::kF8E4M3:
      return {8, 4, 3, 7, Specials::kIeee};
    case FloatKind::kF8E4M3B11FNUZ:
      return {8, 4, 3, 11, Specials::kUnsignedZero};
    case FloatKind::kF8E4M3FN:
      return {8, 4, 3, 7, Specials::kOneNan};
    case FloatKind::kF8E4M3FNUZ:
      return {8, 4, 3, 8, Specials::kUnsignedZero};
    case FloatKind::kF8E5M2:
      return {8, 5, 2, 15, Specials::kIeee};
    case FloatKind::kF8E5M2FNUZ:
      return {8, 5, 2, 16, Specials::kUnsignedZero};
    case FloatKind::kF8E8M0FNU:
      return {8, 8, 0, 127, Specials::kExponentOnly};
    case FloatKind::kBF16:
      return {16, 8, 7, 127, Specials::kIeee};
    case FloatKind::kF16:
      return {16, 5, 10, 15, Specials::kIeee};
    case FloatKind::kTF32:
      return {19, 8, 10, 127, Specials::kIeee};
    case FloatKind::kF32:
      return {32, 8, 23, 127, Specials::kIeee};
    case FloatKind::kF64:
      return {64, 11, 52, 1023, Specials::kIeee};
    case FloatKind::kF80:
    case FloatKind::kF128:
      break;
  }
  throw file_error("stablehlo: unsupported: values of type f80 and f128");
}

double largest_finite(const FloatFormat& f) {
  if (f.specials == Specials::kExponentOnly) return std::ldexp(1.0, f.max_exponent());
  std::uint64_t significand = low_bits(f.significand_bits);
  if (f.specials == Specials::kOneNan) --significand;  // the last pattern is the NaN
  const double fraction = 1.0 + std::ldexp(static_cast<double>(significand), -static_cast<int>(f.significand_bits));
  return std::ldexp(fraction, f.max_exponent());
}

double smallest_subnormal(const FloatFormat& f) {
  return std::ldexp(1.0, min_exponent(f) - static_cast<int>(f.significand_bits));
}

std::uint64_t encode_float(double value, const FloatFormat& f) {
  if (f.width == 64) return std::bit_cast<std::uint64_t>(value);
  const bool negative = std::signbit(value);
  if (std::isnan(value)) return nan_bits(f, negative);
  const bool has_sign = f.specials != Specials::kExponentOnly;
  if (!has_sign && negative) return nan_bits(f, negative);
  if (std::isinf(value)) return overflow_bits(f, negative);
  const std::uint64_t sign = negative ? std::uint64_t{1} << (f.width - 1) : 0;
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return f.specials == Specials::kUnsignedZero || !has_sign ? 0 : sign;

  // Count in units of the last place: the scaling by a power of two is exact, nearbyint rounds once, half to even.
  const int exponent = std::max(std::ilogb(magnitude), min_exponent(f));
  const int unit = exponent - static_cast<int>(f.significand_bits);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(magnitude, -unit)), unit);
  if (rounded > largest_finite(f)) return overflow_bits(f, negative);
  if (rounded == 0) return f.specials == Specials::kUnsignedZero || !has_sign ? 0 : sign;

  const int final_exponent = std::max(std::ilogb(rounded), min_exponent(f));
  const auto units =
      static_cast<std::uint64_t>(std::ldexp(rounded, static_cast<int>(f.significand_bits) - final_exponent));
  const int biased_exponent = final_exponent + f.bias;
  if (!has_sign) return static_cast<std::uint64_t>(biased_exponent);
  const std::uint64_t implicit_one = std::uint64_t{1} << f.significand_bits;
  if (units < implicit_one) return sign | units;  // subnormal
  return sign | (static_cast<std::uint64_t>(biased_exponent) << f.significand_bits) | (units - implicit_one);
}

double decode_float(std::uint64_t bits, const FloatFormat& f) {
  if (f.width == 64) return std::bit_cast<double>(bits);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::uint64_t whole = bits & low_bits(f.width);
  if (f.specials == Specials::kExponentOnly)
    return whole == low_bits(f.width) ? nan : std::ldexp(1.0, static_cast<int>(whole) - f.bias);
  const bool negative = (whole >> (f.width - 1)) & 1;
  const std::uint64_t significand = whole & low_bits(f.significand_bits);
  const auto exponent = static_cast<int>((whole >> f.significand_bits) & low_bits(f.exponent_bits));
  if (f.specials == Specials::kUnsignedZero && whole == std::uint64_t{1} << (f.width - 1)) return nan;
  if (f.specials == Specials::kOneNan && (whole & low_bits(f.width - 1)) == low_bits(f.width - 1)) return nan;
  double magnitude = 0;
  if (f.specials == Specials::kIeee && exponent == static_cast<int>(low_bits(f.exponent_bits))) {
    magnitude = significand ? nan : std::numeric_limits<double>::infinity();
  } else {
    const std::uint64_t units = exponent ? significand | (std::uint64_t{1} << f.significand_bits) : significand;
    magnitude =
        std::ldexp(static_cast<double>(units), std::max(exponent, 1) - f.bias - static_cast<int>(f.significand_bits));
  }
  return negative ? -magnitude : magnitude;
}

double round_to_float(double value, FloatKind kind) {
  const FloatFormat format = float_format(kind);
  return decode_float(encode_float(value, format), format);
}

}  // namespace qgpu::stablehlo
