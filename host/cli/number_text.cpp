#include "host/cli/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace qgpu::cli {
namespace {

template <class T>
void append(std::string& text, T value) {
  char digits[64];
  const auto written = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, written.ptr);
}

/// from_chars takes no plus sign.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

/// from_chars reports one error for a value too large and for one too small; the digits tell them apart.
bool is_tiny(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, end);
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first_digit = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
  if (end == text.size()) return first_digit > point;
  const std::string_view exponent_text = without_plus(text.substr(end + 1));
  std::int64_t exponent = 0;
  const auto [last, error] =
      std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  if (error == std::errc::result_out_of_range) return exponent_text.starts_with('-');
  return exponent < first_digit - point;
}

template <std::floating_point T>
std::optional<T> parse_floating(std::string_view text) {
  text = without_plus(text);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    const T magnitude = is_tiny(text) ? T{0} : std::numeric_limits<T>::infinity();
    return text.starts_with('-') ? -magnitude : magnitude;
  }
  return value;
}

template <std::integral T>
std::optional<T> parse_integral(std::string_view text) {
  text = without_plus(text);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error != std::errc()) return std::nullopt;
  return value;
}

}  // namespace

void append_number(std::string& text, float value) { append(text, value == 0 ? 0.0f : value); }
void append_number(std::string& text, double value) { append(text, value == 0 ? 0.0 : value); }
void append_number(std::string& text, std::int64_t value) { append(text, value); }
void append_number(std::string& text, std::uint64_t value) { append(text, value); }

std::optional<double> parse_double(std::string_view text) { return parse_floating<double>(text); }
std::optional<float> parse_float(std::string_view text) { return parse_floating<float>(text); }
std::optional<std::int64_t> parse_integer(std::string_view text) { return parse_integral<std::int64_t>(text); }
std::optional<std::uint64_t> parse_unsigned(std::string_view text) { return parse_integral<std::uint64_t>(text); }

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  int shift = 0;
  if (!text.empty()) {
    switch (text.back()) {
      case 'K':
      case 'k':
        shift = 10;
        break;
      case 'M':
      case 'm':
        shift = 20;
        break;
      case 'G':
      case 'g':
        shift = 30;
        break;
      default:
        break;
    }
    if (shift != 0) text.remove_suffix(1);
  }
  const std::optional<std::uint64_t> number = parse_unsigned(text);
  if (!number || *number > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return *number << shift;
}

bool is_number(std::string_view word) { return parse_double(word).has_value(); }

}  // namespace qgpu::cli
