#pragma once
#include <vector>

#include "qgpu/fold.hpp"
#include "qgpu/statistics.hpp"
#include "qgpu/windows.hpp"

namespace qgpu {

/// A part of a list that is being folded, its whole runs of 64 already brought to one, so that they need not be where
/// the list is put together.
class FoldPart {
 public:
  FoldPart() = default;
  /// `position`: how many values of the list come before this part.
  explicit FoldPart(std::uint64_t position) : position_(position) {}

  void push(const arith::Sums& sums);
  /// Appends the part to its list.
  void append_to(Fold& fold) const;

 private:
  std::uint64_t position_ = 0;
  std::vector<arith::Sums> head_;  ///< up to the first run that begins in the part
  std::vector<arith::Sums> runs_;  ///< whole runs, folded
  std::vector<arith::Sums> tail_;
};

/// What one window found.
struct WindowErrors {
  Window window;
  NonfiniteCounts nonfinite;
  ErrorTotals tensor;        ///< of the window's elements; `sums` unused
  bool within_bound = true;  ///< of groups that the window holds whole
  FoldPart group_sums;       ///< of groups that the window holds whole: in units, in order
  /// Whole groups: filled where every group is reported. Else one each, `sums` unused.
  std::vector<ErrorTotals> groups;
  std::vector<FoldPart> tiles;  ///< of groups that the window holds a piece of, one each: in steps

  bool holds_whole_groups() const { return window.begins_groups && window.ends_groups; }
};

/// Takes windows' findings in order and makes the totals of groups and tensor of them (ARITHMETIC.md section 7).
/// `parameters` is read when a group is finished, and for all groups by `result`: a backend that derives them as it
/// goes may fill it meanwhile.
class ErrorMerge {
 public:
  ErrorMerge(const GroupLayout& layout, const Parameters& parameters, arith::CodeLimits limits, bool per_group);

  void add(WindowErrors&& window);
  RoundtripTotals result();

 private:
  /// A group that a later window continues.
  struct Unfinished {
    Fold fold;
    ErrorTotals totals;
  };

  const Parameters& parameters_;
  arith::CodeLimits limits_;
  bool per_group_;
  std::vector<Unfinished> unfinished_;
  Fold tensor_;
  RoundtripTotals totals_;
};

}  // namespace qgpu
