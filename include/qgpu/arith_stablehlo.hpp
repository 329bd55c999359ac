#pragma once
#include <cmath>
#include <cstdint>

#include "qgpu/expressed_types.hpp"
#include "qgpu/hd.hpp"

// Every expression that decides a bit of a quantized StableHLO program, for host and device. `Expressed` is one of
// F16, BF16, F32, F64; scales and zero points passed as Expressed::Compute are already rounded to that type.
// Sources: the StableHLO specification (quantized computations), the TOSA specification (RESCALE).
namespace qgpu::stablehlo {

/// The limits of a storage type: `bits` in 1..64.
QGPU_HD inline std::int64_t storage_min(int bits, bool is_signed) {
  return is_signed ? -static_cast<std::int64_t>((std::uint64_t{1} << (bits - 1)) - 1) - 1 : 0;
}
QGPU_HD inline std::int64_t storage_max(int bits, bool is_signed) {
  return static_cast<std::int64_t>((~std::uint64_t{0} >> (64 - bits)) >> (is_signed ? 1 : 0));
}

/// The op maximum on floats: NaN wins, of two the left one; -0 is less than +0.
template <class Compute>
QGPU_HD inline Compute maximum(Compute a, Compute b) {
  if (a != a) return a;
  if (b != b) return b;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
/// The op minimum on floats, likewise.
template <class Compute>
QGPU_HD inline Compute minimum(Compute a, Compute b) {
  if (a != a) return a;
  if (b != b) return b;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

/// Keeps the low `bits` of `value` and reads them as that storage type (integer conversion in StableHLO wraps).
QGPU_HD inline std::int64_t wrap_to_storage(std::int64_t value, int bits, bool is_signed) {
  const int unused = 64 - bits;
  const std::uint64_t top = static_cast<std::uint64_t>(value) << unused;
  return is_signed ? static_cast<std::int64_t>(top) >> unused : static_cast<std::int64_t>(top >> unused);
}

/// Truncates toward zero and saturates to [lowest, highest] (at most 63 bits and a sign); NaN gives 0.
QGPU_HD inline std::int64_t saturate_to_integer(double value, std::int64_t lowest, std::int64_t highest) {
  if (value != value) return 0;
  if (value >= static_cast<double>(highest)) return highest;
  if (value <= static_cast<double>(lowest)) return lowest;
  return static_cast<std::int64_t>(value);
}

/// How a real number becomes a stored integer. The range is that of the quantized type (`<min:max>`), in the expressed
/// type, where it may have been rounded outward; the storage type's own limits then saturate.
template <class Expressed>
struct QuantizeTarget {
  using Compute = typename Expressed::Compute;
  Compute scale;
  Compute zero_point;
  Compute range_min;
  Compute range_max;
  std::int64_t storage_min;
  std::int64_t storage_max;
};

/// real = (stored - zero_point) * scale, each step rounded. The difference is taken in `Wide`: 32 bits are enough for
/// storage of up to 16 (127 - (-128) does not fit its own type), 64 for the rest.
template <class Expressed, class Wide = std::int64_t>
QGPU_HD inline typename Expressed::Compute dequantize(Wide stored, Wide zero_point, typename Expressed::Compute scale) {
  using Compute = typename Expressed::Compute;
  return Expressed::round(Expressed::round(static_cast<Compute>(stored - zero_point)) * scale);
}

/// Nearest integer, ties to even: rint in the default rounding mode, in a form that compilers vectorise.
QGPU_HD inline float round_half_even(float value) {
  const float magnitude = fabsf(value);
  return magnitude < 0x1p23f ? copysignf((magnitude + 0x1p23f) - 0x1p23f, value) : value;
}
QGPU_HD inline double round_half_even(double value) {
  const double magnitude = fabs(value);
  return magnitude < 0x1p52 ? copysign((magnitude + 0x1p52) - 0x1p52, value) : value;
}

/// Clamps before rounding half to even, as the specification does; NaN passes the clamp.
template <class Compute>
QGPU_HD inline Compute clamp_then_round(Compute value, Compute range_min, Compute range_max) {
  if (value < range_min) value = range_min;
  if (value > range_max) value = range_max;
  return round_half_even(value);
}

/// stored = RNE(clamp(real / scale + zero_point)): a division, not a product with the reciprocal. NaN is stored as 0.
template <class Expressed>
QGPU_HD inline std::int64_t quantize(typename Expressed::Compute real, const QuantizeTarget<Expressed>& target) {
  auto value = Expressed::round(real / target.scale);
  value = Expressed::round(value + target.zero_point);
  value = clamp_then_round(value, target.range_min, target.range_max);
  return saturate_to_integer(static_cast<double>(value), target.storage_min, target.storage_max);
}

/// quantize for f32 and storage of up to 16 bits, whose limits float32 holds: nothing is left to saturate.
QGPU_HD inline std::int32_t quantize_narrow(float real, const QuantizeTarget<F32>& target) {
  float value = real / target.scale;
  value = value + target.zero_point;
  value = clamp_then_round(value, target.range_min, target.range_max);
  return static_cast<std::int32_t>(value == value ? value : 0.0f);
}

/// The one scale and offset that replace dequantize and quantize in the reference's lowering. Both are double; they
/// become float32 where they are used.
struct MergedRescale {
  double scale;
  double zero_point;
};
QGPU_HD inline MergedRescale merge_rescale(double input_scale, std::int64_t input_zero_point, double result_scale,
                                           std::int64_t result_zero_point) {
  const double scale = input_scale / result_scale;
  return {scale, static_cast<double>(result_zero_point) - static_cast<double>(input_zero_point) * scale};
}

/// Scale of an integer dot product or convolution in units of the result; the arguments are rounded to the expressed
/// type, the expression is double.
QGPU_HD inline double accumulator_scale(double lhs_scale, double rhs_scale, double result_scale) {
  return lhs_scale * rhs_scale / result_scale;
}

/// An exact integer sum of (lhs - z_l) * (rhs - z_r) as a stored result: the zero point goes in before the rounding.
QGPU_HD inline std::int64_t accumulator_to_storage(std::int64_t accumulator, double scale, double zero_point,
                                                   double range_min, double range_max) {
  double value = static_cast<double>(accumulator) * scale;
  value = value + zero_point;
  return static_cast<std::int64_t>(clamp_then_round(value, range_min, range_max));
}

/// TOSA's fixed-point factor: scale ~ multiplier * 2^-shift. Valid only with a shift in 2..62.
struct TosaScale {
  std::int32_t multiplier;
  std::int32_t shift;
  QGPU_HD bool valid() const { return shift >= 2 && shift <= 62; }
};

/// `scale` positive and finite; `multiplier_bits` 31 (scale32) or 15.
inline TosaScale tosa_scale(double scale, int multiplier_bits = 31) {
  int exponent = 0;
  const double mantissa = std::frexp(scale, &exponent);
  const std::int64_t one = std::int64_t{1} << multiplier_bits;
  std::int64_t multiplier = static_cast<std::int64_t>(std::round(mantissa * static_cast<double>(one)));
  if (multiplier == one) {
    multiplier = one / 2;
    ++exponent;
  }
  int shift = multiplier_bits - exponent;
  if (shift > 62) {
    const int excess = shift - 62 < 31 ? shift - 62 : 31;
    multiplier >>= excess;
    shift = 62;
  }
  return {static_cast<std::int32_t>(multiplier), shift};
}

/// What stablehlo-quant-legalize-to-tosa-rescale multiplies by. Operands on one scale: `common` is the larger of the
/// two times 2 where a sum needs a carry; `headroom` = 2^k is how many fractional bits i32 has left.
inline double common_tosa_scale(double lhs, double rhs, bool with_carry) {
  const double largest = lhs > rhs ? lhs : rhs;
  return with_carry ? largest * 2 : largest;
}
inline double tosa_headroom(int storage_bits) { return storage_bits == 16 ? 0x1p15 : 0x1p20; }
inline double tosa_operand_factor(double scale, double common, double headroom) { return scale / common * headroom; }
inline double tosa_result_factor(double common, double result, double headroom) { return common / (result * headroom); }
/// Of a product; the pass uses it for a quotient too, whose factor would be lhs / (rhs * result).
inline double tosa_product_factor(double lhs, double rhs, double result) { return lhs * rhs / result; }

inline double tosa_requantize_factor(double scale, double result) { return scale / result; }

/// stablehlo-legalize-quant-to-math drops a scale this close to 1, and takes channels whose result / rhs ratios are
/// this close to the first one's as having one ratio.
inline bool math_keeps_scale(double scale) { return std::fabs(scale - 1.0) > 0.001; }
inline bool math_ratios_agree(double ratio, double first) { return !(std::fabs((ratio - first) / first) > 0.001); }

/// TOSA RESCALE in 64 bits, without the final clip: ((stored - in_zp) * multiplier + round) >> shift, plus out_zp. Ties
/// go up; double rounding (gemmlowp's) first nudges away from zero at bit 30 when shift > 31. Wraps like the i64
/// program.
QGPU_HD inline std::int64_t tosa_rescale(std::int64_t stored, std::int64_t input_zero_point, TosaScale scale,
                                         std::int64_t result_zero_point, bool double_round) {
  const std::int64_t value = stored - input_zero_point;
  std::uint64_t round = std::uint64_t{1} << (scale.shift - 1);
  if (double_round && scale.shift > 31) {
    const std::uint64_t nudge = std::uint64_t{1} << 30;
    round = value >= 0 ? round + nudge : round - nudge;
  }
  const std::uint64_t product =
      static_cast<std::uint64_t>(value) * static_cast<std::uint64_t>(std::int64_t{scale.multiplier});
  return (static_cast<std::int64_t>(product + round) >> scale.shift) + result_zero_point;
}

/// An integer as a double that a second rounding to a 16-bit float cannot spoil: the bits a double has no room for
/// are kept as one sticky bit (round to odd).
template <class Integer>
QGPU_HD inline double jammed(Integer value) {
  const bool negative = std::is_signed_v<Integer> && value < 0;
  std::uint64_t magnitude = negative ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  if (magnitude >= std::uint64_t{1} << 53)
    magnitude = (magnitude & ~std::uint64_t{0xfff}) | ((magnitude & 0xfff) != 0 ? 0x800 : 0);
  return negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
}

/// How the bits of an IEEE-like format are divided, below the sign.
struct FloatLayout {
  int exponent_bits, mantissa_bits;
};

/// reduce_precision on the bits of a number (no NaN): the mantissa is rounded half to even where it is longer than
/// asked, subnormal or not; then what a shorter exponent cannot hold becomes infinite, or zero if it would be
/// subnormal.
QGPU_HD inline std::uint64_t reduce_precision(std::uint64_t bits, FloatLayout source, FloatLayout target) {
  const std::uint64_t one = 1;
  if (target.mantissa_bits < source.mantissa_bits) {
    const int dropped = source.mantissa_bits - target.mantissa_bits;
    bits += (one << (dropped - 1)) - 1 + ((bits >> dropped) & 1);
    bits &= ~((one << dropped) - 1);
  }
  if (target.exponent_bits >= source.exponent_bits) return bits;
  const std::uint64_t last_exponent = (one << source.exponent_bits) - 1;
  const std::uint64_t exponent = (bits >> source.mantissa_bits) & last_exponent;
  const std::uint64_t bias = (one << (source.exponent_bits - 1)) - 1;
  const std::uint64_t reach = (one << (target.exponent_bits - 1)) - 1;
  const std::uint64_t sign = bits & (one << (source.exponent_bits + source.mantissa_bits));
  if (exponent > bias + reach) return sign | (last_exponent << source.mantissa_bits);
  return exponent <= bias - reach ? sign : bits;
}

}  // namespace qgpu::stablehlo
