#include "tests/program/stablehlo_command.hpp"

// `qgpu stablehlo type|check|print|opt|run` from outside: standard output, standard error, exit code.
namespace qgpu {
namespace {

constexpr const char* kUndeclared = R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
)";
constexpr const char* kUndeclaredMessage = R"(bad.mlir:2:26: error: use of undeclared SSA value name '%b'
  %0 = stablehlo.add %a, %b : tensor<4xf32>
                         ^
)";

TEST_F(StablehloCommand, TypeSaysWhatAQuantizedTypeHolds) {
  const Outcome outcome = run("type '!quant.uniform<u8<1:255>:f32:0, {0.5:128, 0.25:1}>'");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.errors, "");
  const json answer = outcome.answer();
  EXPECT_EQ(answer.at("text"), "!quant.uniform<u8<1:255>:f32:0, {5.000000e-01:128,2.500000e-01:1}>");
  EXPECT_EQ(answer.at("storage"), "u8");
  EXPECT_EQ(answer.at("bits"), 8);
  EXPECT_EQ(answer.at("signed"), false);
  EXPECT_EQ(answer.at("min"), 1);
  EXPECT_EQ(answer.at("max"), 255);
  EXPECT_EQ(answer.at("granularity"), "per-axis");
  EXPECT_EQ(answer.at("axis"), 0);
  EXPECT_EQ(answer.at("scales"), json({0.5, 0.25}));
  EXPECT_EQ(answer.at("zero_points"), json({128, 1}));
  EXPECT_EQ(answer.at("stablehlo"), true);
}

TEST_F(StablehloCommand, TypeExitCodes) {
  EXPECT_EQ(run("type '!quant.uniform<i3:f32, 0.5>'").answer().at("stablehlo"), false);
  EXPECT_EQ(run("type '!quant.uniform<i3:f32, 0.5>'").exit_code, 0);
  EXPECT_EQ(run("type '!quant.uniform<i3:f32, 0.5>' --strict").exit_code, 1);
  const Outcome mismatch = run("type '!quant.uniform<i8:f32:1, {0.5,0.25}>' --verify 4x3");
  EXPECT_EQ(mismatch.exit_code, 1);
  EXPECT_EQ(mismatch.answer().at("ok"), false);
  EXPECT_EQ(run("type '!quant.uniform<i8:f32:1, {0.5,0.25}>' --verify '4x?'").exit_code, 0);
  const Outcome no_type = run("type '!quant.uniform<i8:f32, 1>'");
  EXPECT_EQ(no_type.exit_code, 2);
  EXPECT_EQ(no_type.output, "");
  EXPECT_THAT(no_type.errors, HasSubstr("column 24"));
}

TEST_F(StablehloCommand, EveryCommandShowsAnErrorAtItsPlace) {
  write("bad.mlir", kUndeclared);
  for (const char* words :
       {"check bad.mlir", "print bad.mlir", "run bad.mlir", "opt bad.mlir --pass stablehlo-legalize-quant-to-math"}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 3) << words;
    EXPECT_EQ(outcome.output, "") << words;
    EXPECT_EQ(outcome.errors, kUndeclaredMessage) << words;
  }
}

TEST_F(StablehloCommand, CheckCountsAndHoldsExpectedErrorsAgainstTheFound) {
  write("good.mlir", kQuantized);
  const json answer = run("check good.mlir").answer();
  EXPECT_EQ(answer.at("chunks"), 1);
  EXPECT_EQ(answer.at("functions"), 1);
  EXPECT_EQ(answer.at("ops"), 4);
  EXPECT_TRUE(answer.at("errors").empty());

  const std::string wrong_shape = "func.func @f(%a: tensor<4xf32>, %b: tensor<3xf32>) {\n";
  const std::string add =
      "  %0 = \"stablehlo.add\"(%a, %b) : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>\n  return\n}\n";
  write("expected.mlir", wrong_shape + "  // expected-error@+1 {{requires the same shape}}\n" + add);
  EXPECT_EQ(run("check expected.mlir --verify-diagnostics").exit_code, 0);
  write("expected.mlir", wrong_shape + "  // expected-error@+1 {{another message}}\n" + add);
  EXPECT_EQ(run("check expected.mlir --verify-diagnostics").exit_code, 1);
}

TEST_F(StablehloCommand, PrintIsCanonicalAndSplitsWhereAsked) {
  write("good.mlir", kQuantized);
  EXPECT_EQ(run("print good.mlir").output, kQuantized);
  write("two.mlir", std::string(kQuantized) + "// -----\n" + kUndeclared);
  const Outcome outcome = run("print two.mlir --split-input-file");
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.errors, HasSubstr("two.mlir:11:26: error: use of undeclared SSA value name '%b'"));
}

