// Sections 5 and 6 over all values of 16-bit floats and a broad set of float32.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "qgpu/arith.hpp"
#include "tests/arith/plain_arithmetic.hpp"

namespace qgpu {
namespace {

struct Setting {
  float scale;
  std::int32_t zero_point;
  arith::CodeLimits limits;
};

/// Powers of two, neighbours of them, subnormal and huge scales; odd, even and end zero points; narrow ranges.
std::vector<Setting> settings() {
  std::vector<Setting> made;
  const float smallest = std::numeric_limits<float>::denorm_min();
  for (const float scale :
       {1.0f, 0.5f, 0.25f, 2.0f, 0.1f, 1.0f / 255, 2.0f / 255, 0x1.000002p0f, 0x1.fffffep-1f, 0x1p-126f, smallest,
        5 * smallest, 0x1.8p-130f, 0x1p100f, 0x1.fffffep127f, 3e38f, 0x1p-20f}) {
    for (const arith::CodeLimits limits : {arith::CodeLimits{0, 255}, {-127, 127}}) {
      for (const std::int32_t zero_point : {limits.qmin, limits.qmin + 77, limits.qmax}) {
        made.push_back({scale, zero_point, limits});
      }
    }
  }
  return made;
}

/// Compares both orders and the clipped count for one value.
void check(float x, const Setting& s) {
  for (const bool stablehlo : {false, true}) {
    const plain::Code expected = plain::quantize(x, s.scale, s.zero_point, s.limits.qmin, s.limits.qmax, stablehlo);
    const std::int32_t code = stablehlo ? arith::quantize_stablehlo(x, s.scale, s.zero_point, s.limits)
                                        : arith::quantize_onnx(x, s.scale, s.zero_point, s.limits);
    ASSERT_EQ(code, expected.code) << std::hexfloat << "x " << x << " scale " << s.scale << " zero point "
                                   << s.zero_point;
    if (!std::isfinite(x)) continue;
    const bool clipped = stablehlo ? arith::is_clipped_stablehlo(x, s.scale, s.zero_point, s.limits)
                                   : arith::is_clipped_onnx(x, s.scale, s.zero_point, s.limits);
    ASSERT_EQ(clipped, expected.clipped) << std::hexfloat << "x " << x << " scale " << s.scale << " zero point "
                                         << s.zero_point;
  }
}

float from_half(std::uint32_t half) {
  const std::uint32_t exponent = (half >> 10) & 31, fraction = half & 1023;
  const double magnitude = exponent == 31  ? (fraction != 0 ? NAN : INFINITY)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
  return static_cast<float>(half & 0x8000 ? -magnitude : magnitude);
}

TEST(Quantize, AllValuesOfFloat16AndBfloat16) {
  for (const Setting& setting : settings()) {
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
      check(from_half(bits), setting);
      check(plain::float_from_bits(bits << 16), setting);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Quantize, EitherSideOfEveryCodeBoundary) {
  for (const Setting& setting : settings()) {
    for (int half_steps = -600; half_steps <= 600; ++half_steps) {
      const float edge = static_cast<float>(half_steps * 0.5 * static_cast<double>(setting.scale));
      for (float x : {edge, std::nextafterf(edge, INFINITY), std::nextafterf(edge, -INFINITY)}) check(x, setting);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Quantize, FloatsOfEveryExponent) {
  std::uint64_t state = 99;
  for (const Setting& setting : settings()) {
    for (int i = 0; i < 20000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      check(plain::float_from_bits(static_cast<std::uint32_t>(state >> 32)), setting);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Quantize, OrdersDifferAtATieWithAnOddZeroPoint) {
  EXPECT_EQ(arith::quantize_onnx(0.5f, 1.0f, 1, {0, 255}), 1);
  EXPECT_EQ(arith::quantize_stablehlo(0.5f, 1.0f, 1, {0, 255}), 2);
}

TEST(Dequantize, EveryCodeAndZeroPointIsOneRounding) {
  for (const float scale : {1.0f, 0.1f, 2.0f / 255, 0x1p-126f, 0x1p-149f, 0x1.8p-130f, 0x1.fffffep120f, 3e38f}) {
    for (int zero_point = -128; zero_point < 256; ++zero_point) {
      for (int code = -128; code < 256; ++code) {
        ASSERT_EQ(arith::bits_of(arith::dequantize(code, scale, zero_point) + 0.0f),
                  arith::bits_of(plain::dequantize(code, scale, zero_point) + 0.0f));
      }
    }
  }
}

}  // namespace
}  // namespace qgpu
