#pragma once
// Short groups that lie side by side (blocks, short rows): a warp takes a tile of many at once, each in a slot of kSlot
// elements, so that a lane's loads are 16 bytes and a warp's are one run.
#include "kernels/block_deal.cuh"
#include "kernels/columns.cuh"
#include "kernels/tile.cuh"

namespace qgpu::cuda {

/// Where a lane's elements of a tile stand. kDense: every slot is full, so that a tile is one run of the window.
template <int kSlot, bool kDense>
class BlockPlaces {
 public:
  using Deal = BlockDeal<kSlot>;

  __device__ BlockPlaces(const WindowView& view, std::uint32_t tile, int lane)
      : first_group_(tile * Deal::kBlocks), num_groups_(static_cast<std::uint32_t>(view.num_groups)) {
    if constexpr (kDense) {
      first_ = tile * arith::kTileElements + 4 * lane;
      left_ = static_cast<std::uint32_t>(view.elements) - first_;
      is_whole_ = first_group_ + Deal::kBlocks <= num_groups_;
    } else {
      const std::uint32_t width = static_cast<std::uint32_t>(view.width);
      const std::uint32_t pitch = static_cast<std::uint32_t>(view.pitch);
      const std::uint32_t a_row = static_cast<std::uint32_t>(view.groups_per_slab);
      comes_in_fours_ = ((width | pitch) & 3) == 0;
      std::uint32_t group = first_group_ + lane / Deal::kLanes;
      std::uint32_t row = group / a_row;
      std::uint32_t column = group - row * a_row;
      const std::uint32_t element = 4 * (lane % Deal::kLanes);
#pragma unroll
      for (int part = 0; part < Deal::kParts; ++part) {
        const std::uint32_t size = min(pitch - column * width, width);
        places_[part] = row * pitch + column * width + element;
#pragma unroll
        for (int step = 0; step < Deal::kSteps; ++step) {
          const std::uint32_t before = element + arith::kTileLanes * step;
          const std::uint32_t there = group < num_groups_ && before < size ? min(size - before, 4u) : 0u;
          counts_ |= there << (4 * (part * Deal::kSteps + step));
        }
        group += Deal::kAbreast;
        column += Deal::kAbreast;
        while (column >= a_row) {
          column -= a_row;
          ++row;
        }
      }
    }
  }

  /// A group of the tile in the window; it may lie past the last.
  __device__ std::uint32_t group(int block) const { return first_group_ + block; }
  __device__ std::uint32_t group_there(int block) const { return min(group(block), num_groups_ - 1); }
  __device__ bool has(int block) const { return first_group_ + block < num_groups_; }

  __device__ std::uint32_t size(const WindowView& view, int block) const {
    if constexpr (kDense) return kSlot;
    const std::uint32_t a_row = static_cast<std::uint32_t>(view.groups_per_slab);
    const std::uint32_t column = (group(block) % a_row) * static_cast<std::uint32_t>(view.width);
    return static_cast<std::uint32_t>(min(view.pitch - column, view.width));
  }

  /// The lane's elements of load `i`: 0 to 4.
  __device__ std::uint32_t count(int i) const {
    if constexpr (kDense) return is_whole_ || arith::kTileLanes * i < static_cast<int>(left_) ? 4 : 0;
    return counts_ >> (4 * i) & 7;
  }

  /// Elements that are not there become 0.
  __device__ __forceinline__ void load(const float* __restrict__ values, Tile& tile) const {
    load_fours<float4>(values, make_float4(0, 0, 0, 0), tile.x,
                       [&](int i, int q) { part(tile.x[i], q) = of(values, i)[q]; });
  }
  __device__ __forceinline__ void load(const std::uint8_t* __restrict__ codes,
                                       std::uint32_t (&words)[kTileLoads]) const {
    load_fours<std::uint32_t>(codes, 0u, words,
                              [&](int i, int q) { words[i] |= std::uint32_t{of(codes, i)[q]} << (8 * q); });
  }
  __device__ __forceinline__ void store(float* __restrict__ values, const Tile& tile) const {
    store_fours(values, tile.x, [&](int i, int q) { of(values, i)[q] = part(tile.x[i], q); });
  }
  __device__ __forceinline__ void store(std::uint8_t* __restrict__ codes,
                                        const std::uint32_t (&words)[kTileLoads]) const {
    store_fours(codes, words, [&](int i, int q) { of(codes, i)[q] = static_cast<std::uint8_t>(words[i] >> (8 * q)); });
  }

