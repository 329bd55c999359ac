// Sections 3 and 4 against values that Python computed, and the small pieces against the C library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "qgpu/arith.hpp"
#include "qgpu/parameters.hpp"

namespace qgpu {
namespace {

TEST(Parameters, HaveTheBitsThatPythonComputed) {
  std::ifstream file(QGPU_SOURCE_DIR "/data/arith/parameters.txt");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    std::istringstream words(line);
    std::string kind, lo_text, hi_text, scale_text;
    arith::CodeLimits limits{};
    int zero_point = 0, degenerate = 0;
    words >> kind >> lo_text >> hi_text >> limits.qmin >> limits.qmax >> scale_text >> zero_point >> degenerate;
    const double lo = std::fmin(std::strtod(lo_text.c_str(), nullptr), 0.0);
    const double hi = std::fmax(std::strtod(hi_text.c_str(), nullptr), 0.0);
    const arith::GroupParams found =
        kind == "dynamic" ? arith::dynamic_parameters(static_cast<float>(lo), static_cast<float>(hi), limits)
                          : arith::derive_parameters(lo, hi, kind == "sym", limits);
    ASSERT_EQ(static_cast<double>(found.scale), std::strtod(scale_text.c_str(), nullptr)) << line;
    ASSERT_EQ(found.zero_point, zero_point) << line;
    ASSERT_EQ(found.degenerate, degenerate != 0) << line;
  }
  EXPECT_GT(lines, 1000);
}

TEST(Parameters, ADecimalRangeIsNotRoundedFirst) {
  EXPECT_EQ(arith::derive_parameters(-0.6, 1.4, false, {0, 255}).zero_point, 76);
  EXPECT_EQ(arith::derive_parameters(-0.6f, 1.4f, false, {0, 255}).zero_point, 77);
}

TEST(Parameters, NoFiniteElementIsDegenerate) {
  const arith::GroupParams found = derive_group({}, {}, ObservedRange{});
  EXPECT_TRUE(found.degenerate);
  EXPECT_EQ(found.scale, 1.0f);
  EXPECT_EQ(found.zero_point, 0);
}

TEST(Parameters, AllPositiveDataWasteHalfOfTheSymmetricCodes) {
  const double hi = 3.7;
  EXPECT_EQ(arith::usable_levels(0, hi, arith::derive_parameters(0, hi, true, {-128, 127}).scale), 128);
  EXPECT_EQ(arith::usable_levels(0, hi, arith::derive_parameters(0, hi, false, {0, 255}).scale), 256);
}

TEST(ScaleExponent, IsThatOfTheCLibraryWithinItsLimits) {
  for (std::uint32_t bits = 1; bits < 0x7f800000u; bits += 997) {
    const float scale = arith::float_of(bits);
    const int expected = std::fpclassify(scale) == FP_SUBNORMAL ? -127 : std::min(std::ilogb(scale), 126);
    ASSERT_EQ(arith::scale_exponent(scale), expected) << std::hexfloat << scale;
    const float k = arith::power_of_two(-expected);
    ASSERT_EQ(k, std::ldexp(1.0f, -expected));
    ASSERT_EQ(static_cast<double>(arith::reciprocal_of(scale).sn), static_cast<double>(scale) * static_cast<double>(k));
  }
}

TEST(ErrorBound, HalfOfASubnormalScaleIsNoFloat32) {
  const float smallest = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(arith::error_bound(smallest), 0x1p-150);
  EXPECT_FALSE(arith::is_within_bound(smallest, smallest, {0, 255}));
  EXPECT_TRUE(arith::is_within_bound(0.5f, 1.0f, {0, 255}));
  EXPECT_TRUE(arith::is_within_bound(0.50003f, 1.0f, {0, 255}));  // the slack: 255 * 2^-23 = 3.04e-5
  EXPECT_FALSE(arith::is_within_bound(0.50004f, 1.0f, {0, 255}));
  EXPECT_FALSE(arith::is_within_bound(INFINITY, 1.0f, {0, 255}));
}

}  // namespace
}  // namespace qgpu
