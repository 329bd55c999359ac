#pragma once
// Where the elements of a warp's tiles stand in the window.
#include "kernels/warp_share.cuh"

namespace qgpu::cuda {

inline constexpr int kTileLoads = 8;  // 16-byte loads a lane makes for a tile

/// How a group lies in its window: in one run, in rows of at least a tile, or in shorter rows.
enum class Walk { kUnbroken, kWide, kNarrow };

inline Walk walk_of(const WindowView& view) {
  if (view.is_unbroken) return Walk::kUnbroken;
  const std::uint64_t last = view.pitch % view.width;  // columns of the last group of a row, where it has fewer
  const std::uint64_t narrowest = last == 0 ? view.width : last;
  return narrowest >= arith::kTileElements ? Walk::kWide : Walk::kNarrow;
}

/// Calls `launch` with the walk as a constant.
template <class Launch>
void with_walk(Walk walk, Launch&& launch) {
  switch (walk) {
    case Walk::kUnbroken:
      return launch(std::integral_constant<Walk, Walk::kUnbroken>{});
    case Walk::kWide:
      return launch(std::integral_constant<Walk, Walk::kWide>{});
    case Walk::kNarrow:
      return launch(std::integral_constant<Walk, Walk::kNarrow>{});
  }
}

/// Where a lane's four elements of each step of a tile stand in the window.
template <Walk kWalk>
struct TilePlaces {
  std::uint32_t at[kWalk == Walk::kUnbroken ? 1 : kTileLoads];  // kNarrow: itself; else without the steps of 128

  template <class T>
  __device__ T* of(T* window, int i) const {
    if constexpr (kWalk == Walk::kNarrow) return window + at[i];
    return window + at[kWalk == Walk::kUnbroken ? 0 : i] + arith::kTileLanes * i;
  }
};

/// Walks down a group in steps of 128 elements, or up in tiles; its rows without dividing.
template <Walk kWalk>
class LaneCursor {
 public:
  /// At the group's tile `number`.
  __device__ LaneCursor(std::uint32_t number, const GroupBox& box, int lane) {
    const std::uint32_t first = number * arith::kTileElements + 4 * lane;
    place_ = static_cast<std::uint32_t>(box.base) + first;
    if constexpr (kWalk != Walk::kUnbroken) {
      width_ = 0xffffffffu;
      column_ = wrap_ = step_columns_ = tile_columns_ = 0;
      step_ = arith::kTileLanes;
      tile_step_ = arith::kTileElements;
      if (box.width < box.size) {
        width_ = static_cast<std::uint32_t>(box.width);
        const std::uint32_t row = first / width_;
        column_ = first - row * width_;
        wrap_ = static_cast<std::uint32_t>(box.stride) - width_;
        place_ += row * wrap_;
        const std::uint32_t rows = kWalk == Walk::kWide ? 0 : arith::kTileLanes / width_;
        step_columns_ = arith::kTileLanes - rows * width_;
        step_ = rows * static_cast<std::uint32_t>(box.stride) + step_columns_;
        const std::uint32_t tile_rows =
            kWalk == Walk::kWide ? width_ == arith::kTileElements : arith::kTileElements / width_;
        tile_columns_ = arith::kTileElements - tile_rows * width_;
        tile_step_ = tile_rows * static_cast<std::uint32_t>(box.stride) + tile_columns_;
      }
    }
  }

  /// The places of the tile that begins here, which is whole and comes in aligned fours.
  __device__ TilePlaces<kWalk> places() const { return LaneCursor(*this).take(); }

  /// To the tile before.
  __device__ void back() {
    if constexpr (kWalk == Walk::kUnbroken) {
      place_ -= arith::kTileElements;
    } else {
      place_ -= tile_step_;
      if (column_ < tile_columns_) {
        column_ += width_;
        place_ -= wrap_;
      }
      column_ -= tile_columns_;
    }
  }

  /// places(), and to the next tile.
  __device__ TilePlaces<kWalk> take() {
    TilePlaces<kWalk> places;
    if constexpr (kWalk == Walk::kUnbroken) {
      places.at[0] = place_;
      place_ += arith::kTileElements;
    } else if constexpr (kWalk == Walk::kWide) {
      // A row is at least as long as the tile: it ends once, if at all.
      const std::uint32_t left = width_ - column_;
      const std::uint32_t beyond = place_ + wrap_;
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) places.at[i] = arith::kTileLanes * i < left ? place_ : beyond;
      const bool ends = arith::kTileElements >= left;
      place_ = (ends ? beyond : place_) + arith::kTileElements;
      column_ = ends ? arith::kTileElements - left : column_ + arith::kTileElements;
    } else {
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) {
        places.at[i] = place_;
        advance();
      }
    }
    return places;
  }

  /// Calls visit(i, q, place) for the lane's elements of the tile that begins here, `size` in all; goes to the next.
  template <class Visit>
  __device__ void for_each_element(std::uint32_t size, int lane, Visit&& visit) {
#pragma unroll
    for (int i = 0; i < kTileLoads; ++i) {
      std::uint32_t place = place_;
      [[maybe_unused]] std::uint32_t column = column_;
#pragma unroll
      for (int q = 0; q < 4; ++q) {
        if (128 * i + 4 * lane + q < size) visit(i, q, place);
        ++place;
        if constexpr (kWalk != Walk::kUnbroken) {
          if (++column == width_) {
            column = 0;
            place += wrap_;
          }
        }
      }
      advance();
    }
  }

 private:
  __device__ void advance() {
    if constexpr (kWalk == Walk::kUnbroken) {
      place_ += arith::kTileLanes;
    } else {
      place_ += step_;
      column_ += step_columns_;
      if (column_ >= width_) {
        column_ -= width_;
        place_ += wrap_;
      }
    }
  }

  std::uint32_t place_;
  std::uint32_t column_, width_, wrap_;     // columns of a row, and places from its end to the next one
  std::uint32_t step_columns_, step_;       // columns and places of 128 elements, before a row ends
  std::uint32_t tile_columns_, tile_step_;  // the same of a tile
};

}  // namespace qgpu::cuda
