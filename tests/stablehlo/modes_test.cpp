#include <gmock/gmock.h>

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/stablehlo/evaluate_text.hpp"

// What a quantized op means in each mode. Golden values: exact arithmetic (data/stablehlo/boundary.mlir), the public
// test programs where they are present, and cases small enough to check by hand.
namespace qgpu::stablehlo {
namespace {

using ::testing::ElementsAre;

constexpr EvaluationOptions kSpecBits{EvaluationMode::kSpec, false, true};
constexpr EvaluationOptions kMathBits{EvaluationMode::kMath, false, true};
constexpr EvaluationOptions kMath{EvaluationMode::kMath, false, false};

TEST(SpecMode, BoundaryProgramsEqualExactArithmetic) {
  EXPECT_EQ(expect_all_checks(QGPU_SOURCE_DIR "/data/stablehlo/boundary.mlir", kSpecBits), 107u);
}

TEST(PublicPrograms, AreBitExactInSpecAndMath) {
  const std::filesystem::path root = QGPU_SOURCE_DIR "/../shared/stablehlo-tests/stablehlo";
  if (!std::filesystem::exists(root)) GTEST_SKIP() << "the public test programs are not here";
  std::vector<std::string> files = {root / "tests/interpret/quantized_ops.mlir"};
  for (const auto& entry : std::filesystem::directory_iterator(root / "testdata/quantized"))
    files.push_back(entry.path());
  ASSERT_GT(files.size(), 80u);
  std::size_t num_checks = 0;
  for (const std::string& file : files) {
    num_checks += expect_all_checks(file, kSpecBits);
    expect_all_checks(file, kMathBits);
  }
  EXPECT_GT(num_checks, 130u);
  const EvaluationOptions tosa{EvaluationMode::kTosa, false, false};  // its golden value is a rounded decimal
  EXPECT_EQ(expect_all_checks(root / "conversions/tosa/tests/rescale_interpreter.mlir", tosa), 1u);
}

constexpr std::string_view kHalves = R"(func.func @main() -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  %a = stablehlo.constant() <{value = dense<[1, 3]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %r = stablehlo.add %a, %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return %r : tensor<2x!quant.uniform<i8:f32, 1.0>>
})";

TEST(MathMode, AddRoundsEachOperandFirst) {
  EXPECT_THAT(integers(evaluate_text(kHalves).results[0]), ElementsAre(1, 3));
  EXPECT_THAT(integers(evaluate_text(kHalves, kMath).results[0]), ElementsAre(0, 4));  // RNE(0.5) = 0, RNE(1.5) = 2
}

constexpr std::string_view kDot = R"(func.func @main() -> tensor<1x1x!quant.uniform<i8:f32, 1.0>> {
  %a = stablehlo.constant() <{value = dense<3> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  %b = stablehlo.constant() <{value = dense<1> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 0.5>>
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1x1x!quant.uniform<i8:f32, 1.0>>, tensor<1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  return %r : tensor<1x1x!quant.uniform<i8:f32, 1.0>>
})";

/// merge_rescale, product, sum, clamp and rounding, each a float32 op of the lowered program.
TEST(MathMode, RequantizationEqualsExactArithmetic) {
  const auto document = nlohmann::json::parse(read_text(QGPU_SOURCE_DIR "/data/stablehlo/arith_golden.json"));
  for (const auto& row : document.at("requantize")) {
    const auto type = [&](std::size_t scale, std::size_t zero_point) {
      return fmt::format("tensor<1x!quant.uniform<i8:f32, 0x{}:{}>>", row[scale].get<std::string>(),
                         row[zero_point].get<int>());
    };
    const std::string text = fmt::format(
        "func.func @main() -> {1} {{\n"
        "%a = stablehlo.constant() <{{value = dense<{2}> : tensor<1xi8>}}> : () -> {0}\n"
        "%r = stablehlo.uniform_quantize %a : ({0}) -> {1}\nreturn %r : {1} }}",
        type(0, 1), type(2, 3), row[4].get<int>());
    EXPECT_THAT(integers(evaluate_text(text, kMath).results.at(0)), ElementsAre(row[7].get<std::int64_t>())) << text;
  }
}

TEST(MathMode, DotTruncatesAndSaysSo) {
  EXPECT_THAT(integers(evaluate_text(kDot).results[0]), ElementsAre(2));  // RNE(1.5)
  EXPECT_THAT(integers(evaluate_text(kDot, kMath).results[0]), ElementsAre(1));
  Diagnostics diagnostics;
  const auto module = read_module({"dot.mlir", kDot, 1}, diagnostics);
  ASSERT_TRUE(module);
  warn_of_departures(*module, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_THAT(diagnostics.all()[0].message, ::testing::HasSubstr("stablehlo.dot_general leaves the specification"));
}

TEST(MathMode, PerAxisTypesOffTheLastAxisRun) {
  const auto evaluation = evaluate_text(R"(func.func @main() -> tensor<2x1x2xf32> {
    %a = stablehlo.constant() <{value = dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi8>}> : () -> tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5:1,2.0}>>
    %r = stablehlo.uniform_dequantize %a : (tensor<2x1x2x!quant.uniform<i8:f32:0, {0.5:1,2.0}>>) -> tensor<2x1x2xf32>
    return %r : tensor<2x1x2xf32>
  })",
                                        kMath);
  EXPECT_THAT(floats(evaluation.results[0]), ElementsAre(0.0, 0.5, 6.0, 8.0));
}

