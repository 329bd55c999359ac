#include "tests/program/stablehlo_command.hpp"

// `qgpu stablehlo run` from outside: standard output, standard error, exit code.
namespace qgpu {
namespace {

TEST_F(StablehloCommand, RunAnswersWithStoredIntegersAndChecks) {
  write("good.mlir", kQuantized);
  const Outcome outcome = run("run good.mlir --device cpu --output-dir .");
  EXPECT_EQ(outcome.exit_code, 0);
  const json results = outcome.answer().at("chunks").at(0).at("results");
  EXPECT_EQ(results.at(0).at("values"), json({-0.25, 31.0}));
  EXPECT_EQ(results.at(1).at("values"), json({2, 127}));
  EXPECT_EQ(results.at(1).at("dtype"), "int8");
  EXPECT_EQ(read("result_1.npy").substr(read("result_1.npy").size() - 2), "\x02\x7f");

  write("check.mlir", R"(func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %a, dense<[1.0, 3.0]> : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<[1.0, 2.00001]> : tensor<2xf32>
  return
}
)");
  const Outcome failed = run("run check.mlir --device cpu");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_EQ(failed.errors, "qgpu: check.mlir: 1 of 2 checks failed\n");
  EXPECT_EQ(failed.answer().at("checks_passed"), 1);
  EXPECT_EQ(failed.answer().at("checks_failed"), 1);
  const json check = failed.answer().at("chunks").at(0).at("checks").at(0);
  EXPECT_EQ(check.at("line"), 3);
  EXPECT_EQ(check.at("mismatches"), 1);
  EXPECT_EQ(check.at("first").at("index"), json({1}));
  EXPECT_EQ(run("run check.mlir --device cpu --bits").answer().at("checks_failed"), 2);
}

TEST_F(StablehloCommand, ArgumentsComeFromFilesPipesAndStandardInput) {
  write("made.mlir", R"(func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[5, -7]> : tensor<2xi8>
  return %a : tensor<2xi8>
}
)");
  write("negate.mlir", R"(func.func @main(%a: tensor<2xi8>) -> tensor<2xi8> {
  %0 = stablehlo.negate %a : tensor<2xi8>
  return %0 : tensor<2xi8>
}
)");
  ASSERT_EQ(run("run made.mlir --device cpu --output-dir .").exit_code, 0);
  const std::string folder = folder_.path().string();
  const auto negated = [&](const std::string& argument, const std::string& input) {
    const Outcome outcome = run("run negate.mlir --device cpu --input " + argument, input);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
    return outcome.exit_code != 0 ? json() : outcome.answer().at("chunks").at(0).at("results").at(0).at("values");
  };
  const json expected = {-5, 7};
  EXPECT_EQ(negated("result_0.npy", "/dev/null"), expected);
  EXPECT_EQ(negated("-", "result_0.npy"), expected);
  ASSERT_EQ(std::system(("cd '" + folder + "' && mkfifo pipe && (cat result_0.npy >pipe &)").c_str()), 0);  // NOLINT
  EXPECT_EQ(negated("pipe", "/dev/null"), expected);

  // One byte too few, which only the end of the pipe tells.
  const std::string all = read("result_0.npy");
  write("short.npy", all.substr(0, all.size() - 1));
  ASSERT_EQ(std::system(("cd '" + folder + "' && (cat short.npy >pipe &)").c_str()), 0);  // NOLINT
  EXPECT_EQ(run("run negate.mlir --device cpu --input pipe").errors, "qgpu: pipe: expected 2 bytes of data, found 1\n");
  EXPECT_EQ(run("run negate.mlir --device cpu --input -", "short.npy").errors,
            "qgpu: stdin: expected 2 bytes of data, found 1\n");
}

TEST_F(StablehloCommand, DevicesAreNamedAsInOtherCommands) {
  write("good.mlir", kQuantized);
  for (const char* name : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:12345678901"}) {
    const Outcome refused = run("run good.mlir --device " + std::string(name));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.errors,
                HasSubstr("qgpu: --device: expected auto, cpu, cuda or cuda:N, found '" + std::string(name) + "'"));
  }
  // There is no machine with so many.
  const Outcome absent = run("run good.mlir --device cuda:9999");
  EXPECT_EQ(absent.exit_code, 4);
  EXPECT_THAT(absent.errors, HasSubstr("qgpu: --device cuda:9999: "));
}

TEST_F(StablehloCommand, RunRefusesWhatHasNoMeaningHere) {
  write("rng.mlir", R"(func.func @main(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<1xi64>) -> tensor<4xf32> {
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
)");
  EXPECT_EQ(run("run rng.mlir --device cpu").exit_code, 2);  // no inputs given
  write("token.mlir", R"(func.func @main() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}
)");
  const Outcome refused = run("run token.mlir --device cpu");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_EQ(refused.output, "");
  EXPECT_THAT(refused.errors, HasSubstr("unsupported: stablehlo.replica_id"));
}

TEST_F(StablehloCommand, MathWarnsWhereItLeavesTheSpecification) {
  write("add.mlir", R"(func.func @main() -> tensor<1x!quant.uniform<i8:f32, 1.0>> {
  %a = "stablehlo.constant"() <{value = dense<1> : tensor<1xi8>}> : () -> tensor<1x!quant.uniform<i8:f32, 0.5>>
  %0 = stablehlo.add %a, %a : (tensor<1x!quant.uniform<i8:f32, 0.5>>, tensor<1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<1x!quant.uniform<i8:f32, 1.0>>
}
)");
  // 0.5 + 0.5 is 1; the reference rounds each half to even first.
  EXPECT_EQ(run("run add.mlir --device cpu").answer().at("chunks").at(0).at("results").at(0).at("values"), json({1}));
  const Outcome math = run("run add.mlir --device cpu --mode math --compare spec");
  EXPECT_EQ(math.exit_code, 0);
  const json result = math.answer().at("chunks").at(0).at("results").at(0);
  EXPECT_EQ(result.at("values"), json::array({0}));
  EXPECT_EQ(result.at("differing"), 1);
  EXPECT_EQ(result.at("max_steps"), 1);
  EXPECT_THAT(math.errors, HasSubstr("qgpu: warning: add.mlir:3: "));
}

}  // namespace
}  // namespace qgpu
