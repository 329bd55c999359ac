#include <gtest/gtest.h>

#include <string>

#include "host/stablehlo/text/number_text.hpp"
#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/quantized_type_rules.hpp"

namespace qgpu::stablehlo {
namespace {

std::string canonical(const std::string& text) {
  Diagnostics diagnostics;
  const Type type = parse_type(text, diagnostics);
  return type ? print_type(type) : "error: " + diagnostics.all().front().message;
}

struct Pair {
  const char* text;
  const char* expected;
};

// What jaxlib 0.10.2 (StableHLO 1.17) prints for each.
TEST(TypeText, IsCanonical) {
  for (const Pair& pair : {
           Pair{"!quant.uniform<i8 : f32, 0.5 : -3>", "!quant.uniform<i8:f32, 5.000000e-01:-3>"},
           Pair{"!quant.uniform<i8:f32, 0.5:0x10>", "!quant.uniform<i8:f32, 5.000000e-01:16>"},
           Pair{"!quant.uniform<i8:f32, 0.5:300>", "!quant.uniform<i8:f32, 5.000000e-01:300>"},
           Pair{"!quant.uniform<i8:f64, 0x3F800000>", "!quant.uniform<i8:f64, 5.2635442471208903E-315>"},
           Pair{"!quant.uniform<i8:f32, 0x3FB999999999999A>", "!quant.uniform<i8:f32, 1.000000e-01>"},
           Pair{"!quant.uniform<i08:f32, 0.5>", "!quant.uniform<i8:f32, 5.000000e-01>"},
           Pair{"!quant.uniform<u8<1:255>:f32, 0.02:128>", "!quant.uniform<u8<1:255>:f32, 2.000000e-02:128>"},
           Pair{"!quant.uniform<si8:f32, 0.5>", "!quant.uniform<si8:f32, 5.000000e-01>"},
           Pair{"!quant.uniform<i8<-0:1>:f32, 0.5>", "!quant.uniform<i8<0:1>:f32, 5.000000e-01>"},
           Pair{"!quant.uniform<i8:f32:0, {0.5, 0.25:3}>", "!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01:3}>"},
           Pair{"!quant.uniform<i8:bf16:{0:1}, {{0.1},{0.2}}>",
                "!quant.uniform<i8:bf16:{0:1}, {{1.000980e-01}, {2.001950e-01}}>"},
           Pair{"!quant.uniform<u8:f32:{0:1, 1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0:200}}>",
                "!quant.uniform<u8:f32:{0:1, 1:2}, {{2.000000e+00:120, 3.000000e+00:127}, {4.000000e+00, "
                "5.000000e+00:-56}}>"},
           Pair{"!quant.calibrated<f32<-0.998:1.2321>>", "!quant.calibrated<f32<-0.998:1.232100e+00>>"},
           Pair{"!quant.any<i8<-16:15>:f32>", "!quant.any<i8<-16:15>:f32>"},
           Pair{"tensor<0x05xf32>", "tensor<0x5xf32>"},
           Pair{"tensor<4 x f32>", "tensor<4xf32>"},
           Pair{"tensor<3x?xf32, #stablehlo.type_extensions<bounds = [?, 4]>>",
                "tensor<3x?xf32, #stablehlo.bounds<?, 4>>"},
           Pair{"((i32)->i32) -> ()", "((i32) -> i32) -> ()"},
           Pair{"tuple<f32,tuple<>>", "tuple<f32, tuple<>>"},
       }) {
    EXPECT_EQ(canonical(pair.text), pair.expected);
    EXPECT_EQ(canonical(pair.expected), pair.expected);
  }
}

// A type of another dialect keeps its text but for blanks and comments, and no two tokens of it become one.
TEST(TypeText, OfAnotherDialectReadsBackAsItWas) {
  for (const Pair& pair : {
           Pair{"!x.y< [ a ,  b ] >", "!x.y<[a, b]>"},
           Pair{"!x.y<{z<a- >}>", "!x.y<{z<a- >}>"},
           Pair{"!x.y<{ -a}>", "!x.y<{ -a}>"},
           Pair{"!x.y<a // one \"\n b>", "!x.y<a b>"},
           Pair{"!x.y<\"//  \">", "!x.y<\"//  \">"},
       }) {
    const std::string once = canonical(pair.text);
    EXPECT_EQ(canonical(once), once) << pair.text;
    EXPECT_EQ(once, pair.expected);
  }
}

TEST(TypeText, IsRefusedForItsReason) {
  for (const Pair& pair : {
           Pair{"!quant.uniform<i8:f32, 1>", "error: unexpected decimal integer literal for a floating point value"},
           Pair{"!quant.uniform<i33:f32, 0.5>", "error: illegal storage type size: 33"},
           Pair{"!quant.uniform<i8<-129:3>:f32, 0.5>", "error: illegal storage type minimum: -129"},
           Pair{"!quant.uniform<i8<3:200>:f32, 0.5>", "error: illegal storage type maximum: 200"},
           Pair{"!quant.uniform<i8<2:1>:f32, 0.5>", "error: illegal storage min and storage max: (2:1)"},
           Pair{"!quant.uniform<i8:f32, -0.5>",
                "error: scale -5.000000e-01 out of expressed type range [1.401298e-45, 3.402823e+38]"},
           Pair{"!quant.uniform<i8:f16, 70000.0>",
                "error: scale 7.000000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]"},
           Pair{"!quant.uniform<i8:f32, 1.0e3000>",
                "error: scale INF out of expressed type range [1.401298e-45, 3.402823e+38]"},
           Pair{"!quant.uniform<i8:f32, 0x7FF8000000000000>",
                "error: scale NAN out of expressed type range [1.401298e-45, 3.402823e+38]"},
           Pair{"!quant.uniform<i8:f32:-1, {0.5}>", "error: illegal quantized dimension: -1"},
           Pair{"!quant.uniform<i8:f32:{0:0}, {{0.5},{0.1}}>", "error: illegal block size: 0"},
           Pair{"!quant.uniform<i8:f32:{0:1}, {{0.5},{0.5,0.1}}>",
                "error: tensor literal is invalid; ranks are not consistent between elements"},
           Pair{"!quant.uniform<i8:f32, 0.5:99999999999999999999>", "error: integer value too large"},
           Pair{"tensor<99999999999999999999xf32>", "error: invalid dimension"},
           Pair{"tensor<4xtensor<f32>>", "error: invalid tensor element type"},
       })
    EXPECT_EQ(canonical(pair.text), pair.expected) << pair.text;
}

// From mlir-opt 22 and the specification of APFloat::toString; the last three show its digit cut and its last resort.
TEST(NumberText, IsMlirs) {
  EXPECT_EQ(float_text(0.01, FloatKind::kF64), "1.000000e-02");
  EXPECT_EQ(float_text(34.0, FloatKind::kF64), "3.400000e+01");
  EXPECT_EQ(float_text(0.0039188104517319626, FloatKind::kF64), "0.0039188104517319626");
  EXPECT_EQ(float_text(123456.789123, FloatKind::kF64), "123456.789123");
  EXPECT_EQ(float_text(1234567.0, FloatKind::kF64), "0x4132D68700000000");
  EXPECT_EQ(float_text(1e38, FloatKind::kF64), "9.9999999999999997E+37");
  EXPECT_EQ(float_text(static_cast<double>(3.14159274f), FloatKind::kF32), "3.14159274");
  EXPECT_EQ(float_text(16777216.0, FloatKind::kF32), "0x4B800000");
  EXPECT_EQ(float_text(-0.0, FloatKind::kF32), "-0.000000e+00");
}

TEST(TypeRules, NameWhatStableHloLacks) {
  Diagnostics diagnostics;
  const auto reasons = [&](const char* text) {
    const Type type = parse_type(text, diagnostics);
    return reasons_not_stablehlo(type.get<QuantizedType>());
  };
  EXPECT_TRUE(reasons("!quant.uniform<u8<1:255>:f32, 0.02:128>").empty());
  EXPECT_EQ(reasons("!quant.uniform<i8:f32, 0.5:300>").size(), 1u);
  EXPECT_EQ(reasons("!quant.uniform<i3:tf32, 0.5>").size(), 2u);
  EXPECT_EQ(reasons("!quant.uniform<si8:f32, 0.5>").size(), 1u);
  EXPECT_EQ(reasons("!quant.uniform<i8:f32:{}, {{0.5}}>").size(), 1u);
}

TEST(TypeRules, MatchShapes) {
  Diagnostics diagnostics;
  const Type axis = parse_type("!quant.uniform<i8:f32:1, {0.1, 0.2, 0.3}>", diagnostics);
  const QuantizedType& per_axis = axis.get<QuantizedType>();
  EXPECT_TRUE(shape_conflicts(per_axis, {4, 3, 2}).empty());
  EXPECT_TRUE(shape_conflicts(per_axis, {4, kDynamic, 2}).empty());
  EXPECT_EQ(shape_conflicts(per_axis, {4, 2}).size(), 1u);
  EXPECT_EQ(shape_conflicts(per_axis, {3}).size(), 1u);
  const Type blocked = parse_type("!quant.uniform<i4:f32:{1:32}, {{0.1, 0.2}}>", diagnostics);
  const QuantizedType& sub_channel = blocked.get<QuantizedType>();
  EXPECT_TRUE(shape_conflicts(sub_channel, {8, 64}).empty());
  EXPECT_EQ(shape_conflicts(sub_channel, {8, 65}).size(), 1u);
  EXPECT_EQ(shape_conflicts(sub_channel, {8, 96}).size(), 1u);
}

}  // namespace
}  // namespace qgpu::stablehlo
