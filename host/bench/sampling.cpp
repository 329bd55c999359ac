#include "host/bench/sampling.hpp"

#include <algorithm>
#include <chrono>

namespace qgpu::bench {
namespace {

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Value at a share of the sorted list, between neighbours by their distance.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace

double Samples::median() const { return quantile(seconds, 0.5); }

double Samples::spread() const {
  const double middle = median();
  return middle > 0 ? (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / 2 / middle : 0;
}

double PairedSamples::share(std::uint64_t work_bytes, std::uint64_t copy_bytes) const {
  std::vector<double> ratios;
  ratios.reserve(work.seconds.size());
  for (std::size_t i = 0; i < work.seconds.size(); ++i) {
    ratios.push_back((copy.seconds[i] / static_cast<double>(copy_bytes)) /
                     (work.seconds[i] / static_cast<double>(work_bytes)));
  }
  return quantile(ratios, 0.5);
}

PairedSamples sample_in_turn(const std::function<void()>& work, const std::function<void()>& copy, int warm_up,
                             int pairs) {
  PairedSamples samples;
  for (int i = -warm_up; i < pairs; ++i) {
    const double copy_seconds = seconds_of(copy);
    const double work_seconds = seconds_of(work);
    if (i < 0) continue;
    samples.copy.seconds.push_back(copy_seconds);
    samples.work.seconds.push_back(work_seconds);
  }
  return samples;
}

}  // namespace qgpu::bench
