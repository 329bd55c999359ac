#pragma once
// A warp and a tile of 1024 elements: lane l holds elements 128 i + 4 l + q of it as x[i].{x,y,z,w}, which are the four
// accumulators 4 l .. 4 l + 3 of the summation tree (ARITHMETIC.md section 7) and one 16-byte load each.
#include "kernels/tile_walk.cuh"

namespace qgpu::cuda {

struct Tile {
  float4 x[kTileLoads];
};

__device__ inline float& part(float4& v, int q) { return q == 0 ? v.x : q == 1 ? v.y : q == 2 ? v.z : v.w; }
__device__ inline float part(const float4& v, int q) { return q == 0 ? v.x : q == 1 ? v.y : q == 2 ? v.z : v.w; }

/// Calls visit(value) for every element a lane holds.
template <class Visit>
__device__ inline void for_each_value(const Tile& tile, Visit&& visit) {
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) {
#pragma unroll
    for (int q = 0; q < 4; ++q) visit(i, q, part(tile.x[i], q));
  }
}

/// A tile wherever it is, for the ways that are seldom gone.
struct TilePlace {
  GroupBox box;
  std::uint64_t first;  ///< elements of the group before it
  std::uint32_t size;

  __device__ TilePlace(const WindowView& view, std::uint32_t group, std::uint32_t number)
      : box(view.group(group)), first(std::uint64_t{number} * arith::kTileElements) {
    const std::uint64_t left = box.size - first;
    size = left < arith::kTileElements ? static_cast<std::uint32_t>(left) : arith::kTileElements;
  }
  __device__ std::uint64_t position(std::uint32_t j) const { return box.position(first + j); }
};

/// Loads a tile that is short or not aligned; elements past its end become 0.
template <Walk kWalk>
__device__ inline void load_elements(const float* __restrict__ values, LaneCursor<kWalk>& cursor, std::uint32_t size,
                                     int lane, Tile& tile) {
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) tile.x[i] = make_float4(0, 0, 0, 0);
  cursor.for_each_element(size, lane, [&](int i, int q, std::uint32_t place) { part(tile.x[i], q) = values[place]; });
}

template <Walk kWalk>
__device__ inline void load_vectors(const float* __restrict__ values, const TilePlaces<kWalk>& places, Tile& tile) {
#pragma unroll
  for (int i = 0; i < kTileLoads; ++i) tile.x[i] = *reinterpret_cast<const float4*>(places.of(values, i));
}

}  // namespace qgpu::cuda
