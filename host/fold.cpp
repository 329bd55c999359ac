#include "qgpu/fold.hpp"

#include <algorithm>

namespace qgpu {

arith::Sums fold_run(const arith::Sums* values, int count) {
  arith::Sums run[arith::kFoldRun];
  std::copy_n(values, count, run);
  return arith::fold_run(run);
}

void Fold::push_at(std::size_t level, const arith::Sums& sums) {
  // Thousands of folds grow side by side: what each leaves behind as it grows would be as much as it needs.
  if (values_.size() == values_.capacity()) values_.reserve(values_.empty() ? 16 : values_.size() + arith::kFoldRun);
  values_.push_back(sums);
  if (++counts_[level] < arith::kFoldRun) return;
  counts_[level] = 0;
  const std::size_t begin = values_.size() - arith::kFoldRun;
  const arith::Sums folded = fold_run(&values_[begin], arith::kFoldRun);
  values_.resize(begin);
  push_at(level + 1, folded);
}

arith::Sums Fold::result() const {
  arith::Sums carried;  // the unfinished run of the level below, folded
  bool has_carried = false;
  std::size_t end = values_.size();  // of the values of this level and of those above
  for (const std::size_t held : counts_) {
    arith::Sums run[arith::kFoldRun];
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(end - held), held, run);
    end -= held;
    std::size_t count = held;
    if (has_carried) run[count++] = carried;
    if (count == 0) continue;
    if (count == 1 && end == 0) return run[0];
    carried = arith::fold_run(run);
    has_carried = true;
    if (end == 0) break;
  }
  return carried;
}

void FoldPart::push(const arith::Sums& sums) {
  const bool before_first_run = runs_ + tail_ == 0 && position_ % arith::kFoldRun != 0;
  ++position_;
  values_.push_back(sums);
  if (before_first_run) {
    ++head_;
  } else if (++tail_ == arith::kFoldRun) {
    const std::size_t begin = values_.size() - arith::kFoldRun;
    const arith::Sums folded = fold_run(&values_[begin], arith::kFoldRun);
    values_.resize(begin);
    values_.push_back(folded);
    ++runs_;
    tail_ = 0;
  }
}

void FoldPart::push(std::span<const arith::Sums> sums) {
  while (position_ % arith::kFoldRun == 0 && tail_ == 0 && sums.size() >= arith::kFoldRun) {
    values_.push_back(fold_run(sums.data(), arith::kFoldRun));
    ++runs_;
    position_ += arith::kFoldRun;
    sums = sums.subspan(arith::kFoldRun);
  }
  for (const arith::Sums& each : sums) push(each);
}

void FoldPart::push_runs(std::span<const arith::Sums> folded) {
  values_.insert(values_.end(), folded.begin(), folded.end());
  runs_ += folded.size();
  position_ += folded.size() * arith::kFoldRun;
}

void FoldPart::append_to(Fold& fold) const {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    fold.push_at(i >= head_ && i < head_ + runs_ ? 1 : 0, values_[i]);
  }
}

}  // namespace qgpu
