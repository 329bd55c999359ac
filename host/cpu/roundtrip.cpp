#include <cmath>

#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/group_constants.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/window_values.hpp"
#include "qgpu/error_merge.hpp"

namespace qgpu::cpu {
namespace {

/// What one tile gives.
struct TileErrors {
  arith::Sums sums;
  std::uint64_t finite = 0, clipped = 0;
  float max_abs_error = 0;
};

TileErrors measure_tile(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule) {
  TileErrors tile;
  float a[arith::kTileLanes] = {}, b[arith::kTileLanes] = {}, xx[arith::kTileLanes] = {}, c[arith::kTileLanes] = {};
  std::int64_t q = 0;
  for (std::uint64_t j = 0; j < count; ++j) {
    if (!arith::is_finite(x[j])) continue;
    const std::int32_t code = code_of(x[j], group, rule);
    const std::int32_t difference = code - group.zero_point;
    const float error = arith::absolute_error(x[j], arith::dequantize(code, group.scale, group.zero_point));
    const std::uint64_t m = j % arith::kTileLanes;
    arith::LaneSums lane{a[m], b[m], xx[m], c[m]};
    arith::accumulate(lane, x[j], error, difference, group.reciprocal.k);
    a[m] = lane.a, b[m] = lane.b, xx[m] = lane.x, c[m] = lane.c;
    q += std::int64_t{difference} * difference;
    tile.finite += 1;
    tile.clipped += is_clipped(x[j], group, rule);
    tile.max_abs_error = error > tile.max_abs_error ? error : tile.max_abs_error;
  }
  tile.sums = {arith::reduce_lanes(a), arith::reduce_lanes(b), arith::reduce_lanes(xx), arith::reduce_lanes(c),
               static_cast<double>(q)};
  return tile;
}

/// Everything one window needs to measure its groups.
struct Measure {
  const GroupLayout& layout;
  const TensorInfo& info;
  const Parameters& parameters;
  CodeRule rule;
};

/// Puts the lowest logical index at which the tile's error is `error` into `errors`.
void find_error(const Measure& measure, const GroupPiece& piece, std::uint64_t first, const float* x,
                std::uint64_t count, const GroupConstants& group, float error, GroupErrors& errors) {
  for (std::uint64_t j = 0; j < count; ++j) {
    if (!arith::is_finite(x[j])) continue;
    const std::int32_t code = code_of(x[j], group, measure.rule);
    if (arith::absolute_error(x[j], arith::dequantize(code, group.scale, group.zero_point)) != error) continue;
    errors.totals.see_error(error, logical_index(measure.info, piece.stored_index(measure.layout, first + j)));
    if (!measure.info.fortran_order) return;  // C order: the first is the lowest
  }
}

/// `tiles` takes the sums of each tile in order.
void measure_piece(const Measure& measure, const GroupPiece& piece, GroupErrors& errors,
                   std::vector<arith::Sums>& tiles, NonfiniteCounts& nonfinite) {
  const GroupConstants group = constants_of(measure.parameters, piece.group);
  float scratch[arith::kTileElements];
  for (std::uint64_t first = 0; first < piece.elements; first += arith::kTileElements) {
    const std::uint64_t count = std::min<std::uint64_t>(arith::kTileElements, piece.elements - first);
    const float* x = piece.values(first, count, scratch);
    const TileErrors tile = measure_tile(x, count, group, measure.rule);
    tiles.push_back(tile.sums);
    errors.totals.finite += tile.finite;
    errors.totals.clipped += tile.clipped;
    const bool has_largest = tile.max_abs_error > errors.totals.max_abs_error ||
                             (tile.max_abs_error == errors.totals.max_abs_error &&
                              (measure.info.fortran_order || errors.totals.max_abs_error_index == kNoIndex));
    if (has_largest && tile.finite > 0) {
      find_error(measure, piece, first, x, count, group, tile.max_abs_error, errors);
    }
    if (tile.finite == count) continue;
    for (std::uint64_t j = 0; j < count; ++j) {
      if (arith::is_finite(x[j])) continue;
      nonfinite.see(x[j], logical_index(measure.info, piece.stored_index(measure.layout, first + j)));
    }
  }
}

}  // namespace

RoundtripTotals roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                          const Parameters& parameters, bool per_group, const Execution& execution,
                          Progress& progress) {
  const Measure measure{layout, source.info(), parameters, {scheme.limits(), scheme.order}};
  ErrorMerge merged(layout, parameters, measure.rule.limits, per_group);
  Windows windows(layout, execution.window_elements);
  BufferPool<ValueBuffer> buffers;
  const auto compute = [&](const Window& window) {
    const auto buffer = buffers.borrow();
    const WindowValues values(source, layout, window, *buffer);
    WindowErrors result{window, std::vector<GroupErrors>(window.num_groups), {}, {0}, {}};
    for (std::uint64_t i = 0; i < window.num_groups; ++i) {
      measure_piece(measure, values.piece(i), result.groups[i], result.tiles, result.nonfinite);
      if (result.holds_whole_groups()) {
        Fold fold;
        for (const arith::Sums& tile : result.tiles) fold.push(tile);
        result.groups[i].sums = fold.result();
        result.tiles.clear();
      }
      result.first_tile.push_back(result.tiles.size());
    }
    return result;
  };
  const auto merge = [&](const WindowErrors& result) {
    merged.add(result);
    progress.add(result.window.elements * element_size(source.info().type));
  };
  run_ordered(
      execution, tokens_of(execution, source, layout), [&] { return windows.next(); }, compute, merge);
  return merged.result();
}

}  // namespace qgpu::cpu
