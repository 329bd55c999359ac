#include "qgpu/operations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "qgpu/error.hpp"

namespace qgpu {
namespace {

MemorySource source_of(std::vector<std::uint64_t> shape, const std::vector<float>& values) {
  TensorInfo info;
  info.shape = std::move(shape);
  return MemorySource(std::move(info), values.data());
}

ParameterRule given(double lo, double hi) {
  ParameterRule rule;
  rule.kind = ParameterRule::Kind::kGiven;
  rule.range = GivenRange{lo, hi};
  return rule;
}

TEST(Operations, ACosineOfASumThatOverflowedIsNone) {
  // 2^67 steps: the square of one is beyond float32, so sum x^2 is no number, though sum x x' is.
  const std::vector<float> values{-0x1p60f, 0x1p60f};
  const MemorySource source = source_of({2}, values);
  const auto backend = make_backend({.device = "cpu"});
  const Roundtrip found = roundtrip(source, "x", Scheme{}, given(-1, 0), false, *backend);
  ASSERT_TRUE(std::isinf(found.totals.tensor.sums.x));
  ASSERT_TRUE(std::isfinite(found.totals.tensor.sums.c));
  EXPECT_FALSE(found.totals.tensor.cosine());
  EXPECT_FALSE(found.totals.tensor.sqnr_db());
}

TEST(Operations, RangesThatRoundToAFloat32AreRanges) {
  const double shortest = 3.4028235e38;  // the digits of the largest float32, a little above it
  ASSERT_GT(shortest, static_cast<double>(std::numeric_limits<float>::max()));
  EXPECT_NO_THROW(check_range({-shortest, shortest}));
  EXPECT_NO_THROW(check_range({0, 3.4028235677973362e38}));      // below the midpoint to 2^128
  EXPECT_THROW(check_range({0, 3.4028235677973366e38}), Error);  // the midpoint: rounds to infinity
  EXPECT_THROW(check_range({-std::numeric_limits<double>::infinity(), 0}), Error);
  EXPECT_THROW(check_range({0, std::numeric_limits<double>::quiet_NaN()}), Error);
}

TEST(Operations, ATensorOfNoGroupsHasObservedRangesAndNoBound) {
  const std::vector<float> nothing;
  const MemorySource source = source_of({0, 3}, nothing);
  const auto backend = make_backend({.device = "cpu"});
  Scheme scheme;
  scheme.granularity.kind = Granularity::Kind::kAxis;
  scheme.granularity.axis = 0;
  const Roundtrip observed = roundtrip(source, "x", scheme, ParameterRule{}, false, *backend);
  ASSERT_TRUE(observed.ranges);
  EXPECT_TRUE(observed.ranges->tensor().empty());
  ParameterRule rule;
  rule.kind = ParameterRule::Kind::kExplicit;
  rule.parameters = {{1.0f}, {0}};
  const Roundtrip explicit_one = roundtrip(source, "x", scheme, rule, false, *backend);
  EXPECT_FALSE(explicit_one.ranges);
  EXPECT_EQ(explicit_one.totals.bound, 0.0);
  EXPECT_TRUE(explicit_one.totals.within_bound);
}

std::string refusal(const Scheme& scheme) {
  try {
    check_scheme(scheme);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::kUsage ? error.what() : "another kind";
  }
  return "";
}

TEST(Operations, ASchemeThatDoesNotExistIsRefused) {
  Scheme scheme;
  scheme.mode = {CodeType::kUint8, true};
  EXPECT_EQ(refusal(scheme), "mode: expected codes with a sign in a symmetric mode, found sym-u8");
  scheme.mode = {CodeType::kInt8, true};
  EXPECT_EQ(refusal(scheme), "");
  for (const arith::CodeLimits limits : {arith::CodeLimits{-129, 127}, {-128, 128}, {5, 5}, {6, 5}}) {
    scheme.storage_range = limits;
    EXPECT_EQ(refusal(scheme), "storage range: expected two or more codes within -128..127, found " +
                                   std::to_string(limits.qmin) + ".." + std::to_string(limits.qmax));
  }
  scheme.storage_range = arith::CodeLimits{5, 6};
  EXPECT_EQ(refusal(scheme), "");
}

TEST(Operations, AShapeWhoseBytesWrapIsRefused) {
  TensorInfo info;
  info.shape = {std::uint64_t{1} << 31, std::uint64_t{1} << 30};  // 2^61 elements of 4 bytes: 2^63
  EXPECT_THROW(make_layout(info, {}), Error);
  info.shape = {std::uint64_t{1} << 40, 0, std::uint64_t{1} << 40};  // empty, but its axes are multiplied apart
  EXPECT_THROW(make_layout(info, {}), Error);
  info.shape = {(std::uint64_t{1} << 31) - 1, std::uint64_t{1} << 30};
  EXPECT_EQ(make_layout(info, {}).count(), ((std::uint64_t{1} << 31) - 1) << 30);
}

}  // namespace
}  // namespace qgpu
