#pragma once
// For the last pass over a file that is compiled once a target.
#include <hwy/highway.h>
#include "host/cpu/simd/simd_level.hpp"

#if HWY_TARGETS & HWY_AVX3
#define QGPU_AVX512_TABLE(table) N_AVX3::table
#else
#define QGPU_AVX512_TABLE(table) HWY_STATIC_DISPATCH(table)
#endif
#if HWY_TARGETS & HWY_AVX2
#define QGPU_AVX2_TABLE(table) N_AVX2::table
#else
#define QGPU_AVX2_TABLE(table) HWY_STATIC_DISPATCH(table)
#endif

/// The table of a level, which each target's namespace defines under the same name. (A level that the build lacks is
/// never chosen.)
#define QGPU_TABLE_OF_LEVEL(level, table)                   \
  ((level) == SimdLevel::kAvx512 ? QGPU_AVX512_TABLE(table) \
   : (level) == SimdLevel::kAvx2 ? QGPU_AVX2_TABLE(table)   \
                                 : HWY_STATIC_DISPATCH(table))
