#include "host/stablehlo/eval/value_order.hpp"

#include <cstring>

namespace qgpu::stablehlo {

std::int64_t position_of(const Literal& literal, std::int64_t i) {
  const ElementFormat format = literal.format();
  if (!format.is_float()) {
    const std::int64_t value = literal.integer_at(i);
    return format.storage == Storage::kU64 ? value ^ INT64_MIN : value;  // a bit pattern
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, literal.bytes() + static_cast<std::size_t>(i) * format.bytes(), format.bytes());
  const std::uint64_t sign = std::uint64_t{1} << (8 * format.bytes() - 1);
  const auto magnitude = static_cast<std::int64_t>(bits & ~sign);
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

std::int64_t steps_between(std::int64_t a, std::int64_t b) {
  const std::uint64_t steps = a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                                    : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
  return steps > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(steps);
}

}  // namespace qgpu::stablehlo
