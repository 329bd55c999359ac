#pragma once
// What a round trip of rows has to give, computed on the device by Thrust from ONNX's own formulas: no line and no
// kernel in common with the backend under test. All of it is exact, whatever the order that Thrust takes.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qgpu::thrust_reference {

struct Rows {
  std::vector<float> min, max;  ///< of finite values
  std::vector<std::uint8_t> codes;
  std::vector<float> restored;
  std::vector<float> largest_errors;
  std::uint64_t clipped = 0;
};

/// `values` as `scales.size()` rows of equal length, finite, to uint8 codes. Throws thrust::system_error where the
/// device fails.
Rows round_trip(const std::vector<float>& values, const std::vector<float>& scales,
                const std::vector<std::int32_t>& zero_points);

}  // namespace qgpu::thrust_reference
