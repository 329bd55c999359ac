#pragma once
#include <cstdint>

#include "host/cpu/group_constants.hpp"
#include "host/cpu/simd/quantize.hpp"

namespace qgpu::cpu {

/// What one tile of a group gives (ARITHMETIC.md section 7), in steps: sums that float32 has made, and sum c^2.
struct TileErrors {
  float a = 0, b = 0, x = 0, c = 0;
  std::uint32_t q = 0;  ///< 1024 codes of 8 bits
  float max_abs_error = 0;
  std::uint32_t clipped = 0, nonfinite = 0;

  arith::Sums sums() const {
    return {static_cast<double>(a), static_cast<double>(b), static_cast<double>(x), static_cast<double>(c),
            static_cast<double>(q)};
  }
};

/// Loops that measure a round trip, of one instruction set.
struct RoundtripLoops {
  /// One tile: up to 1024 values of a group side by side.
  TileErrors (*tile)(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule);
  /// `num_groups` <= kMostGroups groups of `width` <= 1024 values, one after the other: a tile each.
  void (*groups)(const float* x, std::uint64_t width, const GroupConstants* groups, std::uint64_t num_groups,
                 const CodeRule& rule, TileErrors* tiles);
  /// One tile of each of `columns` <= kTileColumns groups: up to 1024 rows, `stride` apart, a column a group.
  /// Constants are aligned to 64 bytes and filled up to a multiple of 16 columns with some group's; counts are added.
  void (*columns)(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                  const ColumnConstants& constants, const CodeRule& rule, TileErrors* tiles);
  /// The same of `columns` <= kMostInterleaved columns that are whole rows: `stride` is `columns`. The constants need
  /// no alignment; after the last column's the first ones' follow again, for 16 columns more.
  void (*interleaved)(const float* x, std::uint64_t rows, std::uint64_t columns, const ColumnConstants& constants,
                      const CodeRule& rule, TileErrors* tiles);
  /// The first of `count` values side by side that is finite and whose error is `error`; `count` where there is none.
  std::uint64_t (*find_error)(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule,
                              float error);
};

/// Groups that are measured by one call.
inline constexpr std::uint64_t kMostGroups = 64;

/// Columns that are measured together: half a page of each row.
inline constexpr std::uint64_t kTileColumns = 512;

/// Columns of a row so short that vectors go on into the next, and the sums of all rows' lanes stay in a core's caches.
inline constexpr std::uint64_t kMostInterleaved = 128;

const RoundtripLoops& roundtrip_loops(SimdLevel level);

}  // namespace qgpu::cpu
