// Groups of up to 8192 elements that lie side by side, from one read: a team of 1, 2, 4 or 8 warps holds a group in
// registers, a tile a warp, between its range and what follows: codes, or what they lose. Reads 4 bytes an element,
// writes 1 where codes are wanted.
#include "kernels/columns.cuh"
#include "kernels/device.cuh"
#include "kernels/encode_tile.cuh"
#include "kernels/error_parameters.cuh"
#include "kernels/largest_error.cuh"
#include "kernels/tile_range.cuh"

namespace qgpu::cuda {
namespace {

constexpr int kFusedWarps = 8;  // of a block: one team, or several
constexpr int kFusedThreads = kFusedWarps * kWarp;

/// The threads of one team of kTeam warps wait for each other.
template <int kTeam>
__device__ inline void team_barrier() {
  if constexpr (kTeam == 1) {
    __syncwarp();
  } else {
    asm volatile("bar.sync %0, %1;" ::"r"(1 + threadIdx.x / (kTeam * kWarp)), "r"(kTeam * kWarp) : "memory");
  }
}

/// Loads a tile whose fours are whole: a group's size and place are multiples of 4.
__device__ __forceinline__ void load_fours(const float* __restrict__ at, std::uint32_t size, int lane, Tile& tile) {
  const float4* const fours = reinterpret_cast<const float4*>(at) + lane;
  if (size == arith::kTileElements) {
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) tile.x[i] = fours[kWarp * i];
  } else {
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) {
      tile.x[i] = arith::kTileLanes * i + 4 * lane < size ? fours[kWarp * i] : make_float4(0, 0, 0, 0);
    }
  }
}

struct TileKeys {
  uint2 keys;  ///< of the tile's range: `high`, `low`
  bool is_finite;
};

__device__ __forceinline__ TileKeys tile_keys(const RoundtripInput& in, const Tile& tile, std::uint32_t group,
                                              std::uint32_t number, std::uint32_t size, int lane,
                                              WindowCounts* counts) {
  LaneRange range;
  if (size == arith::kTileElements) {
    for_each_value(tile, [&](int, int, float x) { range.see(x); });
  } else {
    for_each_value(tile, [&](int i, int, float x) {
      if (arith::kTileLanes * i + 4 * lane < size) range.see(x);
    });
  }
  const bool is_finite = __all_sync(kAllLanes, range.is_finite());
  if (!is_finite) range = rescan(in.view, in.values, group, number, counts);
  return {{warp_max(high_key_of(range.low, range.high)), warp_max(low_key_of(range.low, range.high))}, is_finite};
}

