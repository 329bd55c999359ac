#pragma once
// What the owner of a short group derives from its range, and where a round trip finds it again.
#include "kernels/block_codes.cuh"
#include "kernels/block_range.cuh"
#include "kernels/group_range.cuh"

namespace qgpu::cuda {

/// The group that a lane owns.
template <class Q>
struct OwnGroup {
  arith::GroupParams params;
  Q quotient;
  bool may_clip;

  /// Also where there is nothing finite `may_clip` is set: nothing holds then.
  template <int kSlot, bool kDense>
  __device__ OwnGroup(const RoundtripInput& in, const SchemeView& scheme, const BlockPlaces<kSlot, kDense>& places,
                      const BlockRange& range, int block)
      : params(derive(scheme, range.keys.x, range.keys.y)),
        quotient(make_quotient<Q>(in, params.scale, params.zero_point)),
        may_clip(places.has(block) && !quotient.holds(-value_of_key(range.keys.y), value_of_key(range.keys.x))) {}
};

/// A round trip whose parameters follow from the ranges that it has left: they are not left as well, which would take
/// as much room again. The ways seldom gone derive them once more.
struct DerivedInput : RoundtripInput {
  SchemeView scheme;
  const std::uint32_t* keys;  ///< see GroupState

  __device__ ScaleAndZeroPoint parameters_of(std::uint32_t group) const {
    const uint2 range = __ldcg(reinterpret_cast<const uint2*>(keys) + group);  // not from L1, which may be old
    const arith::GroupParams params = derive(scheme, range.x, range.y);
    return {params.scale, params.zero_point};
  }
};

}  // namespace qgpu::cuda
