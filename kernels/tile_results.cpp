#include "kernels/tile_results.hpp"

#include "qgpu/fold.hpp"

namespace qgpu::cuda {

NonfiniteCounts nonfinite_of(const WindowCounts& counts) {
  NonfiniteCounts nonfinite;
  nonfinite.nan = counts.nan;
  nonfinite.posinf = counts.posinf;
  nonfinite.neginf = counts.neginf;
  nonfinite.first_nan = ~std::uint64_t{counts.before_nan};
  nonfinite.first_inf = ~std::uint64_t{counts.before_inf};
  return nonfinite;
}

ObservedRange range_of(const std::uint32_t* keys) {
  if (keys[0] == 0) return {};
  return {0.0f - value_of_key(keys[1]), value_of_key(keys[0])};
}

WindowErrors errors_of(const StepResult& result) {
  const WindowView& view = result.view;
  WindowErrors errors{
      result.step.window, std::vector<GroupErrors>(view.num_groups), {}, {0}, nonfinite_of(result.applied)};
  for (std::uint64_t g = 0; g < view.num_groups; ++g) {
    GroupErrors& group = errors.groups[g];
    const std::uint64_t tiles = (view.group(g).size + arith::kTileElements - 1) / arith::kTileElements;
    Fold fold;
    for (std::uint64_t t = 0; t < tiles; ++t) {
      const std::uint64_t at = t * view.num_groups + g;
      const TileStats& tile = result.tiles[at];
      const arith::Sums sums{tile.a, tile.b, tile.x, tile.c, static_cast<double>(tile.q)};
      group.totals.finite += tile.finite;
      group.totals.clipped += tile.clipped;
      if (tile.finite > 0) {
        group.totals.see_error(tile.max_abs_error, result.tile_indices != nullptr ? result.tile_indices[at] : kNoIndex);
      }
      if (!errors.holds_whole_groups()) {
        errors.tiles.push_back(sums);
      } else if (tiles == 1) {
        group.sums = sums;
      } else {
        fold.push(sums);
      }
    }
    if (errors.holds_whole_groups() && tiles > 1) group.sums = fold.result();
    errors.first_tile.push_back(errors.tiles.size());
  }
  return errors;
}

}  // namespace qgpu::cuda
