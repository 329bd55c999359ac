#pragma once
#include <cstdint>

#include "host/cpu/group_constants.hpp"
#include "host/cpu/simd/simd_level.hpp"

namespace qgpu::cpu {

/// GroupConstants of columns side by side, an array each.
struct ColumnConstants {
  const float *scale, *inverse, *magic, *near_tie, *k;
};

/// Where the codes of a loop go: `streamed` past the caches (large memory that is not read soon) or through them.
struct CodesOut {
  std::uint8_t* codes;
  bool streamed;
};

/// Loops that make codes (ARITHMETIC.md section 5), of one instruction set.
struct QuantizeLoops {
  /// `count` values of one group.
  void (*run)(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule, CodesOut out,
              CodeCounts& counts);
  /// Groups of `width` values, one after the other, with a scale and zero point each.
  void (*groups)(const float* x, std::uint64_t width, std::uint64_t num_groups, const float* scale,
                 const std::int32_t* zero_point, const CodeRule& rule, CodesOut out, CodeCounts& counts);
  /// `rows` rows of `columns` values, `stride` apart (values and codes), each column with constants of its own.
  void (*columns)(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                  const ColumnConstants& constants, const CodeRule& rule, CodesOut out, CodeCounts& counts);
};

const QuantizeLoops& quantize_loops(SimdLevel level);

}  // namespace qgpu::cpu
