#include "host/stablehlo/text/element_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace qgpu::stablehlo {

namespace {

template <class Float>
std::string float_text(Float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return fmt::format("{}", value);
}

}  // namespace

std::string element_text(const Literal& literal, std::int64_t index) {
  const ElementFormat format = literal.format();
  switch (format.storage) {
    case Storage::kF32:
      return float_text(literal.data<float>()[index]);
    case Storage::kF16:
    case Storage::kBF16:
    case Storage::kF64:
      return float_text(literal.float_at(index));
    case Storage::kC64: {
      const auto value = literal.data<std::complex<float>>()[index];
      return fmt::format("({},{})", float_text(value.real()), float_text(value.imag()));
    }
    case Storage::kC128: {
      const auto value = literal.data<std::complex<double>>()[index];
      return fmt::format("({},{})", float_text(value.real()), float_text(value.imag()));
    }
    case Storage::kU64:
      return fmt::format("{}", literal.data<std::uint64_t>()[index]);
    default:
      break;
  }
  const std::int64_t value = literal.integer_at(index);
  if (format.is_boolean()) return value != 0 ? "true" : "false";
  return fmt::format("{}", value);
}

}  // namespace qgpu::stablehlo
