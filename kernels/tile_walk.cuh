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

/// Where a lane's four elements of each step of a tile stand in the window, in units of `kUnit` elements.
template <Walk kWalk, std::uint32_t kUnit = 1>
struct TilePlaces {
  std::uint32_t at[kWalk == Walk::kUnbroken ? 1 : kTileLoads];  // kNarrow: itself; else without the steps of 128

  template <class T>
  __device__ T* of(T* window, int i) const {
    if constexpr (kWalk == Walk::kNarrow) return window + at[i];
    return window + at[kWalk == Walk::kUnbroken ? 0 : i] + arith::kTileLanes / kUnit * i;
  }
};

/// Walks down a group in steps of 128 elements, or up in tiles; its rows without dividing. Where fours are aligned it
/// can count in these: `kUnit` 4.
template <Walk kWalk, std::uint32_t kUnit = 1>
class LaneCursor {
 public:
  /// At the group's tile `number`.
  __device__ LaneCursor(std::uint32_t number, const GroupBox& box, int lane) {
    const std::uint32_t first = number * kTile + 4 / kUnit * lane;
    place_ = static_cast<std::uint32_t>(box.base) / kUnit + first;
    if constexpr (kWalk != Walk::kUnbroken) {
      width_ = 0xffffffffu;
      column_ = wrap_ = step_columns_ = tile_columns_ = 0;
      step_ = kStep;
      tile_step_ = kTile;
      if (box.width < box.size) {
        width_ = static_cast<std::uint32_t>(box.width) / kUnit;
        const std::uint32_t stride = static_cast<std::uint32_t>(box.stride) / kUnit;
        const std::uint32_t row = first / width_;
        column_ = first - row * width_;
        wrap_ = stride - width_;
        place_ += row * wrap_;
        const std::uint32_t rows = kWalk == Walk::kWide ? 0 : kStep / width_;
        step_columns_ = kStep - rows * width_;
        step_ = rows * stride + step_columns_;
        const std::uint32_t tile_rows = kWalk == Walk::kWide ? width_ == kTile : kTile / width_;
        tile_columns_ = kTile - tile_rows * width_;
        tile_step_ = tile_rows * stride + tile_columns_;
      }
    }
  }

  /// The places of the tile that begins here, which is whole and comes in aligned fours.
  __device__ TilePlaces<kWalk, kUnit> places() const { return LaneCursor(*this).take(); }

  /// take(), from what it gave for the tile before: cheaper where a tile is a number of whole rows.
  __device__ void take_next(TilePlaces<kWalk, kUnit>& places) {
    if (kWalk == Walk::kUnbroken || tile_columns_ != 0) {
      places = take();
      return;
    }
    place_ += tile_step_;
#pragma unroll
    for (std::uint32_t& at : places.at) at += tile_step_;
  }

  /// To the tile before.
  __device__ void back() {
    if constexpr (kWalk == Walk::kUnbroken) {
      place_ -= kTile;
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
  __device__ TilePlaces<kWalk, kUnit> take() {
    TilePlaces<kWalk, kUnit> places;
    if constexpr (kWalk == Walk::kUnbroken) {
      places.at[0] = place_;
      place_ += kTile;
    } else if constexpr (kWalk == Walk::kWide) {
      // A row is at least as long as the tile: it ends once, if at all.
      const std::uint32_t left = width_ - column_;
      const std::uint32_t beyond = place_ + wrap_;
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) places.at[i] = kStep * i < left ? place_ : beyond;
      const bool ends = kTile >= left;
      place_ = (ends ? beyond : place_) + kTile;
      column_ = ends ? kTile - left : column_ + kTile;
    } else {
#pragma unroll
      for (int i = 0; i < kTileLoads; ++i) {
        places.at[i] = place_;
        advance();
      }
    }
    return places;
  }

  /// How many of the next `most` tiles, which are whole, lie in one run. By whole warps.
  __device__ std::uint32_t tiles_of_run(std::uint32_t most) const {
    if constexpr (kWalk == Walk::kUnbroken) return most;
    if constexpr (kWalk == Walk::kNarrow) return 0;
    const std::uint32_t left = width_ - __shfl_sync(kAllLanes, column_, 0);  // lane 0's column is the tile's
    return min(most, left / kTile);
  }

  /// The place of the first of tiles that lie in one run, and to the tile after them.
  __device__ std::uint32_t take_run(std::uint32_t tiles) {
    const std::uint32_t place = place_;
    place_ += tiles * kTile;
    if constexpr (kWalk != Walk::kUnbroken) {
      column_ += tiles * kTile;
      if (column_ >= width_) {
        column_ -= width_;
        place_ += wrap_;
      }
    }
    return place;
  }

  /// Calls visit(i, q, place) for the lane's elements of the tile that begins here, `size` in all; goes to the next.
  template <class Visit>
  __device__ void for_each_element(std::uint32_t size, int lane, Visit&& visit) {
    static_assert(kUnit == 1);
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
  static constexpr std::uint32_t kTile = arith::kTileElements / kUnit;
  static constexpr std::uint32_t kStep = arith::kTileLanes / kUnit;

  __device__ void advance() {
    if constexpr (kWalk == Walk::kUnbroken) {
      place_ += kStep;
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
