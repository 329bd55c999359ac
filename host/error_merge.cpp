#include "qgpu/error_merge.hpp"

#include <algorithm>

namespace qgpu {
namespace {

void merge_totals(ErrorTotals& totals, const ErrorTotals& piece) {
  totals.finite += piece.finite;
  totals.clipped += piece.clipped;
  totals.see_error(piece.max_abs_error, piece.max_abs_error_index);
}

/// Position in its group's list of tiles of a window's first one.
std::uint64_t first_tile(const Window& window, std::uint64_t width) {
  return (window.kind == Window::Kind::kRun ? window.offset : window.first_row * width) / arith::kTileElements;
}

}  // namespace

WindowErrors::WindowErrors(const ErrorContext& context, const Window& whose)
    : window(whose), group_sums_(whose.first_group) {
  if (!holds_whole_groups()) tiles_.reserve(window.num_groups);
  if (context.per_group || !holds_whole_groups()) groups_.reserve(window.num_groups);
}

void WindowErrors::see_totals(const ErrorContext& context, ErrorTotals& totals) {
  merge_totals(tensor, totals);
  if (!context.reports_indices()) totals.max_abs_error_index = kNoIndex;
}

void WindowErrors::finish_group(const ErrorContext& context, ErrorTotals& totals, const arith::Sums& steps) {
  see_totals(context, totals);
  const float scale = context.parameters.scale_of(window.first_group + added_++);
  totals.sums = arith::to_units(steps, scale);
  group_sums_.push(totals.sums);
  within_bound_ = within_bound_ && arith::is_within_bound(totals.max_abs_error, scale, context.limits);
  if (context.per_group) groups_.push_back(totals);
}

void WindowErrors::add_plain_groups(const ErrorContext& context, std::span<const PlainGroup> groups,
                                    std::uint64_t finite, std::uint64_t clipped) {
  tensor.finite += finite;
  tensor.clipped += clipped;
  arith::Sums units[arith::kFoldRun];
  for (std::size_t done = 0; done < groups.size(); done += std::size(units)) {
    const auto part = groups.subspan(done, std::min(std::size(units), groups.size() - done));
    bool within_bound = true;  // no branch: a loop of few instructions a group
    for (std::size_t i = 0; i < part.size(); ++i) {
      const float scale = context.parameters.scale_of(window.first_group + added_ + i);
      units[i] = arith::to_units(part[i].steps, scale);
      within_bound &= arith::is_within_bound(part[i].max_abs_error, scale, context.limits);
    }
    added_ += part.size();
    within_bound_ = within_bound_ && within_bound;
    group_sums_.push(std::span(units, part.size()));
  }
}

void WindowErrors::add_runs(std::span<const arith::Sums> runs, const ErrorTotals& totals, bool within_bound) {
  merge_totals(tensor, totals);
  within_bound_ = within_bound_ && within_bound;
  group_sums_.push_runs(runs);
}

FoldPart& WindowErrors::begin_piece(const ErrorContext& context, ErrorTotals& totals) {
  see_totals(context, totals);
  groups_.push_back(totals);
  const std::uint64_t width = context.layout.columns_of_group(window.first_group + added_++);
  return tiles_.emplace_back(first_tile(window, width));
}

ErrorMerge::ErrorMerge(const ErrorContext& context) : context_(context) {
  if (context.per_group) totals_.groups.resize(context.layout.num_groups());
}

void ErrorMerge::add(WindowErrors&& errors) {
  const Window& window = errors.window;
  totals_.nonfinite.merge(errors.nonfinite);
  merge_totals(totals_.tensor, errors.tensor);
  if (errors.holds_whole_groups()) {
    totals_.within_bound = totals_.within_bound && errors.within_bound_;
    errors.group_sums_.append_to(tensor_);
    std::move(errors.groups_.begin(), errors.groups_.end(),
              totals_.groups.begin() + static_cast<std::ptrdiff_t>(context_.per_group ? window.first_group : 0));
    return;
  }
  if (window.begins_groups) {
    unfinished_.clear();
    unfinished_.resize(window.num_groups);
  }
  for (std::uint64_t i = 0; i < window.num_groups; ++i) {
    Unfinished& group = unfinished_[i];
    merge_totals(group.totals, errors.groups_[i]);
    errors.tiles_[i].append_to(group.fold);
    if (!window.ends_groups) continue;
    const std::uint64_t number = window.first_group + i;
    const float scale = context_.parameters.scale_of(number);
    group.totals.sums = arith::to_units(group.fold.result(), scale);
    tensor_.push(group.totals.sums);
    totals_.within_bound =
        totals_.within_bound && arith::is_within_bound(group.totals.max_abs_error, scale, context_.limits);
    if (context_.per_group) totals_.groups[number] = group.totals;
  }
}

RoundtripTotals ErrorMerge::result() {
  totals_.tensor.sums = tensor_.result();
  for (const float scale : context_.parameters.scale) {
    totals_.bound = std::max(totals_.bound, arith::error_bound(scale));
  }
  return std::move(totals_);
}

}  // namespace qgpu
