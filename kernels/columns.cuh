#pragma once
// Groups that are single columns of a slab, side by side: a block takes a strip of 32 * kV columns and a tile of 1024
// rows; a lane holds kV neighbouring columns, so that a warp reads whole rows of the strip.
#include "kernels/warp.cuh"

namespace qgpu::cuda {

inline constexpr int kColumnWarps = 8;
inline constexpr int kColumnThreads = kColumnWarps * kWarp;
/// Slabs with fewer columns leave too many lanes idle: their tiles are gathered instead.
inline constexpr std::uint64_t kLeastColumns = 16;

__host__ __device__ inline bool has_columns(const WindowView& view) {
  return view.width == 1 && view.pitch >= kLeastColumns;
}

inline constexpr std::uint64_t kLongestBlock = 256;

/// Whether the groups of a window are short runs, and all whole.
inline bool has_blocks(const WindowView& view) {
  return view.slab_rows == 1 && view.num_groups > 1 && view.width <= kLongestBlock && !has_columns(view);
}

template <int kV>
struct Lanes {
  float x[kV];
};

template <int kV>
__device__ inline Lanes<kV> load_lanes(const float* __restrict__ at) {
  Lanes<kV> lanes;
  if constexpr (kV == 4) {
    const float4 v = *reinterpret_cast<const float4*>(at);
    lanes.x[0] = v.x, lanes.x[1] = v.y, lanes.x[2] = v.z, lanes.x[3] = v.w;
  } else if constexpr (kV == 2) {
    const float2 v = *reinterpret_cast<const float2*>(at);
    lanes.x[0] = v.x, lanes.x[1] = v.y;
  } else {
    lanes.x[0] = *at;
  }
  return lanes;
}

/// Scale and zero point of kV neighbouring groups.
template <int kV>
struct LaneParameters {
  float scale[kV];
  std::int32_t zero_point[kV];

  __device__ LaneParameters(const ParameterView& parameters, std::uint64_t group) {
    if (parameters.step == 0) {
#pragma unroll
      for (int v = 0; v < kV; ++v) scale[v] = parameters.scale[0], zero_point[v] = parameters.zero_point[0];
      return;
    }
    const Lanes<kV> scales = load_lanes<kV>(parameters.scale + group);
    const Lanes<kV> points = load_lanes<kV>(reinterpret_cast<const float*>(parameters.zero_point + group));
#pragma unroll
    for (int v = 0; v < kV; ++v) scale[v] = scales.x[v], zero_point[v] = __float_as_int(points.x[v]);
  }
};

/// One block's piece of work.
template <int kV>
struct ColumnStrip {
  std::uint64_t first_group;  ///< of the strip
  std::uint32_t tile;         ///< number within the groups
  std::uint32_t rows;         ///< of the tile
  std::uint32_t columns;      ///< of the strip
  std::uint32_t place;        ///< of the tile's first row in the strip's first column

  __host__ __device__ static std::uint32_t strips(const WindowView& view) {
    return static_cast<std::uint32_t>((view.pitch + kWarp * kV - 1) / (kWarp * kV));
  }
  __host__ __device__ static std::uint32_t num_items(const WindowView& view) {
    return static_cast<std::uint32_t>(view.num_groups / view.groups_per_slab * view.tiles_per_group) * strips(view);
  }

  /// False where the slab ends before this tile.
  __device__ bool take(const WindowView& view, std::uint32_t item) {
    const std::uint32_t tiles = static_cast<std::uint32_t>(view.tiles_per_group);
    const std::uint32_t rest = item / strips(view);
    const std::uint32_t column = (item - rest * strips(view)) * kWarp * kV;
    const std::uint32_t slab = tiles == 1 ? rest : rest / tiles;
    tile = rest - slab * tiles;
    first_group = slab * view.groups_per_slab + column;
    const GroupBox box = view.group(first_group);
    const std::uint32_t pitch = static_cast<std::uint32_t>(view.pitch);
    columns = pitch - column < kWarp * kV ? pitch - column : kWarp * kV;
    const std::uint64_t first_row = std::uint64_t{tile} * arith::kTileElements;
    if (first_row >= box.size) return false;
    const std::uint64_t left = box.size - first_row;
    rows = left < arith::kTileElements ? static_cast<std::uint32_t>(left) : arith::kTileElements;
    place = static_cast<std::uint32_t>(box.base + first_row * pitch);
    return true;
  }
};

/// Whether rows of the window can be read by kV floats at a time.
template <int kV>
bool has_aligned_columns(const WindowView& view) {
  return view.pitch % kV == 0;
}

}  // namespace qgpu::cuda
