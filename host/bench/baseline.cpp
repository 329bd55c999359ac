#include "host/bench/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "qgpu/error.hpp"

namespace qgpu::bench {

std::vector<BenchRow> read_baseline(const std::string& path, const std::string& text) {
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded()) throw file_error(path + ": expected the JSON of qgpu bench, found no valid JSON");
  try {
    std::vector<BenchRow> rows;
    for (const nlohmann::json& entry : document.at("rows")) {
      BenchRow row;
      row.kernel = entry.at("kernel").get<std::string>();
      row.granularity = entry.at("granularity").get<std::string>();
      row.share_of_copy = entry.at("share_of_copy").get<double>();
      row.spread = entry.at("spread").get<double>();
      rows.push_back(row);
    }
    return rows;
  } catch (const nlohmann::json::exception&) {
    throw file_error(path + ": expected the JSON of qgpu bench, found no \"rows\" with its keys");
  }
}

std::vector<Regression> find_regressions(const std::vector<BenchRow>& before, const std::vector<BenchRow>& now) {
  constexpr double kSpreads = 3;
  constexpr double kLeast = 0.05;
  std::vector<Regression> found;
  for (const BenchRow& row : now) {
    const auto old = std::find_if(before.begin(), before.end(), [&](const BenchRow& candidate) {
      return candidate.kernel == row.kernel && candidate.granularity == row.granularity;
    });
    if (old == before.end()) continue;
    const double noise = std::max(kSpreads * (old->spread + row.spread), kLeast);
    const double allowed = old->share_of_copy * (1 - noise);
    if (row.share_of_copy < allowed) {
      found.push_back({row.kernel, row.granularity, old->share_of_copy, row.share_of_copy, allowed});
    }
  }
  return found;
}

}  // namespace qgpu::bench
