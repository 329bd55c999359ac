#pragma once
// The codes of a tile of short groups, whose parameters are with their owners.
#include "kernels/block_tile.cuh"
#include "kernels/encode_tile.cuh"

namespace qgpu::cuda {

/// The quotient of a lane's group number `part`, from its owner.
template <int kSlot, bool kStablehlo>
__device__ __forceinline__ Quotient<kStablehlo> quotient_of(const Quotient<kStablehlo>& own, int part,
                                                            arith::CodeLimits limits) {
  using Deal = BlockDeal<kSlot>;
  const auto handed = [&](float x) { return __shfl_sync(kAllLanes, x, Deal::owner(part), Deal::kLanes); };
  Quotient<kStablehlo> quotient;
  quotient.reciprocal = {handed(own.reciprocal.k), handed(own.reciprocal.sn), handed(own.reciprocal.inv)};
  quotient.zero_point = handed(own.zero_point);
  // Small integers: exact, and cheaper than two more shuffles.
  quotient.low = static_cast<float>(limits.qmin) - (kStablehlo ? 0.0f : quotient.zero_point);
  quotient.high = static_cast<float>(limits.qmax) - (kStablehlo ? 0.0f : quotient.zero_point);
  return quotient;
}

/// Packed codes in the order of the loads. How far an element of the lane's had to be clamped at most; NaN where a
/// quotient failed. Without kClamp no code may need it, and a quotient that fails is not told.
template <int kSlot, bool kClamp, bool kStablehlo>
__device__ __forceinline__ float encode_blocks(const Tile& tile, const Quotient<kStablehlo>& own,
                                               arith::CodeLimits limits, std::uint32_t (&packed)[kTileLoads]) {
  using Deal = BlockDeal<kSlot>;
  float excess = 0;
#pragma unroll
  for (int p = 0; p < Deal::kParts; ++p) {
    const Quotient<kStablehlo> quotient = quotient_of<kSlot>(own, p, limits);
#pragma unroll
    for (int i = p * Deal::kSteps; i < (p + 1) * Deal::kSteps; ++i) {
      std::uint32_t code[4];
#pragma unroll
      for (int q = 0; q < 4; ++q) {
        const float t = quotient.unclamped(part(tile.x[i], q));
        const float held = kClamp ? quotient.clamped(t) : t;
        excess = max_or_nan(excess, fabsf(t - held));
        code[q] = quotient.code_bits(quotient.rounded(held));
      }
      packed[i] = pack_bytes(code[0], code[1], code[2], code[3]);
    }
  }
  return excess;
}

/// Clipped elements of the lane; groups whose owner's bit is set in `without` are left out.
template <int kSlot, bool kStablehlo>
__device__ __forceinline__ std::uint32_t count_clipped(const Tile& tile, const Quotient<kStablehlo>& own,
                                                       arith::CodeLimits limits, std::uint32_t without, int lane) {
  using Deal = BlockDeal<kSlot>;
  std::uint32_t clipped = 0;
#pragma unroll
  for (int p = 0; p < Deal::kParts; ++p) {
    const Quotient<kStablehlo> quotient = quotient_of<kSlot>(own, p, limits);
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
template <int kSlot, bool kStablehlo>
__device__ __forceinline__ std::uint32_t failed_blocks(const Tile& tile, const Quotient<kStablehlo>& own,
                                                       arith::CodeLimits limits) {
  using Deal = BlockDeal<kSlot>;
  std::uint32_t owners = 0;
#pragma unroll
  for (int p = 0; p < Deal::kParts; ++p) {
    const Quotient<kStablehlo> quotient = quotient_of<kSlot>(own, p, limits);
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
template <bool kStablehlo, int kSlot, bool kDense>
__device__ __forceinline__ std::uint32_t divide_blocks(const WindowView& view, const float* values,
                                                       const BlockPlaces<kSlot, kDense>& places, std::uint32_t owners,
                                                       const ParameterView& parameters, arith::CodeLimits limits,
                                                       std::uint8_t* codes, WindowCounts* counts) {
  std::uint32_t clipped = 0;
  for (; owners != 0; owners &= owners - 1) {
    const std::uint32_t group = places.group(BlockDeal<kSlot>::owned(__ffs(owners) - 1));
    clipped += divide_tile<kStablehlo>(view, values, group, 0, parameters, limits, codes, counts);
  }
  return clipped;
}

/// The quotient of the group that a lane owns, with given parameters.
template <bool kStablehlo, int kSlot, bool kDense>
__device__ __forceinline__ Quotient<kStablehlo> given_quotient(const BlockPlaces<kSlot, kDense>& places,
                                                               const ParameterView& parameters,
                                                               arith::CodeLimits limits, int lane, float& scale) {
  const std::uint64_t at = places.group_there(BlockDeal<kSlot>::owned(lane)) * parameters.step;
  scale = parameters.scale[at];
  return Quotient<kStablehlo>(scale, parameters.zero_point[at], limits);
}

}  // namespace qgpu::cuda
