#include "host/cpu/error_merge.hpp"

#include <algorithm>

namespace qgpu::cpu {
namespace {

void merge_totals(ErrorTotals& totals, const ErrorTotals& piece) {
  totals.finite += piece.finite;
  totals.clipped += piece.clipped;
  totals.see_error(piece.max_abs_error, piece.max_abs_error_index);
}

}  // namespace

void FoldPart::push(const arith::Sums& sums) {
  const bool before_first_run = runs_.empty() && tail_.empty() && position_ % arith::kFoldRun != 0;
  ++position_;
  if (before_first_run) {
    head_.push_back(sums);
    return;
  }
  tail_.push_back(sums);
  if (tail_.size() == arith::kFoldRun) {
    runs_.push_back(fold_run(tail_.data(), arith::kFoldRun));
    tail_.clear();
  }
}

void FoldPart::append_to(Fold& fold) const {
  for (const arith::Sums& sums : head_) fold.push(sums);
  for (const arith::Sums& sums : runs_) fold.push_at(1, sums);
  for (const arith::Sums& sums : tail_) fold.push(sums);
}

ErrorMerge::ErrorMerge(const GroupLayout& layout, const Parameters& parameters, arith::CodeLimits limits,
                       bool per_group)
    : parameters_(parameters), limits_(limits), per_group_(per_group) {
  if (per_group) totals_.groups.resize(layout.num_groups());
}

void ErrorMerge::add(WindowErrors&& errors) {
  const Window& window = errors.window;
  totals_.nonfinite.merge(errors.nonfinite);
  merge_totals(totals_.tensor, errors.tensor);
  if (errors.holds_whole_groups()) {
    totals_.within_bound = totals_.within_bound && errors.within_bound;
    errors.group_sums.append_to(tensor_);
    if (per_group_) {
      std::move(errors.groups.begin(), errors.groups.end(),
                totals_.groups.begin() + static_cast<std::ptrdiff_t>(window.first_group));
    }
    return;
  }
  if (window.begins_groups) {
    unfinished_.clear();
    unfinished_.resize(window.num_groups);
  }
  for (std::uint64_t i = 0; i < window.num_groups; ++i) {
    Unfinished& group = unfinished_[i];
    merge_totals(group.totals, errors.groups[i]);
    errors.tiles[i].append_to(group.fold);
    if (!window.ends_groups) continue;
    const std::uint64_t number = window.first_group + i;
    const float scale = parameters_.scale_of(number);
    group.totals.sums = arith::to_units(group.fold.result(), scale);
    tensor_.push(group.totals.sums);
    totals_.within_bound = totals_.within_bound && arith::is_within_bound(group.totals.max_abs_error, scale, limits_);
    if (per_group_) totals_.groups[number] = group.totals;
  }
}

RoundtripTotals ErrorMerge::result() {
  totals_.tensor.sums = tensor_.result();
  for (const float scale : parameters_.scale) totals_.bound = std::max(totals_.bound, arith::error_bound(scale));
  return std::move(totals_);
}

}  // namespace qgpu::cpu
