#pragma once
// What a round trip loses in short groups, brought to runs of 64 groups where no group's own stats are wanted: 40 bytes
// leave the device for 64 groups instead of 32 for each.
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

/// What a warp keeps of its runs, in shared memory: its registers are full.
struct RunRoom {
  FoldRoom fold;
  TileStats exact;
  std::uint32_t clipped, beyond_bound;  // of all its runs

  __device__ void clear(int lane) {
    if (lane == 0) clipped = 0, beyond_bound = 0;
    __syncwarp();
  }
  __device__ void add(int group, const arith::Sums& steps, float scale, std::uint32_t group_clipped, float error,
                      arith::CodeLimits limits) {
    fold.put(group, arith::to_units(steps, scale));
    if (group_clipped > 0) atomicAdd(&clipped, group_clipped);
    // Half a step is always within: float64 is for what lies beyond.
    if (!(error + error <= scale) && !arith::is_within_bound(error, scale, limits)) atomicAdd(&beyond_bound, 1u);
  }
  /// The groups of a run to one value.
  __device__ void finish_run(const RoundtripInput& in, const RoundtripOutput& out, std::uint32_t run, int lane) {
    const std::uint32_t there = static_cast<std::uint32_t>(in.view.num_groups) - arith::kFoldRun * run;
    for (std::uint32_t missing = there + lane; missing < arith::kFoldRun; missing += kWarp) fold.put(missing, {});
    __syncwarp();
    fold.fold(out.runs + run, lane);
  }
  /// Into the counts of the window.
  __device__ void finish(const RoundtripOutput& out, int lane) {
    __syncwarp();
    if (lane == 0 && clipped > 0) atomicAdd(&out.counts->clipped, clipped);
    if (lane == 0 && beyond_bound > 0) atomicAdd(&out.counts->beyond_bound, beyond_bound);
  }
};

/// Adds groups to their run, or leaves each one's own stats where `out.runs` is null.
struct RunStats {
  const RoundtripInput& in;
  const RoundtripOutput& out;
  RunRoom& room;
  float scale;  ///< of the group that the lane owns
  int first;    ///< group of the run that the tile begins with

  template <int kSlot, bool kDense>
  __device__ __forceinline__ void keep(const BlockPlaces<kSlot, kDense>& places, const PartSums& sums,
                                       std::uint32_t clipped, int lane) {
    using Deal = BlockDeal<kSlot>;
    if (out.runs == nullptr) return OwnStats{in, out}.keep(places, sums, clipped, lane);
    const int block = Deal::owned(lane);
    if (!Deal::is_first(lane) || !places.has(block) || !(sums.x < INFINITY)) return;
    room.add(first + block, {sums.a, sums.b, sums.x, sums.c, sums.squares}, scale, clipped, sums.largest, in.limits);
  }
  __device__ TileStats* exact(std::uint32_t group) { return out.runs == nullptr ? out.tiles + group : &room.exact; }
  __device__ void keep_exact(int block, const TileStats* stats) {
    if (out.runs == nullptr) return;
    room.add(first + block, {stats->a, stats->b, stats->x, stats->c, static_cast<double>(stats->q)}, scale,
             stats->clipped, stats->max_abs_error, in.limits);
  }
};

}  // namespace qgpu::cuda