constexpr std::string_view kTosaAdd = R"(func.func @main() -> tensor<1x!quant.uniform<i8:f32, 0.15:-1>> {
  %a = stablehlo.constant() <{value = dense<9> : tensor<1xi8>}> : () -> tensor<1x!quant.uniform<i8:f32, 0.025:-1>>
  %b = stablehlo.constant() <{value = dense<9> : tensor<1xi8>}> : () -> tensor<1x!quant.uniform<i8:f32, 0.075:-1>>
  %r = stablehlo.add %a, %b : (tensor<1x!quant.uniform<i8:f32, 0.025:-1>>, tensor<1x!quant.uniform<i8:f32, 0.075:-1>>) -> tensor<1x!quant.uniform<i8:f32, 0.15:-1>>
  return %r : tensor<1x!quant.uniform<i8:f32, 0.15:-1>>
})";

TEST(TosaMode, AddThroughRescales) {
  EXPECT_THAT(integers(evaluate_text(kTosaAdd, {EvaluationMode::kTosa, false, false}).results[0]), ElementsAre(6));
}

TEST(TosaMode, DoubleRoundingDiffersWhereItShould) {
  // tensorflow issue 25087: 7984 * 1583594044 / 2^40 = 11.4991.
  constexpr std::string_view text = R"(func.func @main() -> tensor<2xi32> {
    %x = stablehlo.constant dense<[7984, -7984]> : tensor<2xi32>
    %m = "tosa.const"() <{values = dense<1583594044> : tensor<1xi32>}> : () -> tensor<1xi32>
    %s = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
    %z = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
    %r = "tosa.rescale"(%x, %m, %s, %z, %z) {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = "SINGLE_ROUND", scale32 = true} : (tensor<2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  })";
  EXPECT_THAT(integers(evaluate_text(text, {EvaluationMode::kTosa, false, false}).results[0]), ElementsAre(11, -11));
  EXPECT_THAT(integers(evaluate_text(text, {EvaluationMode::kTosa, true, false}).results[0]), ElementsAre(12, -12));
}

TEST(SpecMode, SubChannelScalesFollowTheirBlocks) {
  constexpr std::string_view text =
      R"(func.func @main(%a: tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:4}, {{0.5}, {2.0:1}}>>) -> tensor<4x4xf32> {
    %r = stablehlo.uniform_dequantize %a : (tensor<4x4x!quant.uniform<i8:f32:{0:2, 1:4}, {{0.5}, {2.0:1}}>>) -> tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  })";
  Diagnostics diagnostics;
  const auto module = read_runnable({"test.mlir", text, 1}, diagnostics);
  ASSERT_TRUE(module);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].message, "sub-channel types are beyond StableHLO");
  Literal codes(tensor_type({4, 4}, integer_type(8)));
  for (int i = 0; i < 16; ++i) codes.data<std::int8_t>()[i] = static_cast<std::int8_t>(i);
  const Evaluation evaluation = evaluate(*module, "main", std::vector<Literal>{codes}, {}, diagnostics);
  EXPECT_THAT(floats(evaluation.results[0]),
              ElementsAre(0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 14, 16, 18, 20, 22, 24, 26, 28));
}

TEST(SpecMode, ReductionsInAWiderTypeRequantizeFirst) {
  // 100 + 100 does not fit i8; the body's type is i32 of twice the scale, so each 100 is 50 there.
  const auto evaluation = evaluate_text(R"(func.func @main() -> tensor<!quant.uniform<i32:f32, 2.0>> {
    %a = stablehlo.constant() <{value = dense<100> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>
    %i = stablehlo.constant() <{value = dense<0> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 1.0>>
    %r = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
      ^bb0(%x: tensor<!quant.uniform<i32:f32, 2.0>>, %y: tensor<!quant.uniform<i32:f32, 2.0>>):
        %s = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 2.0>>
        stablehlo.return %s : tensor<!quant.uniform<i32:f32, 2.0>>
    }) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<!quant.uniform<i8:f32, 1.0>>) -> tensor<!quant.uniform<i32:f32, 2.0>>
    return %r : tensor<!quant.uniform<i32:f32, 2.0>>
  })");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(100));
}

TEST(Modes, DifferencesAreCountedInSteps) {
  const Difference difference =
      compare_results(evaluate_text(kHalves).results[0], evaluate_text(kHalves, kMath).results[0]);
  EXPECT_EQ(difference.differing, 2);
  EXPECT_EQ(difference.max_steps, 1);
}

TEST(Modes, StepsAreThoseOfTheTypesOwnOrder) {
  const auto steps = [](const std::string& type, const std::string& a, const std::string& b) {
    const auto literal = [&](const std::string& value) {
      return evaluate_text("func.func @main() -> tensor<" + type + "> {\n%a = stablehlo.constant dense<" + value +
                           "> : tensor<" + type + ">\nreturn %a : tensor<" + type + "> }")
          .results.at(0);
    };
    return compare_results(literal(a), literal(b)).max_steps;
  };
  EXPECT_EQ(steps("f32", "1.0", "0x3F800003"), 3);
  EXPECT_EQ(steps("f16", "0x8001", "0x0002"), 3);  // across both zeros, which are one
  EXPECT_EQ(steps("bf16", "-0.0", "0.0"), 0);
  EXPECT_EQ(steps("f64", "0xFFEFFFFFFFFFFFFF", "0x7FEFFFFFFFFFFFFF"), INT64_MAX);  // as many as fit
  EXPECT_EQ(steps("ui64", "9223372036854775807", "9223372036854775809"), 2);
}

}  // namespace
}  // namespace qgpu::stablehlo
