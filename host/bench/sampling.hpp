#pragma once
#include <cstdint>
#include <functional>
#include <vector>

namespace qgpu::bench {

/// Wall times of one thing, in seconds, in the order taken.
struct Samples {
  std::vector<double> seconds;

  double median() const;
  /// Half of the distance between the quartiles, as a share of the median: how far two runs of the same thing differ.
  double spread() const;
};

/// What was timed, beside a copy of memory that was timed in turn with it.
struct PairedSamples {
  Samples work;
  Samples copy;

  /// Median over the pairs of (copy seconds a byte) / (work seconds a byte): 1 is as fast as the copy.
  double share(std::uint64_t work_bytes, std::uint64_t copy_bytes) const;
};

/// Runs `work` and `copy` in turn: `warm_up` pairs that do not count, then `pairs` that do. Interleaving lets the ratio
/// hold where the machine's speed drifts.
PairedSamples sample_in_turn(const std::function<void()>& work, const std::function<void()>& copy, int warm_up,
                             int pairs);

}  // namespace qgpu::bench
