#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "qgpu/parameters.hpp"

namespace qgpu {

/// What a round trip lost, of a group or of a tensor (ARITHMETIC.md section 7). `sums` are in units of the data.
struct ErrorTotals {
  arith::Sums sums;
  std::uint64_t finite = 0;  ///< elements that count; the others are in no statistic
  std::uint64_t clipped = 0;
  float max_abs_error = 0;                       ///< +infinity where a restored value overflowed
  std::uint64_t max_abs_error_index = kNoIndex;  ///< logical, the lowest among equals; none without finite elements

  // None without finite elements, and where the sums do not define a finite number.
  std::optional<float> largest_error() const;  ///< max_abs_error; infinite as that may be
  std::optional<double> mean_abs_error() const;
  std::optional<double> mse() const;
  std::optional<double> rmse() const;
  std::optional<double> sqnr_db() const;  ///< rounded to 9 significant digits
  std::optional<double> cosine() const;   ///< held to -1..1

  /// Takes in `error` at `index` where it is larger, or equal and earlier.
  void see_error(float error, std::uint64_t index) {
    if (error > max_abs_error || (error == max_abs_error && index < max_abs_error_index)) {
      max_abs_error = error;
      max_abs_error_index = index;
    }
  }
};

/// A round trip of a tensor.
struct RoundtripTotals {
  ErrorTotals tensor;
  NonfiniteCounts nonfinite;
  double bound = 0;          ///< half of the largest scale
  bool within_bound = true;  ///< every group within half of its own scale, and what float32 can add
  /// Filled where asked for: order of the layout. The index of a group's largest error is given where the layout has
  /// one slab (granularity tensor and axis), else kNoIndex.
  std::vector<ErrorTotals> groups;
};

}  // namespace qgpu
