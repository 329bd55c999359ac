#pragma once
// The state of a group's range, and the parameters that follow when it is complete.
#include "kernels/warp.cuh"

namespace qgpu::cuda {

/// Keys of a range that is empty where low > high. Adding 0 makes -0 into 0.
__device__ inline std::uint32_t high_key_of(float low, float high) {
  return low <= high ? range_key(arith::without_negative_zero(high)) : 0u;
}
__device__ inline std::uint32_t low_key_of(float low, float high) { return low <= high ? range_key(0.0f - low) : 0u; }

__device__ inline arith::GroupParams derive(const SchemeView& scheme, std::uint32_t high_key, std::uint32_t low_key) {
  const float lo = high_key == 0 ? 0.0f : arith::range_low(-value_of_key(low_key));
  const float hi = high_key == 0 ? 0.0f : arith::range_high(value_of_key(high_key));
  return scheme.derivation == Derivation::kDynamic ? arith::dynamic_parameters(lo, hi, scheme.limits)
                                                   : arith::derive_parameters(lo, hi, scheme.symmetric, scheme.limits);
}

/// Notes that `tiles` tiles' parts have come to a group's range; who completes the `tiles_of_group` derives the
/// parameters.
__device__ inline void finish_tiles(const GroupState& state, std::uint64_t group, std::uint32_t tiles,
                                    std::uint32_t tiles_of_group, const SchemeView& scheme) {
  if (atomicAdd(&state.finished[group], tiles) + tiles != tiles_of_group) return;
  __threadfence();
  const arith::GroupParams params =
      derive(scheme, atomicMax(&state.keys[2 * group], 0u), atomicMax(&state.keys[2 * group + 1], 0u));
  state.scale[group] = params.scale;
  state.zero_point[group] = params.zero_point;
}

/// Brings `tiles` tiles' part of a group's range to its state, see finish_tiles.
__device__ inline void add_to_group(const GroupState& state, std::uint64_t group, std::uint32_t high, std::uint32_t low,
                                    std::uint32_t tiles, std::uint32_t tiles_of_group, const SchemeView& scheme) {
  if (high != 0) {
    atomicMax(&state.keys[2 * group], high);
    atomicMax(&state.keys[2 * group + 1], low);
  }
  if (scheme.derivation == Derivation::kNone) return;
  __threadfence();
  finish_tiles(state, group, tiles, tiles_of_group, scheme);
}

/// The same by a warp, whose keys are `high` and `low` in x and y: one access for both.
__device__ inline void warp_adds_to_group(const GroupState& state, std::uint64_t group, uint2 keys, std::uint32_t tiles,
                                          std::uint32_t tiles_of_group, const SchemeView& scheme, int lane) {
  if (lane < 2 && keys.x != 0) atomicMax(&state.keys[2 * group + lane], lane == 0 ? keys.x : keys.y);
  if (scheme.derivation == Derivation::kNone) return;
  __threadfence();
  __syncwarp();
  if (lane == 0) finish_tiles(state, group, tiles, tiles_of_group, scheme);
}

}  // namespace qgpu::cuda
