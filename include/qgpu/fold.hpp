#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "qgpu/arith.hpp"

namespace qgpu {

/// The float64 fold of section 7 over a list that arrives in order: runs of 64 are brought to one, the results
/// again, until one is left. The outcome depends on the list alone, not on how it was cut into calls.
/// Memory: less than 64 `Sums` a level, a level for each factor of 64.
class Fold {
 public:
  /// Appends the next value of the list.
  void push(const arith::Sums& sums) { push_at(0, sums); }

  /// Appends one result of a whole run of 64^level values. Every lower level must be empty, that is: the number of
  /// values before it is a multiple of 64^level.
  void push_at(std::size_t level, const arith::Sums& sums);

  /// The fold of everything pushed; zeros for an empty list.
  arith::Sums result() const;

 private:
  static constexpr std::size_t kLevels = 11;  // 64^11 exceeds 2^64

  std::vector<arith::Sums> values_;             ///< those of the highest level first
  std::array<std::uint8_t, kLevels> counts_{};  ///< of each level: fewer than 64
};

/// A part of a list that is being folded, its whole runs of 64 already brought to one, so that they need not be where
/// the list is put together.
class FoldPart {
 public:
  FoldPart() = default;
  /// `position`: how many values of the list come before this part.
  explicit FoldPart(std::uint64_t position) : position_(position) {}

  void push(const arith::Sums& sums);
  void push(std::span<const arith::Sums> sums);
  /// Whole runs, folded, where the part begins with one; only the list's last may be short.
  void push_runs(std::span<const arith::Sums> folded);
  /// Appends the part to its list.
  void append_to(Fold& fold) const;

 private:
  std::uint64_t position_ = 0;
  /// Up to the first run that begins in the part; whole runs, folded; the rest.
  std::vector<arith::Sums> values_;
  std::size_t head_ = 0, runs_ = 0, tail_ = 0;  ///< how many of each
};

/// One step of the fold on `count` <= 64 values.
arith::Sums fold_run(const arith::Sums* values, int count);

}  // namespace qgpu
