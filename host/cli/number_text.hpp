#pragma once
// Numbers as text, always as in the C locale: digits that read back to the same bits.
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace qgpu::cli {

/// Appends the shortest digits that read back to the same value of the same type; -0 becomes 0. The value must be
/// finite.
void append_number(std::string& text, float value);
void append_number(std::string& text, double value);
void append_number(std::string& text, std::int64_t value);
void append_number(std::string& text, std::uint64_t value);

/// The whole text as a number (a sign, digits, exponent; also inf and nan), or nothing. A float64 beyond the range
/// becomes infinite or 0, as in IEEE rounding; a float32 is rounded once, from the decimal digits.
std::optional<double> parse_double(std::string_view text);
std::optional<float> parse_float(std::string_view text);
/// The whole text as a decimal integer that fits the type, or nothing.
std::optional<std::int64_t> parse_integer(std::string_view text);
std::optional<std::uint64_t> parse_unsigned(std::string_view text);
/// A number of bytes, with a suffix K, M or G of 1024s where wanted, or nothing.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// True where a word of the command line is meant as a number, so that it cannot be a mode or an option.
bool is_number(std::string_view word);

}  // namespace qgpu::cli
