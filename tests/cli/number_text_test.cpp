#include "host/cli/number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace qgpu::cli {
namespace {

template <class T>
std::string text_of(T value) {
  std::string text;
  append_number(text, value);
  return text;
}

TEST(NumberText, Float32HasTheShortestDigitsOfItsOwnType) {
  EXPECT_EQ(text_of(0.1f), "0.1");
  EXPECT_EQ(text_of(1.0f / 127.0f), "0.007874016");
  EXPECT_EQ(text_of(1e-45f), "1e-45");  // the smallest subnormal
  EXPECT_EQ(text_of(3.4028235e38f), "3.4028235e+38");
  EXPECT_EQ(text_of(16777216.0f), "16777216");
}

TEST(NumberText, NegativeZeroIsZero) {
  EXPECT_EQ(text_of(-0.0f), "0");
  EXPECT_EQ(text_of(-0.0), "0");
}

TEST(NumberText, Float64HasItsOwnDigits) {
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(static_cast<double>(0.1f)), "0.10000000149011612");
}

TEST(NumberText, FloatIsRoundedOnceFromTheDigits) {
  // 1 + 2^-24 + 2^-60 lies above the midpoint of 1 and its neighbour; as float64 it is the midpoint itself.
  EXPECT_EQ(parse_float("1.000000059604644776"), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(static_cast<float>(*parse_double("1.000000059604644776")), 1.0f);
}

TEST(NumberText, BeyondTheRangeIsInfiniteOrZero) {
  EXPECT_EQ(parse_float("1e60"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_float("-1e60"), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_float("1e-60"), 0.0f);
  EXPECT_EQ(parse_double("1e-400"), 0.0);
}

TEST(NumberText, WhatNoFloatHoldsIsInfiniteOrZeroByItsWholeMagnitude) {
  EXPECT_EQ(parse_double("1" + std::string(400, '0') + "e-5"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_double("-0." + std::string(400, '0') + "1e+5"), 0.0);
  EXPECT_EQ(parse_double("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_double("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_double("-1e+99999999999999999999"), -std::numeric_limits<double>::infinity());
}

TEST(NumberText, OnlyWholeWordsAreNumbers) {
  for (const char* word : {"1", "-1", "+1", "-.5", "1e3", "-1E-3", "inf", "-nan"}) EXPECT_TRUE(is_number(word)) << word;
  for (const char* word : {"", "-", "+-1", "1x", "asym-u8", "3.npy", "0x10", "1,5"})
    EXPECT_FALSE(is_number(word)) << word;
}

TEST(NumberText, IntegersMustFit) {
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(parse_integer("9223372036854775808"));
  EXPECT_EQ(parse_unsigned("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(parse_unsigned("-1"));
  EXPECT_FALSE(parse_integer("1.0"));
}

TEST(NumberText, BytesTakeSuffixesOf1024) {
  EXPECT_EQ(parse_bytes("64M"), 64u << 20);
  EXPECT_EQ(parse_bytes("3K"), 3072u);
  EXPECT_EQ(parse_bytes("2g"), std::uint64_t{2} << 30);
  EXPECT_EQ(parse_bytes("17179869183G"), std::uint64_t{17179869183} << 30);
  EXPECT_FALSE(parse_bytes("17179869184G"));  // 2^64
  EXPECT_FALSE(parse_bytes("M"));
  EXPECT_FALSE(parse_bytes("1MB"));
}

}  // namespace
}  // namespace qgpu::cli
