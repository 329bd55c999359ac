#include "kernels/tile_results.hpp"

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

WindowErrors errors_of(const StepResult& result, const ErrorContext& context) {
  const WindowView& view = result.view;
  WindowErrors errors(context, result.step.window);
  errors.nonfinite = nonfinite_of(result.applied);
  if (result.runs != nullptr) {
    ErrorTotals totals;  // the largest error comes from `applied`, with its index
    totals.finite = view.elements - result.applied.nan - result.applied.posinf - result.applied.neginf;
    totals.clipped = result.applied.clipped;
    errors.add_runs({result.runs, num_runs_of(view)}, totals, result.applied.beyond_bound == 0);
    return errors;
  }
  for (std::uint64_t g = 0; g < view.num_groups; ++g) {
    const std::uint64_t tiles = (view.group(g).size + arith::kTileElements - 1) / arith::kTileElements;
    const auto tile = [&](std::uint64_t t) -> const TileStats& { return result.tiles[t * view.num_groups + g]; };
    ErrorTotals totals;
    for (std::uint64_t t = 0; t < tiles; ++t) {
      totals.finite += tile(t).finite;
      totals.clipped += tile(t).clipped;
      if (tile(t).finite == 0) continue;
      const bool has_index = result.tile_indices != nullptr;
      totals.see_error(tile(t).max_abs_error, has_index ? result.tile_indices[t * view.num_groups + g] : kNoIndex);
    }
    errors.add_group(context, totals, tiles, [&](std::uint64_t t) {
      return arith::Sums{tile(t).a, tile(t).b, tile(t).x, tile(t).c, static_cast<double>(tile(t).q)};
    });
  }
  return errors;
}

}  // namespace qgpu::cuda
