#include "qgpu/statistics.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace qgpu {
namespace {

std::optional<double> finite_or_none(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

double round_to_nine_digits(double value) {
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 8);
  double rounded = value;
  std::from_chars(text, written.ptr, rounded);
  return rounded;
}

}  // namespace

std::optional<double> ErrorTotals::mean_abs_error() const {
  if (finite == 0) return std::nullopt;
  return finite_or_none(sums.a / static_cast<double>(finite));
}

std::optional<double> ErrorTotals::mse() const {
  if (finite == 0) return std::nullopt;
  return finite_or_none(sums.b / static_cast<double>(finite));
}

std::optional<double> ErrorTotals::rmse() const {
  const std::optional<double> square = mse();
  return square ? std::optional(std::sqrt(*square)) : std::nullopt;
}

std::optional<double> ErrorTotals::sqnr_db() const {
  if (finite == 0) return std::nullopt;
  const std::optional<double> value = finite_or_none(10.0 * std::log10(sums.x / sums.b));
  return value ? std::optional(round_to_nine_digits(*value)) : std::nullopt;
}

std::optional<double> ErrorTotals::cosine() const {
  if (finite == 0) return std::nullopt;
  const std::optional<double> value = finite_or_none(sums.c / std::sqrt(sums.x * sums.q));
  return value ? std::optional(std::clamp(*value, -1.0, 1.0)) : std::nullopt;
}

}  // namespace qgpu
