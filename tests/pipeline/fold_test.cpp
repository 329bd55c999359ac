#include "qgpu/fold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/reference/reference.hpp"

namespace qgpu {
namespace {

/// Values whose sum depends on the order: many magnitudes and signs.
std::vector<double> awkward_list(std::size_t count) {
  std::vector<double> list;
  std::uint64_t state = 12345 + count;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double mantissa = static_cast<double>(state >> 11) * 0x1p-53;
    list.push_back((state & 1 ? -mantissa : mantissa) * std::ldexp(1.0, static_cast<int>((state >> 4) % 40) - 20));
  }
  return list;
}

arith::Sums all_of(double value) { return {value, 2 * value, 4 * value, -value, 8 * value}; }

class FoldOfCount : public testing::TestWithParam<std::size_t> {};

TEST_P(FoldOfCount, EqualsTheDefinition) {
  const std::vector<double> list = awkward_list(GetParam());
  Fold fold;
  for (const double value : list) fold.push(all_of(value));
  const double expected = reference::fold(list);
  const arith::Sums result = fold.result();
  EXPECT_EQ(result.a, expected);
  EXPECT_EQ(result.b, 2 * expected);
  EXPECT_EQ(result.x, 4 * expected);
  EXPECT_EQ(result.c, -expected);
  EXPECT_EQ(result.q, 8 * expected);
}

TEST_P(FoldOfCount, TakesWholeRunsFoldedElsewhere) {
  const std::vector<double> list = awkward_list(GetParam());
  Fold fold;
  std::size_t i = 0;
  for (; i + 64 <= list.size(); i += 64) {
    std::vector<arith::Sums> run;
    for (std::size_t j = i; j < i + 64; ++j) run.push_back(all_of(list[j]));
    fold.push_at(1, fold_run(run.data(), 64));
  }
  for (; i < list.size(); ++i) fold.push(all_of(list[i]));
  EXPECT_EQ(fold.result().a, reference::fold(list));
}

TEST_P(FoldOfCount, TakesAPartOfRunsTheLastOfThemShort) {
  const std::vector<double> list = awkward_list(GetParam());
  std::vector<arith::Sums> runs;
  for (std::size_t i = 0; i < list.size(); i += 64) {
    std::vector<arith::Sums> run;
    for (std::size_t j = i; j < std::min(i + 64, list.size()); ++j) run.push_back(all_of(list[j]));
    runs.push_back(fold_run(run.data(), static_cast<int>(run.size())));
  }
  FoldPart part;
  part.push_runs(runs);
  Fold fold;
  part.append_to(fold);
  EXPECT_EQ(fold.result().a, reference::fold(list));
}

INSTANTIATE_TEST_SUITE_P(Counts, FoldOfCount,
                         testing::Values(0, 1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 4160, 8192, 262144,
                                         262145, 300000));

TEST(Fold, DependsOnTheOrder) {  // else the tests above would prove nothing
  std::vector<double> list = awkward_list(300);
  const double forward = reference::fold(list);
  std::reverse(list.begin(), list.end());
  EXPECT_NE(forward, reference::fold(list));
}

TEST(Fold, KeepsInfinityAndNan) {
  Fold fold;
  for (int i = 0; i < 100; ++i) fold.push({1.0, i == 70 ? INFINITY : 1.0, 1.0, i == 3 ? NAN : 1.0, 1.0});
  EXPECT_EQ(fold.result().a, 100.0);
  EXPECT_EQ(fold.result().b, INFINITY);
  EXPECT_TRUE(std::isnan(fold.result().c));
}

}  // namespace
}  // namespace qgpu
