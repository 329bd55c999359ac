#pragma once
// What a round trip loses in a tile of short groups: sums by the tree of section 7, each with the owner of its group. A
// group has at most two elements for an accumulator of the tree.
#include "kernels/block_codes.cuh"
#include "kernels/block_exchange.cuh"
#include "kernels/largest_error.cuh"

namespace qgpu::cuda {

/// A group's sums on the way to its owner.
struct alignas(16) PartSums {
  float a, b, x, c;

  __device__ static PartSums merge(const PartSums& m, const PartSums& n) {
    return {m.a + n.a, m.b + n.b, m.x + n.x, m.c + n.c};
  }
  __device__ PartSums from_lane(int hop) const {
    return {__shfl_xor_sync(kAllLanes, a, hop), __shfl_xor_sync(kAllLanes, b, hop), __shfl_xor_sync(kAllLanes, x, hop),
            __shfl_xor_sync(kAllLanes, c, hop)};
  }
};

/// What else of a group comes together, in any order.
struct alignas(8) PartRest {
  float squares;  ///< exact: 256 of at most 255^2 stay below 2^24
  float largest;

  __device__ static PartRest merge(const PartRest& m, const PartRest& n) {
    return {m.squares + n.squares, fmaxf(m.largest, n.largest)};
  }
  __device__ PartRest from_lane(int hop) const {
    return {__shfl_xor_sync(kAllLanes, squares, hop), __shfl_xor_sync(kAllLanes, largest, hop)};
  }
};

/// What a group loses.
struct BlockSums {
  PartSums sums;  ///< `x` is not finite where a quotient failed
  PartRest rest;
};

struct PartCount {
  std::uint32_t n;

  __device__ static PartCount merge(PartCount a, PartCount b) { return {a.n + b.n}; }
  __device__ static PartCount chosen(bool first, PartCount a, PartCount b) { return {first ? a.n : b.n}; }
  __device__ PartCount from_lane(int hop) const { return {__shfl_xor_sync(kAllLanes, n, hop)}; }
};

/// What each lane of a group has to know of it, in shared memory.
struct HandedOut {
  const float4* quotients;  ///< reciprocal and scale
  const float* zero_points;
};

/// The sums of the group that a lane owns. `handed_out`: of the tile's groups. Without kClamp no code may need it.
template <class Q, int kSlot, bool kClamp>
__device__ __forceinline__ BlockSums sums_of_owned(const RoundtripInput& in, const Tile& tile,
                                                   const HandedOut& handed_out, PartRoom& parts, int lane) {
  using Deal = BlockDeal<kSlot>;
  PartRest rest[Deal::kParts];
  BlockSums all;
  all.sums = parts.to_owner<PartSums, kSlot>(lane, [&](int p) {
    const int block = Deal::block_of(p, lane);
    const float4 handed = handed_out.quotients[block];
    const Q quotient =
        make_quotient<Q>(in, arith::Reciprocal{handed.x, handed.y, handed.z}, handed_out.zero_points[block]);
    const float step = handed.w;
    const float k = quotient.reciprocal.k;
    float a[4], b[4], x[4], c[4];
    float squares = 0, largest = 0;
#pragma unroll
    for (int i = 0; i < Deal::kSteps; ++i) {
#pragma unroll
      for (int q = 0; q < 4; ++q) {
        const float value = part(tile.x[p * Deal::kSteps + i], q);
        const float t = quotient.unclamped(value);
        const float steps = quotient.steps(quotient.rounded(kClamp ? quotient.clamped(t) : t));
        const float error = arith::absolute_error(value, steps * step);
        const float scaled = error * k;
        const float y = value * k;
        // The first element of an accumulator needs no addition of 0, but for its sign, see below.
        a[q] = i == 0 ? scaled : a[q] + scaled;
        b[q] = i == 0 ? scaled * scaled : fmaf(scaled, scaled, b[q]);
        x[q] = i == 0 ? y * y : fmaf(y, y, x[q]);
        c[q] = i == 0 ? y * steps : fmaf(y, steps, c[q]);
        squares = i + q == 0 ? steps * steps : fmaf(steps, steps, squares);
        largest = i + q == 0 ? error : fmaxf(largest, error);
      }
    }
    rest[p] = {squares, largest};
    return PartSums{(a[0] + a[1]) + (a[2] + a[3]), (b[0] + b[1]) + (b[2] + b[3]), (x[0] + x[1]) + (x[2] + x[3]),
                    (c[0] + c[1]) + (c[2] + c[3])};
  });
  all.sums.c += 0.0f;  // -0 becomes 0, which accumulators begin with
  all.rest = parts.to_owner<PartRest, kSlot>(lane, [&](int p) { return rest[p]; });
  return all;
}

/// Clipped elements of the group that a lane owns.
template <int kSlot, class Q>
__device__ __forceinline__ std::uint32_t clipped_of_owned(const RoundtripInput& in, const Tile& tile, const Q& own,
                                                          int lane) {
  using Deal = BlockDeal<kSlot>;
  const auto count_of = [&](int p) {
    const Q quotient = quotient_of<kSlot>(in, own, p);
    PartCount count{0};
#pragma unroll
    for (int i = p * Deal::kSteps; i < (p + 1) * Deal::kSteps; ++i) {
#pragma unroll
      for (int q = 0; q < 4; ++q) count.n += quotient.is_clipped(quotient.unclamped(part(tile.x[i], q)));
    }
    return count;
  };
  return Butterfly::to_owner<PartCount, kSlot>(lane, count_of).n;
}

/// Writes the stats of the tile's groups, whole sectors at a time: a lane leaves one half of a group's.
template <int kSlot, bool kDense>
__device__ __forceinline__ void store_block_stats(TileStats* stats, const BlockPlaces<kSlot, kDense>& places,
                                                  const BlockSums& own, std::uint32_t finite, std::uint32_t clipped,
                                                  int lane) {
  using Deal = BlockDeal<kSlot>;
  uint4* const halves = reinterpret_cast<uint4*>(stats);
  const uint4 sums{__float_as_uint(own.sums.a), __float_as_uint(own.sums.b), __float_as_uint(own.sums.x),
                   __float_as_uint(own.sums.c)};
  const uint4 rest{static_cast<std::uint32_t>(own.rest.squares), 0, __float_as_uint(own.rest.largest),
                   finite | clipped << 16};
  const int half = lane % 2;
  if constexpr (Deal::kCopies > 1) {
    const int block = Deal::owned(lane);
    if (lane % Deal::kCopies < 2 && places.has(block)) {
      halves[2 * std::uint64_t{places.group(block)} + half] = half == 0 ? sums : rest;
    }
  } else {
    const uint4 mine = half == 0 ? sums : rest;
    uint4 other = half == 0 ? rest : sums;
    other = {__shfl_xor_sync(kAllLanes, other.x, 1), __shfl_xor_sync(kAllLanes, other.y, 1),
             __shfl_xor_sync(kAllLanes, other.z, 1), __shfl_xor_sync(kAllLanes, other.w, 1)};
    const int even = Deal::owned(lane & ~1), odd = Deal::owned(lane | 1);
    if (places.has(even)) halves[2 * std::uint64_t{places.group(even)} + half] = half == 0 ? mine : other;
    if (places.has(odd)) halves[2 * std::uint64_t{places.group(odd)} + half] = half == 0 ? other : mine;
  }
}

}  // namespace qgpu::cuda
