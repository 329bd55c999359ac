// The expected numbers come from an implementation of the same recipe in Python's integers.
#include "qgpu/sample_data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace qgpu {
namespace {

/// The values are whole multiples of 2^-shift: their exact sum, in these units.
std::int64_t sum_of(const std::vector<float>& values, int shift) {
  std::int64_t sum = 0;
  for (const float value : values) {
    const double units = std::ldexp(static_cast<double>(value), shift);
    EXPECT_EQ(units, std::rint(units));
    sum += static_cast<std::int64_t>(units);
  }
  return sum;
}

struct Expected {
  const char* name;
  std::vector<std::uint64_t> shape;
  int shift;
  std::int64_t first, last, sum, min, max;
};

void check(std::uint64_t seed, const std::vector<Expected>& expected) {
  const std::vector<SampleArray> arrays = make_sample_arrays(seed);
  ASSERT_EQ(arrays.size(), expected.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    SCOPED_TRACE(expected[i].name);
    const std::vector<float>& values = arrays[i].values;
    const auto units = [&](std::int64_t number) { return std::ldexp(static_cast<float>(number), -expected[i].shift); };
    EXPECT_EQ(arrays[i].name, expected[i].name);
    EXPECT_EQ(arrays[i].info.shape, expected[i].shape);
    ASSERT_EQ(values.size(), arrays[i].info.count());
    EXPECT_EQ(values.front(), units(expected[i].first));
    EXPECT_EQ(values.back(), units(expected[i].last));
    EXPECT_EQ(sum_of(values, expected[i].shift), expected[i].sum);
    EXPECT_EQ(*std::min_element(values.begin(), values.end()), units(expected[i].min));
    EXPECT_EQ(*std::max_element(values.begin(), values.end()), units(expected[i].max));
  }
}

TEST(SampleData, IsTheSameEverywhere) {
  check(0, {{"spread", {262144}, 17, 238130, 3890, -22507078, -778804, 782440},
            {"positive", {262144}, 17, 84818, 135142, 27597453856, 0, 583588},
            {"weights", {64, 1024}, 25, 159952, 621936, -90288258, -7439360, 100663296}});
  check(7, {{"spread", {262144}, 17, 85224, 51862, -106748838, -778182, 773158},
            {"positive", {262144}, 17, 124192, 36384, 27519212264, 0, 603758},
            {"weights", {64, 1024}, 25, 1064640, 1004544, 297201292, -7222560, 100663296}});
}

TEST(SampleData, WeightsHaveOneOutlier) {
  const SampleArray weights = make_sample_arrays(3)[2];
  EXPECT_EQ(std::count_if(weights.values.begin(), weights.values.end(), [](float x) { return std::fabs(x) > 0.5f; }),
            1);
}

}  // namespace
}  // namespace qgpu
