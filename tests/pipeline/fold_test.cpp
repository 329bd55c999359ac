#include "qgpu/fold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace qgpu {
namespace {

/// The fold as its definition reads, on the whole list at once.
double fold_by_definition(std::vector<double> list) {
  if (list.empty()) return 0;
  while (list.size() > 1) {
    std::vector<double> next;
    for (std::size_t begin = 0; begin < list.size(); begin += 64) {
      std::vector<double> run(64, 0.0);
      for (std::size_t i = begin; i < list.size() && i < begin + 64; ++i) run[i - begin] = list[i];
      for (std::size_t h = 32; h >= 1; h /= 2) {
        for (std::size_t i = 0; i < h; ++i) run[i] = run[i] + run[i + h];
      }
      next.push_back(run[0]);
    }
    list = next;
  }
  return list[0];
}

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
  const double expected = fold_by_definition(list);
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
  EXPECT_EQ(fold.result().a, fold_by_definition(list));
}

INSTANTIATE_TEST_SUITE_P(Counts, FoldOfCount,
                         testing::Values(0, 1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 4160, 8192, 262144,
                                         262145, 300000));

TEST(Fold, DependsOnTheOrder) {  // else the tests above would prove nothing
  std::vector<double> list = awkward_list(300);
  const double forward = fold_by_definition(list);
  std::reverse(list.begin(), list.end());
  EXPECT_NE(forward, fold_by_definition(list));
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