TEST_F(StablehloCommand, OptRewritesOrRefuses) {
  write("good.mlir", kQuantized);
  const Outcome outcome = run("opt good.mlir --stablehlo-legalize-quant-to-math");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("-> (tensor<2xf32>, tensor<2xi8>)"));
  EXPECT_THAT(outcome.output, testing::Not(HasSubstr("!quant")));
  write("sort.mlir",
        R"(func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
)");
  const Outcome refused = run("opt sort.mlir --pass stablehlo-legalize-quant-to-math");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_EQ(refused.output, "");
  EXPECT_THAT(
      refused.errors,
      HasSubstr(
          "sort.mlir:2:8: error: failed to legalize operation 'stablehlo.reverse' that was explicitly marked illegal"));
  EXPECT_EQ(run("opt good.mlir --pass no-such-pass").exit_code, 2);
}

struct LintCase {
  const char* what;
  const char* program;
  const char* finding;  // null: none
};
class LitertLint : public StablehloCommand, public testing::WithParamInterface<LintCase> {};

TEST_P(LitertLint, FindsWhatTheRulesForbid) {
  write("lint.mlir", std::string("func.func @main(") + GetParam().program + "\n  return\n}\n");
  const Outcome outcome = run("check lint.mlir --lint litert");
  const json lint = outcome.answer().at("lint");
  if (GetParam().finding == nullptr) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    EXPECT_TRUE(lint.empty());
  } else {
    EXPECT_EQ(outcome.exit_code, 1);
    ASSERT_EQ(lint.size(), 1u) << outcome.errors;
    EXPECT_THAT(lint.at(0).at("message"), HasSubstr(GetParam().finding));
    EXPECT_EQ(lint.at(0).at("line"), 2);
  }
}

// The int8 rules of LiteRT's quantization specification.
INSTANTIATE_TEST_SUITE_P(
    Rules, LitertLint,
    testing::Values(
        LintCase{
            "NarrowWeights",
            "%a: tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>, %w: tensor<4x2x!quant.uniform<i8<-127:127>:f32, 0.25>>) {\n"
            "  %0 = stablehlo.dot %a, %w : (tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>, "
            "tensor<4x2x!quant.uniform<i8<-127:127>:f32, 0.25>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.1>>",
            nullptr},
        LintCase{"FullRangeWeights",
                 "%a: tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>, %w: tensor<4x2x!quant.uniform<i8:f32, 0.25>>) {\n"
                 "  %0 = stablehlo.dot %a, %w : (tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>, "
                 "tensor<4x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x!quant.uniform<i8:f32, 0.1>>",
                 "weights of range -128..127; expected -127..127"},
        LintCase{
            "BiasScale",
            "%a: tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>, %w: tensor<4x2x!quant.uniform<i8<-127:127>:f32, 0.25>>) {\n"
            "  %0 = stablehlo.dot %a, %w : (tensor<1x4x!quant.uniform<i8:f32, 0.5:3>>, "
            "tensor<4x2x!quant.uniform<i8<-127:127>:f32, 0.25>>) -> tensor<1x2x!quant.uniform<i32:f32, 0.126>>",
            "bias scale 0.126 at 0; expected input scale times weight scale, 0.125"},
        LintCase{"UnsignedStorage",
                 "%a: tensor<4x!quant.uniform<u8:f32, 0.5:3>>) {\n"
                 "  %0 = stablehlo.abs %a : tensor<4x!quant.uniform<u8:f32, 0.5:3>>",
                 "unsigned storage of 8 bits"},
        LintCase{"SharedParameters",
                 "%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) {\n"
                 "  %0 = stablehlo.maximum %a, %a : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, "
                 "tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.25>>",
                 "different scales or zero points"},
        LintCase{"AddMayRescale",
                 "%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) {\n"
                 "  %0 = stablehlo.add %a, %a : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>, "
                 "tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.25>>",
                 nullptr},
        LintCase{"FixedLogistic",
                 "%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) {\n"
                 "  %0 = stablehlo.logistic %a : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> "
                 "tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>",
                 nullptr},
        LintCase{"FixedTanh",
                 "%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) {\n"
                 "  %0 = stablehlo.tanh %a : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> "
                 "tensor<4x!quant.uniform<i8:f32, 0.0078125:1>>",
                 "result scale 0.0078125 and zero point 1; expected 0.0078125 and 0"}),
    [](const auto& each) { return std::string(each.param.what); });

}  // namespace
}  // namespace qgpu
