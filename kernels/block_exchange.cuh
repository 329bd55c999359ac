#pragma once
// How the lanes of a warp bring what they hold of short groups to the groups' owners through shared memory: half the
// instructions of a butterfly, which chooses and shuffles every value it adds.
#include "kernels/block_deal.cuh"

namespace qgpu::cuda {

/// A warp's room for one part a lane of each group that it holds.
struct PartRoom {
  static constexpr int kPitch = kWarp + 1;  // brings owners of neighbouring groups to banks of their own
  float4 of[kTileLoads * kPitch];

  /// Butterfly::to_owner with the same tree. All lanes of the warp; `part_of(p)` may not use the room.
  template <class T, int kSlot, class PartOf>
  __device__ __forceinline__ T to_owner(int lane, PartOf&& part_of) {
    using Deal = BlockDeal<kSlot>;
    static_assert(sizeof(T) <= sizeof(float4));
    T* const parts = reinterpret_cast<T*>(of);
#pragma unroll
    for (int p = 0; p < Deal::kParts; ++p) parts[p * kPitch + lane] = part_of(p);
    __syncwarp();
    // Of the lanes that own the same group, each brings together its share of the group's.
    const T* const mine =
        parts + Deal::part_owned(lane) * kPitch + lane / Deal::kLanes * Deal::kLanes + lane % Deal::kCopies;
    T all[Deal::kParts];
#pragma unroll
    for (int i = 0; i < Deal::kParts; ++i) all[i] = mine[i * Deal::kCopies];
#pragma unroll
    for (int h = Deal::kParts / 2; h >= 1; h /= 2) {
#pragma unroll
      for (int i = 0; i < h; ++i) all[i] = T::merge(all[i], all[i + h]);
    }
#pragma unroll
    for (int h = Deal::kCopies / 2; h >= 1; h /= 2) all[0] = T::merge(all[0], all[0].from_lane(h));
    __syncwarp();
    return all[0];
  }
};

}  // namespace qgpu::cuda
