#include "qgpu/arith_stablehlo.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

// Golden values come from tests/stablehlo/make_arith_golden.py: exact fractions, rounded once a step.
namespace qgpu::stablehlo {
namespace {

using Json = nlohmann::json;

const Json& golden(const char* section) {
  static const Json document = Json::parse(std::ifstream(QGPU_SOURCE_DIR "/data/stablehlo/arith_golden.json"));
  return document.at(section);
}

double number(const Json& bits) { return std::bit_cast<double>(std::stoull(bits.get<std::string>(), nullptr, 16)); }

/// Calls `body` with the expressed type that `name` spells.
template <class Body>
void with_expressed(const std::string& name, Body body) {
  if (name == "f16") return body(F16{});
  if (name == "bf16") return body(BF16{});
  if (name == "f32") return body(F32{});
  ASSERT_EQ(name, "f64");
  body(F64{});
}

TEST(ExpressedTypes, RoundOnceFromDouble) {
  for (const Json& row : golden("rounding")) {
    const double value = number(row[1]);
    const bool half = row[0] == "f16";
    const double rounded = half ? F16::round(value) : BF16::round(value);
    EXPECT_EQ(rounded, number(row[2])) << row;
    const double stored = half ? f16_to_double(f16_from_double(value)) : double{bf16_to_float(bf16_from_double(value))};
    EXPECT_EQ(stored, number(row[2])) << row;
    EXPECT_EQ(std::signbit(stored), std::signbit(value)) << row;
  }
}

TEST(ExpressedTypes, EverySixteenBitPatternSurvivesTheWayThroughDouble) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    const bool f16_nan = (pattern & 0x7fff) > 0x7c00;
    ASSERT_EQ(f16_from_double(f16_to_double(pattern)), f16_nan ? (pattern & 0x8000) | 0x7e00 : pattern) << bits;
    const bool bf16_nan = (pattern & 0x7fff) > 0x7f80;
    ASSERT_EQ(bf16_from_double(bf16_to_float(pattern)), bf16_nan ? (pattern & 0x8000) | 0x7fc0 : pattern) << bits;
  }
}

TEST(Dequantize, EqualsExactArithmetic) {
  for (const Json& row : golden("dequantize")) {
    with_expressed(row[0], [&]<class Expressed>(Expressed) {
      using Compute = typename Expressed::Compute;
      const auto real = dequantize<Expressed>(row[1].get<std::int64_t>(), row[2].get<std::int64_t>(),
                                              static_cast<Compute>(number(row[3])));
      EXPECT_EQ(static_cast<double>(real), number(row[4])) << row;
    });
  }
}

template <class Expressed>
QuantizeTarget<Expressed> target(double scale, std::int64_t zero_point, std::int64_t min, std::int64_t max,
                                 std::int64_t type_min, std::int64_t type_max) {
  using Compute = typename Expressed::Compute;
  const auto as_expressed = [](std::int64_t v) { return Expressed::round(static_cast<Compute>(v)); };
  return {
      static_cast<Compute>(scale), as_expressed(zero_point), as_expressed(min), as_expressed(max), type_min, type_max};
}

TEST(Quantize, EqualsExactArithmeticAtTiesAndRangeEnds) {
  for (const Json& row : golden("quantize")) {
    with_expressed(row[0], [&]<class Expressed>(Expressed) {
      const auto to = target<Expressed>(number(row[2]), row[3], row[4], row[5], row[6], row[7]);
      const auto real = static_cast<typename Expressed::Compute>(number(row[1]));
      EXPECT_EQ(quantize<Expressed>(real, to), row[8].get<std::int64_t>()) << row;
      if constexpr (std::is_same_v<Expressed, F32>) {
        if (row[7] <= 65535) {
          EXPECT_EQ(quantize_narrow(real, to), row[8].get<std::int32_t>()) << row;
        }
      }
    });
  }
}

TEST(Quantize, NonFiniteValues) {
  const auto to = target<F32>(0.5, 7, -100, 100, -128, 127);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(quantize<F32>(std::nanf(""), to), 0);  // neither the zero point nor an end
  EXPECT_EQ(quantize<F32>(infinity, to), 100);
  EXPECT_EQ(quantize<F32>(-infinity, to), -100);
}

TEST(RoundHalfEven, EqualsRint) {
  for (float v : {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 8388607.5f, 4194303.5f, 1e30f, -0.0f, 0.49999997f}) {
    EXPECT_EQ(round_half_even(v), std::rint(v)) << v;
    EXPECT_EQ(std::signbit(round_half_even(v)), std::signbit(std::rint(v))) << v;
    EXPECT_EQ(round_half_even(double{v}), std::rint(double{v})) << v;
  }
}