/// kCodes: codes are wanted; else a round trip.
template <bool kStablehlo, bool kCodes, int kTeam>
__global__ void __launch_bounds__(kFusedThreads, 2)
    fused_rows_kernel(const __grid_constant__ RoundtripInput in, const __grid_constant__ GroupState state,
                      const __grid_constant__ SchemeView scheme, const __grid_constant__ FusedOutput out) {
  __shared__ uint2 keys[2][kFusedWarps];  // by turns, so that one barrier a group is enough
  __shared__ ErrorParameters of_warps[kFusedWarps];
  constexpr std::uint32_t kTeams = kFusedWarps / kTeam;
  const int lane = threadIdx.x % kWarp;
  const std::uint32_t warp = threadIdx.x / kWarp;
  const std::uint32_t number = warp % kTeam;  // of the warp's tile
  const std::uint32_t num_groups = static_cast<std::uint32_t>(in.view.num_groups);
  const std::uint32_t first_tile = arith::kTileElements * number;
  LargestError largest = kNoError;
  std::uint32_t clipped = 0;
  std::uint32_t turn = 0;
  for (std::uint32_t group = blockIdx.x * kTeams + warp / kTeam; group < num_groups; group += gridDim.x * kTeams) {
    const GroupBox box = in.view.group(group);
    const std::uint32_t group_size = static_cast<std::uint32_t>(box.size);
    const std::uint32_t left = group_size > first_tile ? group_size - first_tile : 0;
    const std::uint32_t size = left < arith::kTileElements ? left : arith::kTileElements;
    const std::uint32_t place = static_cast<std::uint32_t>(box.base) + first_tile;
    Tile tile;
    load_fours(in.values + place, size, lane, tile);

    // The range of the group, and its parameters.
    const TileKeys seen = tile_keys(in, tile, group, number, size, lane, out.observed);
    uint2 range = seen.keys;
    if constexpr (kTeam > 1) {
      if (lane == 0) keys[turn][warp] = range;
      team_barrier<kTeam>();
#pragma unroll
      for (std::uint32_t w = 0; w < kTeam; ++w) {
        const uint2 other = keys[turn][warp - number + w];
        range.x = max(range.x, other.x);
        range.y = max(range.y, other.y);
      }
      turn ^= 1;
    }
    const arith::GroupParams params = derive(scheme, range.x, range.y);
    if (lane == 0 && number == 0) reinterpret_cast<uint2*>(state.keys)[group] = range;
    // For the exact way, and for the search of the largest error: most groups go without. Every warp of a team writes
    // the same.
    const auto leave_parameters = [&] { leave(state, group, params.scale, params.zero_point, lane); };
    const Quotient<kStablehlo> quotient(params.scale, params.zero_point, in.limits);
    const bool clamp = !(seen.is_finite && quotient.holds(-value_of_key(range.y), value_of_key(range.x)));

    if constexpr (kCodes) {
      std::uint32_t packed[kTileLoads];
      if (clamp ? encode<true>(tile, quotient, packed, clipped) : encode<false>(tile, quotient, packed, clipped)) {
        auto* const words = reinterpret_cast<std::uint32_t*>(out.codes + place) + lane;
#pragma unroll
        for (int i = 0; i < kTileLoads; ++i) {
          if (arith::kTileLanes * i + 4 * lane < size) words[kWarp * i] = packed[i];
        }
      } else if (size > 0) {
        leave_parameters();
        clipped += divide_tile(in.view, in.values, group, number, in.parameters, in.limits, kStablehlo, out.codes,
                               out.applied);
      }
    } else if (number < in.view.tiles_per_group) {
      const std::uint64_t at = number * in.view.num_groups + group;
      TileStats* const stats = out.roundtrip.tiles + at;
      float error = -1;
      if (size == 0) {
        if (lane == 0) *stats = {};
      } else if (!(clamp ? sum_tile<true>(tile, size, quotient, params.scale, lane, stats, error)
                         : sum_tile<false>(tile, size, quotient, params.scale, lane, stats, error))) {
        leave_parameters();
        error = sum_tile_exactly(in, group, number, stats, out.applied);
      }
      if (out.roundtrip.tile_indices != nullptr) {
        leave_parameters();
        const std::uint64_t index = size == 0 ? kUnknown : index_of_error(in, group, number, error);
        if (lane == 0) out.roundtrip.tile_indices[at] = index;
      }
      if (error >= largest.error) {
        ErrorParameters& of_largest = of_warps[warp];
        if (error == largest.error && error >= 0 && !in.view.is_ascending) {  // a tie: see_tile searches both
          leave_parameters();
          of_largest.leave(state, lane);
        }
        const std::uint32_t tile = group * static_cast<std::uint32_t>(in.view.tiles_per_group) + number;
        see_tile(in, largest, {error, tile, kUnknown});
        if (lane == 0 && largest.tile == tile) of_largest = {error, params.scale, params.zero_point, group};
      }
    }
  }
  if constexpr (kCodes) {
    clipped = warp_sum(clipped);
    if (lane == 0 && clipped > 0) atomicAdd(&out.applied->clipped, clipped);
  } else {
    leave_largest(of_warps, largest.error, state, warp, lane);
    finish_largest(in, out.roundtrip, largest, lane);
  }
}

/// Calls `launch` with the team that holds a group.
template <class Launch>
void with_team(std::uint64_t tiles, Launch&& launch) {
  if (tiles <= 1) return launch(std::integral_constant<int, 1>{});
  if (tiles <= 2) return launch(std::integral_constant<int, 2>{});
  if (tiles <= 4) return launch(std::integral_constant<int, 4>{});
  launch(std::integral_constant<int, 8>{});
}

}  // namespace

bool can_fuse(const WindowView& view) {
  return has_blocks(view) || (view.is_unbroken && view.tiles_per_group <= kFusedWarps && view.width % 4 == 0 &&
                              view.pitch % 4 == 0 && view.box_rows <= 1);
}

void launch_fused(const WindowView& view, const float* values, const GroupState& state, const SchemeView& scheme,
                  const FusedOutput& output, LaunchConfig config, cudaStream_t stream) {
  if (view.elements == 0) return;
  if (has_blocks(view)) {
    const auto launch = output.codes != nullptr ? launch_fused_blocks : launch_fused_blocks_roundtrip;
    return launch(view, values, state, scheme, output, config, stream);
  }
  const RoundtripInput in{view, values, {state.scale, state.zero_point, 1}, scheme.limits, scheme.stablehlo_order};
  with_flag(scheme.stablehlo_order, [&](auto stablehlo) {
    with_flag(output.codes != nullptr, [&](auto codes) {
      with_team(view.tiles_per_group, [&](auto team) {
        const int blocks = blocks_for(view.num_groups, kFusedWarps / team.value, config);
        fused_rows_kernel<stablehlo.value, codes.value, team.value>
            <<<blocks, kFusedThreads, 0, stream>>>(in, state, scheme, output);
      });
    });
  });
  check_launch("fused_rows_kernel");
}

}  // namespace qgpu::cuda
