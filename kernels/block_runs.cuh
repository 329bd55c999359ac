#pragma once
// What a round trip loses in short groups, by runs of 64 groups: of these either 40 bytes leave the device, or, where
// each group's own stats are wanted, 32 for each.
#include "kernels/block_fold.cuh"
#include "kernels/block_sums.cuh"

namespace qgpu::cuda {

/// Tiles that hold the groups of a run of the fold.
template <int kSlot>
inline constexpr int kTilesOfRun = arith::kFoldRun / BlockDeal<kSlot>::kBlocks;

template <int kSlot>
QGPU_HD inline std::uint32_t num_runs(const WindowView& view) {
  return (num_block_tiles<kSlot>(view) - 1) / kTilesOfRun<kSlot> + 1;
}

/// What a warp keeps of a run, in shared memory: its registers are full.
struct RunRoom {
  union {  // one after the other
    PartRoom parts;
    TileStats exact;
    FoldRoom fold;
  };
  float4 groups[arith::kFoldRun];  ///< of each its reciprocal and scale; then its sums in steps
  float squares[arith::kFoldRun];  ///< the zero point; then the last of the sums
  float scale[arith::kFoldRun];
  float error[arith::kFoldRun];         ///< the largest; negative: none
  std::uint32_t clipped, beyond_bound;  ///< of all runs of the warp

  __device__ void clear(int lane) {
    if (lane == 0) clipped = 0, beyond_bound = 0;
    __syncwarp();
  }

  /// What sums_of_owned needs of the groups of a tile which begins with the run's group `first`, each from its owner;
  /// of those past the last as well.
  template <int kSlot, class Q>
  __device__ __forceinline__ HandedOut hand_out(int first, const Q& own, float own_scale, int lane) {
    const int block = BlockDeal<kSlot>::owned(lane);
    if (BlockDeal<kSlot>::is_first(lane)) {
      groups[first + block] = {own.reciprocal.k, own.reciprocal.sn, own.reciprocal.inv, own_scale};
      squares[first + block] = own.zero_point;
      scale[first + block] = own_scale;
    }
    __syncwarp();
    return {groups + first, squares + first};
  }
  __device__ void put(int group, const BlockSums& lost) {
    groups[group] = {lost.sums.a, lost.sums.b, lost.sums.x, lost.sums.c};
    squares[group] = lost.rest.squares;
    error[group] = lost.rest.largest;
  }
  __device__ void put(int group, const TileStats& stats, float largest) {
    put(group, {{stats.a, stats.b, stats.x, stats.c}, {static_cast<float>(stats.q), largest}});
  }

  /// The groups of a run to one value, and their largest error.
  template <class In>
  __device__ void finish_run(const In& in, const RoundtripOutput& out, std::uint32_t run, LargestError& largest,
                             int lane) {
    constexpr int kEach = arith::kFoldRun / kWarp;
    const std::uint32_t first = arith::kFoldRun * run;
    const std::uint32_t there = static_cast<std::uint32_t>(in.view.num_groups) - first;
    __syncwarp();
    float own[kEach];
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      const std::uint32_t group = lane + kWarp * i;
      own[i] = group < there ? error[group] : -1.0f;
      if (out.runs == nullptr) continue;
      arith::Sums units;
      if (group < there) {
        const float4 sums = groups[group];
        units = arith::to_units({sums.x, sums.y, sums.z, sums.w, squares[group]}, scale[group]);
        // Half a step is always within: float64 is for what lies beyond.
        if (!(own[i] + own[i] <= scale[group]) && !arith::is_within_bound(own[i], scale[group], in.limits)) {
          atomicAdd(&beyond_bound, 1u);
        }
      }
      fold.put(group, units);
    }
    __syncwarp();
    if (out.runs != nullptr) fold.fold(out.runs + run, lane);
    if (out.tile_indices == nullptr && !__any_sync(kAllLanes, fmaxf(own[0], own[1]) >= largest.error)) return;
#pragma unroll 1
    for (int i = 0; i < kEach; ++i) {
      const float mine = i == 0 ? own[0] : own[1];
      const std::uint32_t begin = first + kWarp * i;
      see_tiles(in, out, largest, mine, lane + kWarp * i < there, lane,
                [&](int l) { return std::uint64_t{begin + l}; });
    }
  }
  /// Into the counts of the window.
  __device__ void finish(const RoundtripOutput& out, int lane) {
    __syncwarp();
    if (lane == 0 && clipped > 0) atomicAdd(&out.counts->clipped, clipped);
    if (lane == 0 && beyond_bound > 0) atomicAdd(&out.counts->beyond_bound, beyond_bound);
  }
};

/// Rooms that fit the shared memory every device gives a block without being asked, beside what finish_largest takes;
/// with more, no two blocks would fit a multiprocessor of a GeForce.
inline constexpr int kMaxRooms = (48 * 1024 - 512) / sizeof(RunRoom);
static_assert(kMaxRooms >= kDefaultLaunch.threads / kWarp);

/// Hands what a tile's groups lose to their run, and, where wanted, to where each group's own stats are. `may_clip`:
/// whether the lane's own group may have clipped elements.
template <class In, class Q, int kSlot, bool kDense>
__device__ __forceinline__ void finish_blocks(const In& in, const RoundtripOutput& out,
                                              const BlockPlaces<kSlot, kDense>& places, const Tile& tile, const Q& own,
                                              const BlockSums& lost, bool may_clip, RunRoom& room, int first,
                                              int lane) {
  using Deal = BlockDeal<kSlot>;
  const int block = Deal::owned(lane);
  const bool mine = Deal::is_first(lane) && places.has(block);
  std::uint32_t clipped = 0;
  if (__any_sync(kAllLanes, may_clip)) clipped = clipped_of_owned<kSlot>(in, tile, own, lane);
  std::uint32_t failed = __ballot_sync(kAllLanes, mine && !(lost.sums.x < INFINITY));
  if (out.runs == nullptr) {
    store_block_stats(out.tiles, places, lost, places.size(in.view, block), clipped, lane);
    __syncwarp();
  } else if (clipped > 0 && mine && lost.sums.x < INFINITY) {
    atomicAdd(&room.clipped, clipped);
  }
  if (mine) room.put(first + block, lost);
  for (; failed != 0; failed &= failed - 1) {
    __syncwarp();  // lanes enter a function together
    const int owner = __ffs(failed) - 1;
    const std::uint32_t group = places.group(Deal::owned(owner));
    TileStats* const stats = out.runs == nullptr ? out.tiles + group : &room.exact;
    const float exact = sum_tile_exactly(in, group, 0, stats, out.counts);
    if (lane == owner) {
      room.put(first + block, *stats, exact);
      if (out.runs != nullptr && stats->clipped > 0) atomicAdd(&room.clipped, stats->clipped);
    }
    __syncwarp();
  }
}

}  // namespace qgpu::cuda
