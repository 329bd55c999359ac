#include "qgpu/error_merge.hpp"

#include <algorithm>

namespace qgpu {
namespace {

void merge_totals(ErrorTotals& totals, const ErrorTotals& piece) {
  totals.finite += piece.finite;
  totals.clipped += piece.clipped;
  totals.see_error(piece.max_abs_error, piece.max_abs_error_index);
}

}  // namespace

ErrorMerge::ErrorMerge(const GroupLayout& layout, const Parameters& parameters, arith::CodeLimits limits,
                       bool per_group)
    : parameters_(parameters), limits_(limits), per_group_(per_group), has_group_indices_(layout.num_slabs() == 1) {
  if (per_group) totals_.groups.resize(layout.num_groups());
}

void ErrorMerge::add(const WindowErrors& errors) {
  const Window& window = errors.window;
  totals_.nonfinite.merge(errors.nonfinite);
  if (errors.holds_whole_groups()) {
    for (std::uint64_t i = 0; i < window.num_groups; ++i) {
      finish_group(window.first_group + i, errors.groups[i].totals, errors.groups[i].sums);
    }
    return;
  }
  if (window.begins_groups) {
    unfinished_.clear();
    unfinished_.resize(window.num_groups);
  }
  for (std::uint64_t i = 0; i < window.num_groups; ++i) {
    Unfinished& group = unfinished_[i];
    merge_totals(group.totals, errors.groups[i].totals);
    const std::size_t end = errors.first_tile[i + 1];
    for (std::size_t tile = errors.first_tile[i]; tile < end; tile += arith::kFoldRun) {
      // A run's window begins at a whole fold of 64 tiles; a box's need not.
      if (window.kind == Window::Kind::kRun && end - tile >= arith::kFoldRun) {
        group.fold.push_at(1, fold_run(&errors.tiles[tile], arith::kFoldRun));
      } else {
        for (std::size_t t = tile; t < std::min<std::size_t>(end, tile + arith::kFoldRun); ++t) {
          group.fold.push(errors.tiles[t]);
        }
      }
    }
    if (window.ends_groups) finish_group(window.first_group + i, group.totals, group.fold.result());
  }
}

void ErrorMerge::finish_group(std::uint64_t group, ErrorTotals totals, const arith::Sums& steps) {
  const float scale = parameters_.scale_of(group);
  totals.sums = arith::to_units(steps, scale);
  tensor_.push(totals.sums);
  merge_totals(totals_.tensor, totals);
  totals_.within_bound = totals_.within_bound && arith::is_within_bound(totals.max_abs_error, scale, limits_);
  if (!per_group_) return;
  if (!has_group_indices_) totals.max_abs_error_index = kNoIndex;
  totals_.groups[group] = totals;
}

RoundtripTotals ErrorMerge::result() {
  totals_.tensor.sums = tensor_.result();
  for (const float scale : parameters_.scale) totals_.bound = std::max(totals_.bound, arith::error_bound(scale));
  return std::move(totals_);
}

}  // namespace qgpu