TEST(Quantize, LimitsThatTheExpressedTypeRoundsOutwardSaturateAtTheStorageType) {
  const auto to = target<BF16>(1.0, 0, -32768, 32767, -32768, 32767);  // 32767 is 32768 in bf16
  EXPECT_EQ(quantize<BF16>(1e9, to), 32767);
  const auto wide = target<F32>(1.0, 0, INT32_MIN, INT32_MAX, INT32_MIN, INT32_MAX);
  EXPECT_EQ(quantize<F32>(1e20f, wide), INT32_MAX);
}

TEST(Requantize, MergedParametersEqualExactArithmetic) {
  for (const Json& row : golden("requantize")) {
    const MergedRescale merged = merge_rescale(number(row[0]), row[1], number(row[2]), row[3]);
    EXPECT_EQ(double{static_cast<float>(merged.scale)}, number(row[5])) << row;
    EXPECT_EQ(double{static_cast<float>(merged.zero_point)}, number(row[6])) << row;
  }
}

TEST(Accumulator, DoubleFormulaEqualsExactArithmetic) {
  for (const Json& row : golden("dot")) {
    const double scale = accumulator_scale(number(row[0]), number(row[1]), number(row[2]));
    EXPECT_EQ(accumulator_to_storage(row[3], scale, row[4].get<double>(), row[5].get<double>(), row[6].get<double>()),
              row[7].get<std::int64_t>())
        << row;
  }
}

TEST(Tosa, MultiplierAndShift) {
  for (const Json& row : golden("tosa_scale")) {
    const TosaScale scale = tosa_scale(number(row[0]));
    EXPECT_EQ(scale.multiplier, row[1].get<std::int32_t>()) << row;
    EXPECT_EQ(scale.shift, row[2].get<std::int32_t>()) << row;
  }
}

TEST(Tosa, RescaleRoundsOnceOrTwice) {
  for (const Json& row : golden("rescale")) {
    const TosaScale scale{row[2], row[3]};
    EXPECT_EQ(tosa_rescale(row[0], row[1], scale, row[4], false), row[5].get<std::int64_t>()) << row;
    EXPECT_EQ(tosa_rescale(row[0], row[1], scale, row[4], true), row[6].get<std::int64_t>()) << row;
  }
}

TEST(Extremes, NanWinsAndZerosHaveAnOrder) {
  const float nan = std::nanf("1");
  EXPECT_EQ(maximum(1.0f, 2.0f), 2.0f);
  EXPECT_EQ(minimum(1.0, 2.0), 1.0);
  EXPECT_TRUE(std::isnan(maximum(nan, 2.0f)) && std::isnan(maximum(2.0f, nan)));
  EXPECT_TRUE(std::isnan(minimum(nan, 2.0f)) && std::isnan(minimum(2.0f, nan)));
  EXPECT_FALSE(std::signbit(maximum(-0.0f, 0.0f)) || std::signbit(maximum(0.0f, -0.0f)));
  EXPECT_TRUE(std::signbit(minimum(-0.0f, 0.0f)) && std::signbit(minimum(0.0f, -0.0f)));
}

TEST(Integers, WrapAndSaturate) {
  EXPECT_EQ(wrap_to_storage(200, 8, true), -56);
  EXPECT_EQ(wrap_to_storage(-1, 4, false), 15);
  EXPECT_EQ(wrap_to_storage(9, 4, true), -7);
  EXPECT_EQ(saturate_to_integer(-2.9, -128, 127), -2);
  EXPECT_EQ(saturate_to_integer(1e300, INT64_MIN, INT64_MAX), INT64_MAX);
  EXPECT_EQ(saturate_to_integer(std::nan(""), -128, 127), 0);
}

// Bits as the reference interpreter of jaxlib 0.10.2 gives them.
TEST(ReducePrecision, RoundsSubnormalsAndFlushesOnlyForAShorterExponent) {
  constexpr FloatLayout kF32{8, 23};
  EXPECT_EQ(reduce_precision(0x80020000, kF32, {8, 7}), 0x80020000u);
  EXPECT_EQ(reduce_precision(0x80020000, kF32, {8, 3}), 0x80000000u);
  EXPECT_EQ(reduce_precision(0x00000001, kF32, {8, 23}), 0x00000001u);
  EXPECT_EQ(reduce_precision(0x007fffff, kF32, {9, 10}), 0x00800000u);
  EXPECT_EQ(reduce_precision(0x80020000, kF32, {5, 60}), 0x80000000u);
  EXPECT_EQ(reduce_precision(0x00c00000, kF32, {4, 52}), 0x00000000u);
  EXPECT_EQ(reduce_precision(0x7f7fffff, kF32, {8, 1}), 0x7f800000u);
  EXPECT_EQ(reduce_precision(0x7f7fffff, kF32, {2, 52}), 0x7f800000u);
  EXPECT_EQ(reduce_precision(0x3fc00000, kF32, {2, 1}), 0x3fc00000u);
}

}  // namespace
}  // namespace qgpu::stablehlo
