#include "qgpu/fold.hpp"

namespace qgpu {

arith::Sums fold_run(const arith::Sums* values, int count) {
  double a[arith::kFoldRun] = {}, b[arith::kFoldRun] = {}, x[arith::kFoldRun] = {}, c[arith::kFoldRun] = {},
         q[arith::kFoldRun] = {};
  for (int i = 0; i < count; ++i) {
    a[i] = values[i].a;
    b[i] = values[i].b;
    x[i] = values[i].x;
    c[i] = values[i].c;
    q[i] = values[i].q;
  }
  return {arith::fold_run(a), arith::fold_run(b), arith::fold_run(x), arith::fold_run(c), arith::fold_run(q)};
}

void Fold::push_at(std::size_t level, const arith::Sums& sums) {
  if (levels_.size() <= level) levels_.resize(level + 1);
  Level& at = levels_[level];
  at.values[at.count++] = sums;
  if (at.count == arith::kFoldRun) {
    const arith::Sums folded = fold_run(at.values.data(), at.count);
    at.count = 0;
    push_at(level + 1, folded);
  }
}

arith::Sums Fold::result() const {
  arith::Sums carried;  // the unfinished run of the level below, folded
  bool has_carried = false;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    std::array<arith::Sums, arith::kFoldRun> values = levels_[level].values;
    int count = levels_[level].count;
    if (has_carried) values[count++] = carried;
    bool more_above = false;
    for (std::size_t above = level + 1; above < levels_.size(); ++above) more_above |= levels_[above].count > 0;
    if (count == 0) continue;
    if (count == 1 && !more_above) return values[0];
    carried = fold_run(values.data(), count);
    has_carried = true;
  }
  return carried;
}

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

}  // namespace qgpu
