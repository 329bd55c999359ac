#pragma once
#include <vector>

#include "qgpu/fold.hpp"
#include "qgpu/statistics.hpp"
#include "qgpu/windows.hpp"

namespace qgpu {

/// What a window found of one of its groups. `totals.sums` is not yet filled.
struct GroupErrors {
  ErrorTotals totals;
  /// In steps: the folded sums of a group that the window holds whole, else unused.
  arith::Sums sums;
};

/// What one window found.
struct WindowErrors {
  Window window;
  std::vector<GroupErrors> groups;
  /// Of groups that the window holds a piece of: their tiles' sums in order, group by group, of each as many as the
  /// others but for a narrower last group. Empty where the groups are whole.
  std::vector<arith::Sums> tiles;
  std::vector<std::size_t> first_tile;  ///< of each group, and one past the last
  NonfiniteCounts nonfinite;

  bool holds_whole_groups() const { return window.begins_groups && window.ends_groups; }
};

/// Takes windows' findings in order and makes the totals of groups and tensor of them (ARITHMETIC.md section 7).
/// `parameters` is read when a group is finished, and for all groups by `result`: a backend that derives them as it
/// goes may fill it meanwhile.
class ErrorMerge {
 public:
  ErrorMerge(const GroupLayout& layout, const Parameters& parameters, arith::CodeLimits limits, bool per_group);

  void add(const WindowErrors& window);
  RoundtripTotals result();

 private:
  /// A group that a later window continues.
  struct Unfinished {
    Fold fold;
    ErrorTotals totals;
  };
  void finish_group(std::uint64_t group, ErrorTotals totals, const arith::Sums& steps);

  const Parameters& parameters_;
  arith::CodeLimits limits_;
  bool per_group_;
  bool has_group_indices_;
  std::vector<Unfinished> unfinished_;
  Fold tensor_;
  RoundtripTotals totals_;
};

}  // namespace qgpu
