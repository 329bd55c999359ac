#include "qgpu/comparisons.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "qgpu/error.hpp"

namespace qgpu {
namespace {

using testing::ElementsAre;

MemorySource source_of(std::vector<std::uint64_t> shape, const std::vector<float>& values) {
  TensorInfo info;
  info.shape = std::move(shape);
  return MemorySource(std::move(info), values.data());
}

Scheme scheme_of(Mode mode, Granularity::Kind kind = Granularity::Kind::kTensor, std::int64_t axis = 0) {
  Scheme scheme;
  scheme.mode = mode;
  scheme.granularity.kind = kind;
  if (kind != Granularity::Kind::kTensor) scheme.granularity.axis = axis;
  return scheme;
}

constexpr Mode kAsym{CodeType::kUint8, false};
constexpr Mode kSym{CodeType::kInt8, true};

class Comparisons : public testing::Test {
 protected:
  std::unique_ptr<Backend> backend_ = make_backend({.device = "cpu"});
};

TEST_F(Comparisons, ChannelsGainFromScalesOfTheirOwn) {
  const std::vector<float> values{0.0f, 127.0f, 0.0f, 0.25f};
  const MemorySource source = source_of({2, 2}, values);
  const ChannelComparison found = compare_channels(source, "x", -2, Scheme{}, *backend_);
  EXPECT_EQ(found.axis, 0u);
  EXPECT_THAT(found.per_channel.parameters.scale, ElementsAre(1.0f, 0.25f / 127.0f));
  EXPECT_EQ(found.per_tensor.parameters.scale_of(0), 1.0f);
  EXPECT_THAT(found.per_channel_error, ElementsAre(0.0f, 0.0f));
  EXPECT_THAT(found.per_tensor_error, ElementsAre(0.0f, 0.25f));  // 0.25 of a step: rounds to 0
  EXPECT_EQ(found.channels_improved, 1u);
  EXPECT_FALSE(found.best_gain) << "no channel has an error of its own to divide by";
}

TEST_F(Comparisons, SaturationComparesTheLargestErrors) {
  const std::vector<float> values{0.0f, 255.0f, 0.5f};
  const MemorySource source = source_of({3}, values);
  const Saturation found = compare_saturation(source, "x", {0.0, 127.5}, Scheme{}, *backend_);
  EXPECT_EQ(found.full.derived.parameters.scale_of(0), 1.0f);
  EXPECT_EQ(found.full.totals.tensor.max_abs_error, 0.5f);  // 0.5 is a tie: to even, 0
  EXPECT_EQ(found.narrow.derived.parameters.scale_of(0), 0.5f);
  EXPECT_EQ(found.narrow.totals.tensor.max_abs_error, 127.5f);  // 255 saturates at 127.5
  EXPECT_EQ(found.narrow.totals.tensor.clipped, 1u);
  EXPECT_EQ(found.error_ratio, 255.0);
}

TEST_F(Comparisons, SymmetryCostsHalfTheLevelsOfPositiveData) {
  const std::vector<float> values{0.0f, 127.0f * 255.0f};
  const MemorySource source = source_of({2}, values);
  const Symmetry found = compare_symmetry(source, "x", Scheme{}, *backend_);
  EXPECT_EQ(found.asym.derived.parameters.scale_of(0), 127.0f);
  EXPECT_EQ(found.sym.derived.parameters.scale_of(0), 255.0f);
  EXPECT_EQ(found.scale_ratio, 255.0 / 127.0);
  EXPECT_EQ(found.asym_levels, 256);
  EXPECT_EQ(found.sym_levels, 128);
  EXPECT_FALSE(found.error_ratio) << "0 / 0";
}

// Sharing the ranges must change nothing but the number of reads.
TEST_F(Comparisons, SchemesAreWhatTheirOwnRoundTripsAre) {
  const std::vector<float> values{0.1f, -3.0f, 2.5f, 1e-42f, 0.0f, 7.7f, -0.3f, 0.9f, 123.0f, -1.0f, 0.4f, 0.6f};
  const MemorySource source = source_of({3, 4}, values);
  const std::vector<Scheme> schemes{scheme_of(kSym), scheme_of(kSym, Granularity::Kind::kAxis, 1), scheme_of(kAsym),
                                    scheme_of(kAsym, Granularity::Kind::kAxis, -1)};
  std::vector<int> seen(schemes.size());
  compare_schemes(source, "x", schemes, true, *backend_, [&](std::size_t i, const Roundtrip& found) {
    ++seen[i];
    const Roundtrip own = roundtrip(source, "x", schemes[i], ParameterRule{}, true, *backend_);
    EXPECT_EQ(found.derived.parameters.scale, own.derived.parameters.scale);
    EXPECT_EQ(found.derived.parameters.zero_point, own.derived.parameters.zero_point);
    EXPECT_EQ(found.derived.degenerate, own.derived.degenerate);
    EXPECT_EQ(found.totals.tensor.max_abs_error, own.totals.tensor.max_abs_error);
    EXPECT_EQ(found.totals.tensor.sums.b, own.totals.tensor.sums.b);
    EXPECT_EQ(found.totals.groups.size(), own.totals.groups.size());
    EXPECT_EQ(found.ranges->groups.size(), own.ranges->groups.size());
  });
  EXPECT_THAT(seen, ElementsAre(1, 1, 1, 1));
}

TEST_F(Comparisons, NonfiniteInputIsRefusedAsInARoundTrip) {
  const std::vector<float> values{1.0f, std::numeric_limits<float>::infinity()};
  const MemorySource source = source_of({2}, values);
  const std::vector<Scheme> schemes{scheme_of(kAsym), scheme_of(kSym)};
  EXPECT_THROW(compare_schemes(source, "x", schemes, false, *backend_, [](std::size_t, const Roundtrip&) {}), Error);
  EXPECT_THROW((void)compare_channels(source, "x", 0, Scheme{}, *backend_), Error);
}

TEST_F(Comparisons, ARatioToAnErrorThatOverflowedIsNone) {
  // Full range -2^127..largest: 255 steps above the zero point restore to infinity.
  const float largest = std::numeric_limits<float>::max();
  const std::vector<float> values{-largest, largest, 1.0f};
  const MemorySource source = source_of({3}, values);
  const Saturation found = compare_saturation(source, "x", {-1, 1}, Scheme{}, *backend_);
  ASSERT_EQ(found.full.totals.tensor.max_abs_error, std::numeric_limits<float>::infinity());
  ASSERT_TRUE(std::isfinite(found.narrow.totals.tensor.max_abs_error));
  EXPECT_FALSE(found.error_ratio);
}

}  // namespace
}  // namespace qgpu
