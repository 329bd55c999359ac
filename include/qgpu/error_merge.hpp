#pragma once
#include <span>
#include <vector>

#include "qgpu/fold.hpp"
#include "qgpu/statistics.hpp"
#include "qgpu/windows.hpp"

namespace qgpu {

/// What the windows of one round trip have in common. The parameters of a group are read when it is finished: a backend
/// that derives them as it goes may fill them meanwhile.
struct ErrorContext {
  const GroupLayout& layout;
  const Parameters& parameters;
  arith::CodeLimits limits;
  bool per_group;  ///< every group is reported

  /// Whether a group's totals say where its largest error lies.
  bool reports_indices() const { return per_group && layout.num_slabs() == 1; }
};

/// A group of one tile, all of whose elements are finite.
struct PlainGroup {
  arith::Sums steps;
  float max_abs_error;
};

/// What one window found: as little as the merge needs, so that threads do the rest.
class WindowErrors {
 public:
  WindowErrors() = default;
  WindowErrors(const ErrorContext& context, const Window& window);

  /// Takes in the window's groups one after the other. `totals.sums` is not read; `sums_of_tile(t)` gives the sums of
  /// the tiles that the window holds of the group, in steps.
  template <class SumsOfTile>
  void add_group(const ErrorContext& context, ErrorTotals totals, std::uint64_t num_tiles, SumsOfTile&& sums_of_tile) {
    if (holds_whole_groups()) {
      finish_group(context, totals, fold_tiles(num_tiles, sums_of_tile));
      return;
    }
    FoldPart& part = begin_piece(context, totals);
    for (std::uint64_t t = 0; t < num_tiles; ++t) part.push(sums_of_tile(t));
  }

  /// Takes in several groups at once: whole ones that are not reported each, and of which none has the tensor's largest
  /// error. `finite` and `clipped` are those of all.
  void add_plain_groups(const ErrorContext& context, std::span<const PlainGroup> groups, std::uint64_t finite,
                        std::uint64_t clipped);

  /// Takes in all groups of a window that begins with a run of the fold: each run folded, in units; only the tensor's
  /// last may be short. `totals.sums` is not read.
  void add_runs(std::span<const arith::Sums> runs, const ErrorTotals& totals, bool within_bound);

  bool holds_whole_groups() const { return window.begins_groups && window.ends_groups; }

  Window window;
  NonfiniteCounts nonfinite;
  ErrorTotals tensor;  ///< of the window's elements; `sums` unused

 private:
  friend class ErrorMerge;

  template <class SumsOfTile>
  static arith::Sums fold_tiles(std::uint64_t num_tiles, SumsOfTile&& sums_of_tile) {
    if (num_tiles == 1) return sums_of_tile(std::uint64_t{0});
    Fold fold;
    for (std::uint64_t t = 0; t < num_tiles; ++t) fold.push(sums_of_tile(t));
    return fold.result();
  }
  void finish_group(const ErrorContext& context, ErrorTotals& totals, const arith::Sums& steps);
  FoldPart& begin_piece(const ErrorContext& context, ErrorTotals& totals);
  void see_totals(const ErrorContext& context, ErrorTotals& totals);

  std::uint64_t added_ = 0;
  bool within_bound_ = true;  ///< of groups that the window holds whole
  FoldPart group_sums_;       ///< of groups that the window holds whole: in units, in order
  /// Whole groups: filled where every group is reported. Else one each, `sums` unused.
  std::vector<ErrorTotals> groups_;
  std::vector<FoldPart> tiles_;  ///< of groups that the window holds a piece of, one each: in steps
};

/// Takes windows' findings in order and makes the totals of groups and tensor of them (ARITHMETIC.md section 7).
class ErrorMerge {
 public:
  explicit ErrorMerge(const ErrorContext& context);

  void add(WindowErrors&& window);
  RoundtripTotals result();

 private:
  /// A group that a later window continues.
  struct Unfinished {
    Fold fold;
    ErrorTotals totals;
  };

  ErrorContext context_;
  std::vector<Unfinished> unfinished_;
  Fold tensor_;
  RoundtripTotals totals_;
};

}  // namespace qgpu
