#include "host/cpu/simd/simd_level.hpp"

#include "host/cpu/simd/targets.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include <hwy/highway.h>
#include "qgpu/error.hpp"

namespace qgpu::cpu {

const char* simd_level_name(SimdLevel level) {
  switch (level) {
    case SimdLevel::kBaseline:
      return "baseline";
    case SimdLevel::kAvx2:
      return "avx2";
    case SimdLevel::kAvx512:
      return "avx512";
  }
  throw internal_error("SIMD level: not one of the enumeration");
}

bool has_simd_level([[maybe_unused]] SimdLevel level) {
#if HWY_ARCH_X86_64
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (level == SimdLevel::kAvx2) return (HWY_ATTAINABLE_TARGETS & HWY_AVX2) != 0 && avx2;
  if (level == SimdLevel::kAvx512) {
    return (HWY_ATTAINABLE_TARGETS & HWY_AVX3) != 0 && avx2 && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw");
  }
#endif
  return level == SimdLevel::kBaseline;
}

SimdLevel choose_simd_level() {
  constexpr SimdLevel kBestFirst[] = {SimdLevel::kAvx512, SimdLevel::kAvx2, SimdLevel::kBaseline};
  const char* wanted = std::getenv("QGPU_SIMD");
  for (const SimdLevel level : kBestFirst) {
    if (wanted == nullptr || *wanted == '\0') {
      if (has_simd_level(level)) return level;
    } else if (std::string(wanted) == simd_level_name(level)) {
      if (has_simd_level(level)) return level;
      throw device_error(fmt::format("QGPU_SIMD: this processor or build lacks {}", wanted));
    }
  }
  throw usage_error(fmt::format("QGPU_SIMD: expected avx512, avx2 or baseline, found '{}'", wanted));
}

}  // namespace qgpu::cpu
