#pragma once
#include <string>
#include <vector>

#include "host/bench/throughput.hpp"

namespace qgpu::bench {

/// A row that got slower than an earlier run, by more than both runs' noise explains.
struct Regression {
  std::string kernel;
  std::string granularity;
  double before = 0;   ///< share of the copy then
  double now = 0;      ///< share of the copy now
  double allowed = 0;  ///< the share from which on it would have been noise
};

/// The rows of an earlier result (the JSON that `qgpu bench` prints). Throws Error kFile naming `path` where the text
/// is none.
std::vector<BenchRow> read_baseline(const std::string& path, const std::string& text);

/// Rows of `now` whose share of the copy fell under `before` by more than three times the spreads of the two, and by
/// more than a twentieth. Shares are compared, not seconds: they hold where the machine's speed drifts.
std::vector<Regression> find_regressions(const std::vector<BenchRow>& before, const std::vector<BenchRow>& now);

}  // namespace qgpu::bench
