#include "host/stablehlo/ir/decimal.hpp"

#include <charconv>
#include <limits>
#include <system_error>

namespace qgpu::stablehlo {
namespace {

// from_chars does not say whether it left the range above or below; the place of the first digit does.
bool is_huge(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  std::string_view exponent_text = e == std::string_view::npos ? std::string_view("0") : text.substr(e + 1);
  if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  long long exponent = 0;
  const auto [end, status] =
      std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  if (status != std::errc()) return !exponent_text.starts_with('-');
  const auto dot = static_cast<long long>(mantissa.find('.'));
  const auto first = static_cast<long long>(mantissa.find_first_not_of("0."));
  return dot - first + exponent > 0;
}

}  // namespace

double parse_decimal(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc()) return value;
  return is_huge(text) ? std::numeric_limits<double>::infinity() : 0.0;
}

std::optional<std::uint64_t> parse_integer(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace qgpu::stablehlo
