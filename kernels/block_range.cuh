#pragma once
// The ranges of a tile of short groups, each with its owner.
#include "kernels/block_tile.cuh"
#include "kernels/tile_range.cuh"

namespace qgpu::cuda {

/// A group's range on the way to its owner.
struct alignas(8) PartRange {
  float low, high;  ///< a NaN makes `high` one

  __device__ static PartRange merge(PartRange a, PartRange b) {
    return {fminf(a.low, b.low), max_or_nan(a.high, b.high)};
  }
  __device__ static PartRange chosen(bool first, PartRange a, PartRange b) {
    return {first ? a.low : b.low, first ? a.high : b.high};
  }
  __device__ PartRange from_lane(int hop) const {
    return {__shfl_xor_sync(kAllLanes, low, hop), __shfl_xor_sync(kAllLanes, high, hop)};
  }
  __device__ bool is_finite() const { return low > -INFINITY && high < INFINITY; }
};

/// What an owner knows of its group's range, and which lanes' groups hold a NaN or an infinity: for each of these the
/// lane that is_first among the owners.
struct BlockRange {
  uint2 keys;  ///< of the finite elements: `high`, `low`
  std::uint32_t nonfinite;
};

/// `exchange`: how parts come to their owners, Butterfly or PartRoom.
template <int kSlot, bool kDense, class Exchange>
__device__ __forceinline__ BlockRange range_of_owned(const WindowView& view, const float* values,
                                                     const BlockPlaces<kSlot, kDense>& places, const Tile& tile,
                                                     int lane, WindowCounts* counts, Exchange&& exchange) {
  using Deal = BlockDeal<kSlot>;
  const PartRange own = exchange.template to_owner<PartRange, kSlot>(lane, [&](int p) {
    LaneRange range;
#pragma unroll
    for (int i = p * Deal::kSteps; i < (p + 1) * Deal::kSteps; ++i) {
      const std::uint32_t count = places.count(i);
#pragma unroll
      for (std::uint32_t q = 0; q < 4; ++q) {
        if (kDense || q < count) range.see(part(tile.x[i], q));
      }
    }
    return PartRange{range.low, range.high};
  });
  const int block = Deal::owned(lane);
  BlockRange result{{high_key_of(own.low, own.high), low_key_of(own.low, own.high)}, 0};
  result.nonfinite = __ballot_sync(kAllLanes, !own.is_finite() && Deal::is_first(lane) && places.has(block));
  for (std::uint32_t left = result.nonfinite; left != 0; left &= left - 1) {
    const int other = Deal::owned(__ffs(left) - 1);
    const LaneRange finite = rescan(view, values, places.group(other), 0, counts);
    const std::uint32_t high = warp_max(high_key_of(finite.low, finite.high));
    const std::uint32_t low = warp_max(low_key_of(finite.low, finite.high));
    if (block == other) result.keys = {high, low};
  }
  return result;
}

}  // namespace qgpu::cuda
