#pragma once

namespace qgpu::cpu {

/// An instruction set that the loops exist for. All give the same bits.
enum class SimdLevel { kBaseline, kAvx2, kAvx512 };

/// `baseline`, `avx2`, `avx512`: what the environment's QGPU_SIMD takes.
const char* simd_level_name(SimdLevel level);

/// Whether this build has the level and this processor can run it.
bool has_simd_level(SimdLevel level);

/// The level that the environment's QGPU_SIMD names, else the best there is. Throws Error kUsage for a name that is
/// none, kDevice for a level that is not there.
SimdLevel choose_simd_level();

}  // namespace qgpu::cpu
