#pragma once
// How a tile of short groups lies in the lanes of a warp: lane l holds elements 4 l .. 4 l + 3 of each step of 128
// slots, hence parts of several groups. What is done once a group, its owner does: a butterfly (or, in fewer
// instructions, shared memory: block_exchange.cuh) brings each lane what the lanes of one group have.
#include "kernels/tile_walk.cuh"

namespace qgpu::cuda {

/// How a tile of 1024 slots elements is dealt to the lanes.
template <int kSlot>
struct BlockDeal {
  static constexpr int kLanes = kSlot < arith::kTileLanes ? kSlot / 4 : kWarp;  // that hold a group
  static constexpr int kSteps = kSlot / (4 * kLanes);                           // loads of it that a lane makes
  static constexpr int kParts = kTileLoads / kSteps;                            // groups that a lane holds a part of
  static constexpr int kAbreast = kWarp / kLanes;                               // groups side by side in a load
  static constexpr int kBlocks = kParts * kAbreast;                             // groups of a tile
  static constexpr int kCopies = kWarp / kBlocks;                               // lanes that own the same group
  static constexpr int kLevels = kParts == 8 ? 3 : 2;                           // of the butterfly that halve

  /// The lane of a group's lanes that owns it, where it is every lane's part number `part`.
  __host__ __device__ static constexpr int owner(int part) {
    int lane = 0;
    for (int level = 0; level < kLevels; ++level) lane += (part >> level & 1) * (kLanes / 2 >> level);
    return lane;
  }
  /// The group that a lane owns: its number among those the lane holds parts of, and in the tile.
  __device__ static int part_owned(int lane) {
    int part = 0;
#pragma unroll
    for (int level = 0; level < kLevels; ++level) part |= ((lane & (kLanes / 2 >> level)) != 0) << level;
    return part;
  }
  __device__ static int owned(int lane) { return block_of(part_owned(lane), lane); }
  __device__ static int block_of(int part, int lane) { return part * kAbreast + lane / kLanes; }
  /// One lane among those that own the same group.
  __device__ static bool is_first(int lane) { return lane % kCopies == 0; }
};

/// Brings each lane what the lanes of the group it owns hold, by a transposed butterfly.
struct Butterfly {
  /// `part_of(p)`: what this lane holds of its p-th group; `T::merge(T, T)` commutes, so that the order of the
  /// summation tree is kept.
  template <class T, int kSlot, class PartOf>
  __device__ static __forceinline__ T to_owner(int lane, PartOf&& part_of) {
    using Deal = BlockDeal<kSlot>;
    T all = merged<Deal::kLevels, T, Deal>(0, lane, part_of);
#pragma unroll
    for (int h = Deal::kLanes >> (Deal::kLevels + 1); h >= 1; h /= 2) all = T::merge(all, all.from_lane(h));
    return all;
  }

 private:
  template <int kLevel, class T, class Deal, class PartOf>
  __device__ static __forceinline__ T merged(int part, int lane, PartOf& part_of) {
    if constexpr (kLevel == 0) {
      return part_of(part);
    } else {
      constexpr int kHop = Deal::kLanes >> kLevel;
      const T lower = merged<kLevel - 1, T, Deal>(part, lane, part_of);
      const T upper = merged<kLevel - 1, T, Deal>(part + (1 << (kLevel - 1)), lane, part_of);
      const bool is_upper = (lane & kHop) != 0;
      return T::merge(T::chosen(is_upper, upper, lower), T::chosen(is_upper, lower, upper).from_lane(kHop));
    }
  }
};

}  // namespace qgpu::cuda
