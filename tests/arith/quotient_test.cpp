// Exact division without dividing (section 10): the recipe, and the loops that the CPU runs, against the division.
#include <gtest/gtest.h>
#include <oneapi/tbb/parallel_for.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "qgpu/arith_quotient.hpp"
#include "qgpu/backend.hpp"
#include "tests/arith/plain_arithmetic.hpp"

namespace qgpu {
namespace {

const std::vector<float> kScales = {
    1.0f,          0.1f,      2.0f / 255,  1.0f / 3,         0x1.000002p0f, 0x1.fffffep0f,
    0x1p-126f,     0x1p-149f, 0x1.4p-145f, 0x1.fffffcp-127f, 0x1p127f,      0x1.fffffep127f,
    0x1.5555p-60f, 7.0f,      0x1.8p80f};

/// The first input for which the recipe's quotient is not the division's, of those in its range; or none.
std::int64_t first_mismatch(float scale, std::uint32_t begin, std::uint32_t count, std::uint32_t step) {
  const arith::Reciprocal r = arith::reciprocal_of(scale);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto bits = static_cast<std::uint32_t>(begin + i * step);
    const float x = plain::float_from_bits(bits);
    if (!std::isfinite(x) || !std::isfinite(x * r.k)) continue;
    const float t = arith::quotient(x, r);
    const float exact = plain::divide(x, scale);
    const float size = std::fabs(exact);
    const bool same = arith::bits_of(t) == arith::bits_of(exact);
    const bool both_zero_code = size < 0x1p-76f && std::fabs(t) < 0.5f;
    if (!same && !both_zero_code && size < 0x1p126f) return bits;
  }
  return -1;
}

/// Codes of a group by the quotient, where it does not fail, against the plain division.
template <class Quotient>
void expect_codes_of_division(const Quotient& quotient, float scale, int z, bool stablehlo_order) {
  const arith::CodeLimits limits{0, 255};
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += 999983) {
    const float x = plain::float_from_bits(static_cast<std::uint32_t>(bits));
    const float t = quotient.unclamped(x);
    if (!(std::fabs(t) < INFINITY)) continue;
    const auto expected = plain::quantize(x, scale, z, limits.qmin, limits.qmax, stablehlo_order);
    const float rounded = quotient.rounded(quotient.clamped(t));
    ASSERT_EQ(static_cast<int>(quotient.code_bits(rounded) & 0xffu), expected.code) << bits;
    ASSERT_EQ(static_cast<int>(quotient.steps(rounded)), expected.code - z) << bits;
    ASSERT_EQ(quotient.is_clipped(t), expected.clipped) << bits;
    // A group of this element alone: where it holds, clamping changes nothing.
    ASSERT_EQ(quotient.holds(x, x), !expected.clipped) << bits;
    if (!expected.clipped) {
      ASSERT_EQ(quotient.code_bits(quotient.rounded(t)), quotient.code_bits(rounded)) << bits;
    }
  }
}

TEST(Quotient, GivesTheCodesOfTheDivision) {
  for (const float scale : kScales) {
    for (const int z : {0, 77, 128, 255}) {
      const arith::CodeLimits limits{0, 255};
      expect_codes_of_division(arith::Quotient<false>(scale, z, limits), scale, z, false);
      expect_codes_of_division(arith::Quotient<true>(scale, z, limits), scale, z, true);
      for (const bool order : {false, true}) {
        expect_codes_of_division(arith::EitherQuotient(scale, z, limits, order), scale, z, order);
      }
    }
  }
}

TEST(Quotient, IsTheDivisionForABroadSet) {
  for (const float scale : kScales) {
    EXPECT_EQ(first_mismatch(scale, 0, 1u << 22, 1021), -1) << std::hexfloat << scale;
  }
}

TEST(Quotient, SlowIsTheDivisionForEveryFloat) {
  for (const float scale : kScales) {
    std::atomic<std::int64_t> found = -1;
    tbb::parallel_for(0, 256, [&](int part) {
      const std::int64_t here = first_mismatch(scale, static_cast<std::uint32_t>(part) << 24, 1u << 24, 1);
      if (here >= 0) found = here;
    });
    EXPECT_EQ(found.load(), -1) << std::hexfloat << scale;
  }
}

struct Sweep {
  float scale;
  std::int32_t zero_point;
  Order order;
};

/// Every float of 2^24 that begin with `part`, through the CPU backend at the level that QGPU_SIMD names.
void check_backend(Backend& backend, const Sweep& sweep, std::uint32_t part, std::vector<float>& values,
                   std::vector<std::uint8_t>& codes, std::uint32_t step) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = plain::float_from_bits((part << 24) + static_cast<std::uint32_t>(i) * step);
  }
  TensorInfo info;
  info.shape = {values.size()};
  Scheme scheme;
  scheme.order = sweep.order;
  scheme.nonfinite = Nonfinite::kSaturate;
  Parameters parameters;
  parameters.scale = {sweep.scale};
  parameters.zero_point = {sweep.zero_point};
  MemorySink sink(codes.data());
  const QuantizeTotals totals =
      backend.quantize(MemorySource(info, values.data()), make_layout(info, {}), scheme, parameters, sink);
  std::uint64_t clipped = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const plain::Code expected =
        plain::quantize(values[i], sweep.scale, sweep.zero_point, 0, 255, sweep.order == Order::kStablehlo);
    ASSERT_EQ(codes[i], expected.code) << std::hexfloat << values[i] << " scale " << sweep.scale << " zero point "
                                       << sweep.zero_point << " order " << order_name(sweep.order);
    clipped += expected.clipped && std::isfinite(values[i]);
  }
  ASSERT_EQ(totals.clipped, clipped);
}

class BackendSweep : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    setenv("QGPU_SIMD", GetParam(), 1);
    try {
      backend_ = make_cpu_backend({});
    } catch (const std::exception&) {
      GTEST_SKIP() << "this processor lacks " << GetParam();
    }
  }
  void TearDown() override { unsetenv("QGPU_SIMD"); }

  std::unique_ptr<Backend> backend_;
};

const std::vector<Sweep> kSweeps = {
    {1.0f, 1, Order::kOnnx},
    {0x1p-3f, 77, Order::kOnnx},
    {0.1f, 128, Order::kOnnx},
    {0x1p-149f, 3, Order::kOnnx},
    {0x1.fffffep127f, 7, Order::kOnnx},
    {1.0f, 1, Order::kStablehlo},
    {2.0f / 255, 127, Order::kStablehlo},
};

TEST_P(BackendSweep, CodesOfABroadSet) {
  std::vector<float> values(1 << 20);
  std::vector<std::uint8_t> codes(values.size());
  for (const Sweep& sweep : kSweeps) {
    check_backend(*backend_, sweep, 0, values, codes, 4093);
    if (HasFatalFailure()) return;
  }
}

TEST_P(BackendSweep, SlowCodesOfEveryFloat) {
  std::vector<float> values(1 << 24);
  std::vector<std::uint8_t> codes(values.size());
  for (const Sweep& sweep : kSweeps) {
    for (std::uint32_t part = 0; part < 256; ++part) {
      check_backend(*backend_, sweep, part, values, codes, 1);
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, BackendSweep, testing::Values("avx512", "avx2", "baseline"),
                         [](const auto& level) { return std::string(level.param); });

}  // namespace
}  // namespace qgpu
