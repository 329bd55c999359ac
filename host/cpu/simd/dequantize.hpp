#pragma once
#include <cstdint>

#include "host/cpu/simd/simd_level.hpp"
#include "qgpu/scheme.hpp"

namespace qgpu::cpu {

/// Where the values of a loop go; see CodesOut.
struct ValuesOut {
  float* values;
  bool streamed;
};

/// Smallest and largest value written, infinities among them.
struct ValueRange {
  float min, max;
};

/// Loops that make values of codes (ARITHMETIC.md section 6), of one instruction set.
struct DequantizeLoops {
  /// `count` codes of one group.
  void (*run)(const std::uint8_t* codes, std::uint64_t count, CodeType type, float scale, float zero_point,
              ValuesOut out, ValueRange& range);
  /// `rows` rows of `columns` codes, `stride` apart (codes and values), each column with a scale and zero point.
  void (*columns)(const std::uint8_t* codes, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                  CodeType type, const float* scale, const float* zero_point, ValuesOut out, ValueRange& range);
};

const DequantizeLoops& dequantize_loops(SimdLevel level);

}  // namespace qgpu::cpu
