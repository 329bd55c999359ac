// Statistics, trees and ranges of arith.hpp: against tests/reference, which includes nothing of qgpu, and against
// numbers that others published or that can be seen.
#include "qgpu/arith.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/reference/reference.hpp"

namespace qgpu::arith {
namespace {

constexpr CodeLimits kUint8{0, 255};

// The three node tests of ONNX DynamicQuantizeLinear.
TEST(Arith, DynamicParametersAreOnnxs) {
  EXPECT_EQ(dynamic_parameters(-3.0f, 2.0f, kUint8).scale, 0.0196078438f);
  EXPECT_EQ(dynamic_parameters(-3.0f, 2.0f, kUint8).zero_point, 153);
  EXPECT_EQ(dynamic_parameters(-4.0f, 0.0f, kUint8).scale, 0.0156862754f);
  EXPECT_EQ(dynamic_parameters(-4.0f, 0.0f, kUint8).zero_point, 255);
  EXPECT_EQ(dynamic_parameters(0.0f, 4.0f, kUint8).scale, 0.0156862754f);
  EXPECT_EQ(dynamic_parameters(0.0f, 4.0f, kUint8).zero_point, 0);
}

TEST(Arith, RangesHoldZeroAndNeverItsNegative) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(range_low(infinity), 0.0f) << "nothing observed";
  EXPECT_EQ(range_high(-infinity), 0.0f);
  EXPECT_EQ(range_low(-2.5f), -2.5f);
  EXPECT_EQ(range_high(-2.5), 0.0);
  EXPECT_EQ(bits_of(range_low(-0.0f)), 0u);
  EXPECT_EQ(bits_of(without_negative_zero(-0.0f)), 0u);
  EXPECT_EQ(bits_of(without_negative_zero(-0x1p-149f)), 0x80000001u);
}

TEST(Arith, TheTreesAddInTheirOrder) {
  float lanes[kTileLanes];
  std::vector<float> list;
  for (int m = 0; m < kTileLanes; ++m)
    list.push_back(lanes[m] = std::ldexp(1.0f + 0x1p-23f * static_cast<float>(m), m % 9));
  EXPECT_EQ(bits_of(reduce_lanes(lanes)), bits_of(reference::fold_lanes(list)));

  double run[kFoldRun];
  std::vector<double> values;
  for (int i = 0; i < kFoldRun; ++i) values.push_back(run[i] = std::ldexp(1.0 / 3, i % 30));
  EXPECT_EQ(fold_run(run), reference::fold(values));
}

// Sums small enough for the answer to be seen.
TEST(Arith, StatisticsOfSums) {
  EXPECT_EQ(mean(7, 2), 3.5);
  EXPECT_EQ(root_mean_square(25, 1), 5.0);
  EXPECT_EQ(sqnr_db({.b = 1, .x = 100}), 20.0);
  EXPECT_EQ(cosine({.x = 4, .c = 6, .q = 9}), 1.0) << "parallel";
  EXPECT_EQ(cosine({.x = 1, .c = 1 + 0x1p-52, .q = 1}), 1.0) << "held";
  EXPECT_EQ(cosine({.x = 1, .c = -2, .q = 1}), -1.0);
  EXPECT_TRUE(std::isnan(cosine({})));
  EXPECT_FALSE(std::isfinite(cosine({.x = 0, .c = 1, .q = 0}))) << "not held to 1";
}

TEST(Arith, UnitsOfSumsArePowersOfTheScale) {
  const Sums found = to_units({1, 1, 1, 1, 1}, 3.0f);  // 2^1 <= 3 < 2^2
  EXPECT_EQ(found.a, 2);
  EXPECT_EQ(found.b, 4);
  EXPECT_EQ(found.x, 4);
  EXPECT_EQ(found.c, 6);
  EXPECT_EQ(found.q, 9);
  EXPECT_EQ(scale_exponent(0x1p-149f), -127);
  EXPECT_EQ(scale_exponent(0x1.8p127f), 126);
}

TEST(Arith, TheBoundIsHalfAStepAndWhatFloat32Adds) {
  const float slack = 255 * 0x1p-23f;
  EXPECT_TRUE(is_within_bound(0.5f + slack, 1.0f, kUint8));
  EXPECT_FALSE(is_within_bound(0.5f + 1.01f * slack, 1.0f, kUint8));
  EXPECT_FALSE(is_within_bound(std::numeric_limits<float>::infinity(), 1.0f, kUint8));
  EXPECT_EQ(error_bound(0x1p-149f), 0x1p-150) << "half a subnormal scale";
  EXPECT_EQ(usable_levels(0, 127, 127.0f / 127), 128);
  EXPECT_EQ(usable_levels(-1, 1, static_cast<float>(2.0 / 255)), 256);
}

}  // namespace
}  // namespace qgpu::arith
