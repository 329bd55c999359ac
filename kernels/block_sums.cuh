#pragma once
// What a round trip loses in a tile of short groups: sums by the tree of section 7, each with the owner of its group. A
// group has at most two elements for an accumulator of the tree.
#include "kernels/block_codes.cuh"
#include "kernels/largest_error.cuh"

namespace qgpu::cuda {

/// A group's sums on the way to its owner.
struct PartSums {
  float a, b, x, c;
  float squares;  ///< exact: 256 of at most 255^2 stay below 2^24
  float largest;

  __device__ static PartSums merge(const PartSums& m, const PartSums& n) {
    return {m.a + n.a, m.b + n.b, m.x + n.x, m.c + n.c, m.squares + n.squares, fmaxf(m.largest, n.largest)};
  }
  __device__ static PartSums chosen(bool first, const PartSums& m, const PartSums& n) {
    return {first ? m.a : n.a,
            first ? m.b : n.b,
            first ? m.x : n.x,
            first ? m.c : n.c,
            first ? m.squares : n.squares,
            first ? m.largest : n.largest};
  }
  __device__ PartSums from_lane(int hop) const {
    return {__shfl_xor_sync(kAllLanes, a, hop),       __shfl_xor_sync(kAllLanes, b, hop),
            __shfl_xor_sync(kAllLanes, x, hop),       __shfl_xor_sync(kAllLanes, c, hop),
            __shfl_xor_sync(kAllLanes, squares, hop), __shfl_xor_sync(kAllLanes, largest, hop)};
  }
};

struct PartCount {
  std::uint32_t n;

  __device__ static PartCount merge(PartCount a, PartCount b) { return {a.n + b.n}; }
  __device__ static PartCount chosen(bool first, PartCount a, PartCount b) { return {first ? a.n : b.n}; }
  __device__ PartCount from_lane(int hop) const { return {__shfl_xor_sync(kAllLanes, n, hop)}; }
};

/// The sums of the group that a lane owns. Its `x` is not finite where a quotient failed. Without kClamp no code may
/// need it.
template <int kSlot, bool kClamp, class Q>
__device__ __forceinline__ PartSums sums_of_owned(const RoundtripInput& in, const Tile& tile, const Q& own, float scale,
                                                  int lane) {
  using Deal = BlockDeal<kSlot>;
  PartSums sums = Deal::template to_owner<PartSums>(lane, [&](int p) {
    const Q quotient = quotient_of<kSlot>(in, own, p);
    const float step = __shfl_sync(kAllLanes, scale, Deal::owner(p), Deal::kLanes);
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
        squares = fmaf(steps, steps, squares);
        largest = fmaxf(largest, error);
      }
    }
    return PartSums{(a[0] + a[1]) + (a[2] + a[3]),
                    (b[0] + b[1]) + (b[2] + b[3]),
                    (x[0] + x[1]) + (x[2] + x[3]),
                    (c[0] + c[1]) + (c[2] + c[3]),
                    squares,
                    largest};
  });
  sums.c += 0.0f;  // -0 becomes 0, which accumulators begin with
  return sums;
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
  return Deal::template to_owner<PartCount>(lane, count_of).n;
}

/// Writes the stats of the tile's groups, whole sectors at a time: a lane leaves one half of a group's.
template <int kSlot, bool kDense>
__device__ __forceinline__ void store_block_stats(TileStats* stats, const BlockPlaces<kSlot, kDense>& places,
                                                  const PartSums& own, std::uint32_t finite, std::uint32_t clipped,
                                                  int lane) {
  using Deal = BlockDeal<kSlot>;
  uint4* const halves = reinterpret_cast<uint4*>(stats);
  const uint4 sums{__float_as_uint(own.a), __float_as_uint(own.b), __float_as_uint(own.x), __float_as_uint(own.c)};
  const uint4 rest{static_cast<std::uint32_t>(own.squares), 0, __float_as_uint(own.largest), finite | clipped << 16};
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

/// Leaves each group's own stats.
struct OwnStats {
  const RoundtripInput& in;
  const RoundtripOutput& out;

  template <int kSlot, bool kDense>
  __device__ __forceinline__ void keep(const BlockPlaces<kSlot, kDense>& places, const PartSums& sums,
                                       std::uint32_t clipped, int lane) {
    const int block = BlockDeal<kSlot>::owned(lane);
    store_block_stats(out.tiles, places, sums, places.size(in.view, block), clipped, lane);
  }
  __device__ TileStats* exact(std::uint32_t group) { return out.tiles + group; }
  __device__ void keep_exact(int, const TileStats*) {}
};

/// Hands what a tile's groups lose to `kept` (OwnStats, or RunStats), and takes in their largest errors. `may_clip`:
/// whether the lane's own group may have clipped elements.
template <class Q, int kSlot, bool kDense, class Kept>
__device__ __forceinline__ void finish_blocks(const RoundtripInput& in, const RoundtripOutput& out,
                                              const BlockPlaces<kSlot, kDense>& places, const Tile& tile, const Q& own,
                                              const PartSums& sums, bool may_clip, LargestError& largest, int lane,
                                              Kept&& kept) {
  using Deal = BlockDeal<kSlot>;
  const int block = Deal::owned(lane);
  const bool mine = Deal::is_first(lane) && places.has(block);
  std::uint32_t clipped = 0;
  if (__any_sync(kAllLanes, may_clip)) clipped = clipped_of_owned<kSlot>(in, tile, own, lane);
  kept.keep(places, sums, clipped, lane);
  float error = sums.largest;
  std::uint32_t failed = __ballot_sync(kAllLanes, mine && !(sums.x < INFINITY));
  __syncwarp();
  for (; failed != 0; failed &= failed - 1) {
    const int owner = __ffs(failed) - 1;
    const std::uint32_t group = places.group(Deal::owned(owner));
    TileStats* const stats = kept.exact(group);
    const float exact = sum_tile_exactly(in, group, 0, stats, out.counts);
    if (lane == owner) {
      error = exact;
      kept.keep_exact(block, stats);
    }
    __syncwarp();
  }
  const auto tile_of = [&](int l) { return std::uint64_t{places.group(Deal::owned(l))}; };
  see_tiles(in, out, largest, mine ? error : -1.0f, mine, lane, tile_of);
}

}  // namespace qgpu::cuda