  /// Calls visit(value) for the elements of a loaded tile that are there.
  template <class Visit>
  __device__ __forceinline__ void for_each(const Tile& tile, Visit&& visit) const {
    if (is_whole_) {
      for_each_value(tile, [&](int, int, float x) { visit(x); });
    } else {
      for_each_value(tile, [&](int i, int q, float x) {
        if (q < static_cast<int>(count(i))) visit(x);
      });
    }
  }

  /// Where the lane's elements of load `i` stand.
  template <class T>
  __device__ T* of(T* window, int i) const {
    if constexpr (kDense) return window + first_ + arith::kTileLanes * i;
    return window + places_[i / Deal::kSteps] + arith::kTileLanes * (i % Deal::kSteps);
  }

 private:
  template <class Four, class T, class LoadOne>
  __device__ __forceinline__ void load_fours(const T* __restrict__ from, Four none, Four (&fours)[kTileLoads],
                                             LoadOne&& load_one) const {
    if (is_whole_) {
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) fours[i] = *reinterpret_cast<const Four*>(of(from, i));
      return;
    }
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) {
      fours[i] = none;
      if (!comes_in_fours_) {
        for_each_single(i, load_one);
      } else if (count(i) != 0) {
        fours[i] = *reinterpret_cast<const Four*>(of(from, i));
      }
    }
  }
  template <class Four, class T, class StoreOne>
  __device__ __forceinline__ void store_fours(T* __restrict__ to, const Four (&fours)[kTileLoads],
                                              StoreOne&& store_one) const {
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) {
      if (!comes_in_fours_) {
        for_each_single(i, store_one);
      } else if (is_whole_ || count(i) != 0) {
        *reinterpret_cast<Four*>(of(to, i)) = fours[i];
      }
    }
  }
  template <class Visit>
  __device__ __forceinline__ void for_each_single(int i, Visit& visit) const {
#pragma unroll
    for (int q = 0; q < 4; ++q) {
      if (q < static_cast<int>(count(i))) visit(i, q);
    }
  }

  std::uint32_t first_group_, num_groups_;
  bool is_whole_ = false, comes_in_fours_ = true;
  std::uint32_t first_ = 0, left_ = 0;               // kDense
  std::uint32_t counts_ = 0, places_[Deal::kParts];  // else
};

/// Calls `launch` with the slot that holds the groups, and whether they fill it and `is_usual`.
template <class Launch>
void with_slot(const WindowView& view, bool is_usual, Launch&& launch) {
  const auto with = [&](auto slot) {
    with_flag(is_usual && view.width == slot.value && view.pitch % view.width == 0,
              [&](auto dense) { launch(slot, dense); });
  };
  if (view.width <= 32) return with(std::integral_constant<int, 32>{});
  if (view.width <= 64) return with(std::integral_constant<int, 64>{});
  if (view.width <= 128) return with(std::integral_constant<int, 128>{});
  with(std::integral_constant<int, 256>{});
}

/// Tiles of a window in slots of kSlot elements.
template <int kSlot>
QGPU_HD inline std::uint32_t num_block_tiles(const WindowView& view) {
  constexpr std::uint32_t kBlocks = arith::kTileElements / kSlot;
  return (static_cast<std::uint32_t>(view.num_groups) - 1) / kBlocks + 1;
}

}  // namespace qgpu::cuda
