#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "host/cpu/simd/simd_level.hpp"
#include "qgpu/scheme.hpp"

namespace qgpu::cpu {

/// Where the values of a loop go; see CodesOut.
struct ValuesOut {
  float* values;
  bool streamed;
};

/// Smallest and largest value written, infinities among them, lane by lane.
struct ValueRange {
  static constexpr std::size_t kLanes = 16;
  float min[kLanes], max[kLanes];

  ValueRange() {
    std::fill(min, min + kLanes, std::numeric_limits<float>::infinity());
    std::fill(max, max + kLanes, -std::numeric_limits<float>::infinity());
  }
  float smallest() const { return *std::min_element(min, min + kLanes); }
  float largest() const { return *std::max_element(max, max + kLanes); }
};

/// Loops that make values of codes (ARITHMETIC.md section 6), of one instruction set.
struct DequantizeLoops {
  /// `count` codes of one group.
  void (*run)(const std::uint8_t* codes, std::uint64_t count, CodeType type, float scale, float zero_point,
              ValuesOut out, ValueRange& range);
  /// Groups of `width` codes, one after the other, with a scale and zero point each.
  void (*groups)(const std::uint8_t* codes, std::uint64_t width, std::uint64_t num_groups, CodeType type,
                 const float* scale, const std::int32_t* zero_point, ValuesOut out, ValueRange& range);
  /// `rows` rows of `columns` codes, `stride` apart (codes and values), each column with a scale and zero point.
  void (*columns)(const std::uint8_t* codes, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                  CodeType type, const float* scale, const float* zero_point, ValuesOut out, ValueRange& range);
};

const DequantizeLoops& dequantize_loops(SimdLevel level);

}  // namespace qgpu::cpu
