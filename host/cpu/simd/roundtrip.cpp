#include "host/cpu/simd/roundtrip.hpp"

#include <algorithm>
#include <cstring>

#include "host/cpu/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "host/cpu/simd/roundtrip.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Highway comes first.
#include "host/cpu/simd/column_tiles.hpp"
#include "host/cpu/simd/interleaved_tiles.hpp"
#include "host/cpu/simd/row_tiles.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

std::uint64_t find_error(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule,
                         float error) {
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  const LaneConstants lanes = lanes_of(group);
  const LimitVectors limits = limits_of(rule);
  const Floats wanted = hn::Set(d, error);
  alignas(64) float padded[hn::MaxLanes(FloatTag())] = {};
  for (std::uint64_t j = 0; j < count; j += n) {
    const float* at = x + j;
    if (j + n > count) {
      std::memcpy(padded, at, (count - j) * sizeof(float));
      at = padded;
    }
    const Floats values = hn::LoadU(d, at);
    const FloatMask found = hn::And(
        hn::Eq(errors_of(values, lanes, limits, rule, [](const ExactCodes&) {}).error, wanted), hn::IsFinite(values));
    const std::intptr_t lane = hn::FindFirstTrue(d, found);
    if (lane >= 0) return std::min(count, j + static_cast<std::uint64_t>(lane));
  }
  return count;
}

const RoundtripLoops kRoundtripLoops{measure_tile, measure_groups, measure_columns, measure_interleaved, find_error};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const RoundtripLoops& roundtrip_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kRoundtripLoops); }
}  // namespace qgpu::cpu
#endif
