#include "host/stablehlo/text/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/ir/float_format.hpp"

namespace qgpu::stablehlo {
namespace {

/// A natural number of any size, base 2^32, least significant word first.
class BigNatural {
 public:
  explicit BigNatural(std::uint64_t value)
      : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {
    trim();
  }
  bool is_zero() const { return words_.empty(); }
  unsigned bits() const {
    return words_.empty()
               ? 0
               : static_cast<unsigned>(32 * words_.size()) - static_cast<unsigned>(std::countl_zero(words_.back()));
  }
  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& word : words_) {
      carry += std::uint64_t{word} * factor;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry) words_.push_back(static_cast<std::uint32_t>(carry));
  }
  std::uint32_t divide(std::uint32_t divisor) {  // returns the remainder
    std::uint64_t rest = 0;
    for (std::size_t i = words_.size(); i-- > 0;) {
      rest = rest << 32 | words_[i];
      words_[i] = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
  }

 private:
  void trim() {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }
  std::vector<std::uint32_t> words_;
};

/// digits * 10^exponent, digits without trailing zeros, most significant first.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

void round_digits(Decimal& decimal, std::size_t precision) {
  if (decimal.digits.size() <= precision) return;
  const bool up = decimal.digits[precision] >= '5';
  decimal.exponent += static_cast<int>(decimal.digits.size() - precision);
  decimal.digits.resize(precision);
  const char dropped = up ? '9' : '0';
  while (!decimal.digits.empty() && decimal.digits.back() == dropped) {
    decimal.digits.pop_back();
    ++decimal.exponent;
  }
  if (!up) return;
  if (decimal.digits.empty())
    decimal.digits = "1";
  else
    ++decimal.digits.back();
}

Decimal cut(double magnitude, unsigned precision) {
  int exponent = 0;
  auto significand = static_cast<std::uint64_t>(std::ldexp(std::frexp(magnitude, &exponent), 53));
  exponent -= 53;
  const int zeros = std::countr_zero(significand);
  significand >>= zeros;
  exponent += zeros;

  BigNatural natural(significand);
  Decimal decimal;
  for (int i = 0; i < exponent; ++i) natural.multiply(2);
  for (int i = exponent; i < 0; ++i) natural.multiply(5);
  decimal.exponent = std::min(exponent, 0);

  const unsigned enough = (precision * 196 + 58) / 59;
  if (natural.bits() > enough) {
    const unsigned tens = (natural.bits() - enough) * 59 / 196;
    for (unsigned i = 0; i < tens; ++i) natural.divide(10);
    decimal.exponent += static_cast<int>(tens);
  }
  while (!natural.is_zero()) decimal.digits += static_cast<char>('0' + natural.divide(10));
  std::reverse(decimal.digits.begin(), decimal.digits.end());
  while (decimal.digits.back() == '0') {
    decimal.digits.pop_back();
    ++decimal.exponent;
  }
  round_digits(decimal, precision);
  return decimal;
}

std::string scientific(const Decimal& decimal) {
  const int exponent = decimal.exponent + static_cast<int>(decimal.digits.size()) - 1;
  const std::string fraction = decimal.digits.size() > 1 ? decimal.digits.substr(1) : "0";
  return fmt::format("{}.{}E{}{}", decimal.digits[0], fraction, exponent < 0 ? '-' : '+', std::abs(exponent));
}

std::string six_decimals(const Decimal& decimal) {
  const int exponent = decimal.exponent + static_cast<int>(decimal.digits.size()) - 1;
  std::string fraction = decimal.digits.substr(1);
  fraction.resize(6, '0');
  return fmt::format("{}.{}e{}{:02}", decimal.digits[0], fraction, exponent < 0 ? '-' : '+', std::abs(exponent));
}

std::string shortest_notation(const Decimal& decimal, unsigned precision) {
  const auto size = static_cast<int>(decimal.digits.size());
  constexpr int kMostPadding = 3;
  if (decimal.exponent >= 0) {
    if (decimal.exponent > kMostPadding || size + decimal.exponent > static_cast<int>(precision))
      return scientific(decimal);
    return decimal.digits + std::string(static_cast<std::size_t>(decimal.exponent), '0');
  }
  const int first = decimal.exponent + size - 1;
  if (first < -kMostPadding) return scientific(decimal);
  const int whole = decimal.exponent + size;
  if (whole > 0)
    return decimal.digits.substr(0, static_cast<std::size_t>(whole)) + "." +
           decimal.digits.substr(static_cast<std::size_t>(whole));
  return "0." + std::string(static_cast<std::size_t>(-whole), '0') + decimal.digits;
}

double read_back(const std::string& text, FloatKind kind) {
  if (kind == FloatKind::kF32) {  // not by way of double: that would round twice
    float value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc() ? static_cast<double>(value) : std::nan("");
  }
  return round_to_float(parse_decimal(text), kind);
}

}  // namespace

std::string float_text(double value, FloatKind kind) {
  const FloatFormat format = float_format(kind);
  const bool negative = std::signbit(value);
  const double magnitude = std::fabs(value);
  const std::string sign = negative ? "-" : "";
  if (magnitude == 0) return sign + "0.000000e+00";
  if (std::isfinite(value)) {
    const std::string short_text = six_decimals(cut(magnitude, 6));
    if (read_back(short_text, kind) == magnitude) return sign + short_text;
    const unsigned precision = 2 + (format.significand_bits + 1) * 59 / 196;
    const std::string text = shortest_notation(cut(magnitude, precision), precision);
    if (text.find('.') != std::string::npos) return sign + text;
  }
  return fmt::format("0x{:X}", encode_float(value, format));
}

}  // namespace qgpu::stablehlo
