#include "qgpu/statistics.hpp"

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

std::optional<float> ErrorTotals::largest_error() const {
  return finite == 0 ? std::nullopt : std::optional(max_abs_error);
}

std::optional<double> ErrorTotals::mean_abs_error() const {
  return finite == 0 ? std::nullopt : finite_or_none(arith::mean(sums.a, finite));
}

std::optional<double> ErrorTotals::mse() const {
  return finite == 0 ? std::nullopt : finite_or_none(arith::mean(sums.b, finite));
}

std::optional<double> ErrorTotals::rmse() const {
  return finite == 0 ? std::nullopt : finite_or_none(arith::root_mean_square(sums.b, finite));
}

std::optional<double> ErrorTotals::sqnr_db() const {
  if (finite == 0) return std::nullopt;
  const std::optional<double> value = finite_or_none(arith::sqnr_db(sums));
  return value ? std::optional(round_to_nine_digits(*value)) : std::nullopt;
}

std::optional<double> ErrorTotals::cosine() const {
  // A sum that is not finite is null, and so is what is made of it: a quotient by infinity would pass for 0.
  if (finite == 0 || !std::isfinite(sums.x)) return std::nullopt;
  return finite_or_none(arith::cosine(sums));
}

}  // namespace qgpu
