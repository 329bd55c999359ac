#pragma once
#include <cstdint>

#include "host/cpu/simd/simd_level.hpp"
#include "qgpu/parameters.hpp"

namespace qgpu::cpu {

/// Loops that observe ranges (ARITHMETIC.md section 2), of one instruction set.
struct RangeLoops {
  /// The range of `count` values; `min` is NaN where one of them is not finite: then look again, one by one.
  ObservedRange (*of_run)(const float* x, std::uint64_t count);
  /// The same of groups of `width` values, one after the other.
  void (*of_groups)(const float* x, std::uint64_t width, std::uint64_t num_groups, ObservedRange* ranges);
  /// Takes `rows` rows of `columns` values, `stride` apart, into a range for each column. False where a value is not
  /// finite: then `min` and `max` are spoiled.
  bool (*of_columns)(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns, float* min,
                     float* max);
};

const RangeLoops& range_loops(SimdLevel level);

}  // namespace qgpu::cpu
