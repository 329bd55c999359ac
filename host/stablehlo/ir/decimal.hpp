#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace qgpu::stablehlo {

/// The double nearest to `D.DeX` (digits, a dot, more digits, perhaps an exponent), in no locale. Beyond the range of
/// a double: infinity or zero.
double parse_decimal(std::string_view text);

/// The value of `12` or `0x1F`; nothing if it does not fit 64 bits.
std::optional<std::uint64_t> parse_integer(std::string_view text);

}  // namespace qgpu::stablehlo
