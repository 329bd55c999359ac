#pragma once
// The codes of a tile of short groups, whose parameters are with their owners.
#include "kernels/block_tile.cuh"
#include "kernels/encode_tile.cuh"
#include "kernels/roundtrip_tile.cuh"

namespace qgpu::cuda {

/// How a kernel divides. Most tensors have full slots and ONNX's order: kernels of their own (kUsual) save an addition
/// an element, and one for each slot does with all others.
template <bool kUsual>
using BlockQuotient = std::conditional_t<kUsual, Quotient<false>, EitherQuotient>;

/// From a scale and a zero point, or from a reciprocal and the zero point as a float.
template <class Q, class... Parts>
__device__ __forceinline__ Q make_quotient(const RoundtripInput& in, Parts... parts) {
  if constexpr (std::is_same_v<Q, EitherQuotient>) {
    return Q(parts..., in.limits, in.stablehlo_order);
  } else {
    return Q(parts..., in.limits);
  }
}

/// The quotient of a lane's group number `part`, from its owner.
template <int kSlot, class Q>
__device__ __forceinline__ Q quotient_of(const RoundtripInput& in, const Q& own, int part) {
  using Deal = BlockDeal<kSlot>;
  const auto handed = [&](float x) { return __shfl_sync(kAllLanes, x, Deal::owner(part), Deal::kLanes); };
  const arith::Reciprocal reciprocal{handed(own.reciprocal.k), handed(own.reciprocal.sn), handed(own.reciprocal.inv)};
  // What else it has follows from small integers, cheaper than by more shuffles.
  return make_quotient<Q>(in, reciprocal, handed(own.zero_point));
}

/// Packed codes in the order of the loads. How far an element of the lane's had to be clamped at most; NaN where a
/// quotient failed. Without kClamp no code may need it, and a quotient that fails is not told.
template <int kSlot, bool kClamp, class Q>
__device__ __forceinline__ float encode_blocks(const RoundtripInput& in, const Tile& tile, const Q& own,
                                               std::uint32_t (&packed)[kTileLoads]) {
  using Deal = BlockDeal<kSlot>;
  float excess = 0;
#pragma unroll
  for (int p = 0; p < Deal::kParts; ++p) {
    const Q quotient = quotient_of<kSlot>(in, own, p);
#pragma unroll
    for (int i = p * Deal::kSteps; i < (p + 1) * Deal::kSteps; ++i) {
      packed[i] = encode_four<kClamp>(tile.x[i], quotient, excess);
    }
  }
  return excess;
}

/// Clipped elements of the lane; groups whose owner's bit is set in `without` are left out.
template <int kSlot, class Q>
__device__ __forceinline__ std::uint32_t count_clipped(const RoundtripInput& in, const Tile& tile, const Q& own,
                                                       std::uint32_t without, int lane) {
  using Deal = BlockDeal<kSlot>;
  std::uint32_t clipped = 0;
#pragma unroll
  for (int p = 0; p < Deal::kParts; ++p) {
    const Q quotient = quotient_of<kSlot>(in, own, p);
    if ((without >> (lane / Deal::kLanes * Deal::kLanes + Deal::owner(p)) & 1) != 0) continue;
#pragma unroll
    for (int i = p * Deal::kSteps; i < (p + 1) * Deal::kSteps; ++i) {
#pragma unroll
      for (int q = 0; q < 4; ++q) clipped += quotient.is_clipped(quotient.unclamped(part(tile.x[i], q)));
    }
  }
  return clipped;
}

/// Owners, the first of each, of the groups with an element that the quotient failed on.
template <int kSlot, class Q>
__device__ __forceinline__ std::uint32_t failed_blocks(const RoundtripInput& in, const Tile& tile, const Q& own) {
  using Deal = BlockDeal<kSlot>;
  std::uint32_t owners = 0;
#pragma unroll
  for (int p = 0; p < Deal::kParts; ++p) {
    const Q quotient = quotient_of<kSlot>(in, own, p);
    bool failed = false;
#pragma unroll
    for (int i = p * Deal::kSteps; i < (p + 1) * Deal::kSteps; ++i) {
#pragma unroll
      for (int q = 0; q < 4; ++q) failed = failed || !(fabsf(quotient.unclamped(part(tile.x[i], q))) < INFINITY);
    }
    const std::uint32_t lanes = __ballot_sync(kAllLanes, failed);
#pragma unroll
    for (int first = 0; first < kWarp; first += Deal::kLanes) {
      const std::uint32_t group = Deal::kLanes == kWarp ? kAllLanes : ((1u << Deal::kLanes % kWarp) - 1) << first;
      if ((lanes & group) != 0) owners |= 1u << (first + Deal::owner(p));
    }
  }
  return owners;
}

/// Codes of the groups of `owners` by division; clipped elements of this lane.
template <int kSlot, bool kDense>
__device__ __forceinline__ std::uint32_t divide_blocks(const RoundtripInput& in,
                                                       const BlockPlaces<kSlot, kDense>& places, std::uint32_t owners,
                                                       std::uint8_t* codes, WindowCounts* counts) {
  std::uint32_t clipped = 0;
  for (; owners != 0; owners &= owners - 1) {
    const std::uint32_t group = places.group(BlockDeal<kSlot>::owned(__ffs(owners) - 1));
    clipped += divide_tile(in.view, in.values, group, 0, in.parameters, in.limits, in.stablehlo_order, codes, counts);
  }
  return clipped;
}

/// The quotient of the group that a lane owns, with given parameters.
template <class Q, int kSlot, bool kDense>
__device__ __forceinline__ Q given_quotient(const RoundtripInput& in, const BlockPlaces<kSlot, kDense>& places,
                                            int lane, float& scale) {
  const std::uint64_t at = places.group_there(BlockDeal<kSlot>::owned(lane)) * in.parameters.step;
  scale = in.parameters.scale[at];
  return make_quotient<Q>(in, scale, in.parameters.zero_point[at]);
}

}  // namespace qgpu::cuda
