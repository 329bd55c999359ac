#include <gmock/gmock.h>

#include "host/stablehlo/eval/device_ops.hpp"
#include "tests/stablehlo/evaluate_text.hpp"

// Programs on the GPU: the same golden values, and the same bits as the CPU where a random program has none.
namespace qgpu::stablehlo {
namespace {

class StablehloDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    if (device_is_available(reason)) return;
    if (std::getenv("QGPU_REQUIRE_CUDA") != nullptr) FAIL() << reason;
    GTEST_SKIP() << reason;
  }
};

constexpr EvaluationOptions kOnDevice{EvaluationMode::kSpec, false, true, true};

TEST_F(StablehloDevice, BoundaryProgramsEqualExactArithmetic) {
  EXPECT_EQ(expect_all_checks(QGPU_SOURCE_DIR "/data/stablehlo/boundary.mlir", kOnDevice), 107u);
}

/// One op between operands that iota makes: every code of i8 appears.
Evaluation run_program(const std::string& op, bool use_device) {
  const std::string text = R"(func.func @main() -> !R {
    %i = stablehlo.iota dim = 1 : tensor<3x300xi8>
    %a = stablehlo.bitcast_convert %i : (tensor<3x300xi8>) -> !A
    %j = stablehlo.iota dim = 0 : tensor<3x300xi8>
    %k = stablehlo.shift_left %i, %j : tensor<3x300xi8>
    %l = stablehlo.xor %i, %k : tensor<3x300xi8>
    %b = stablehlo.bitcast_convert %l : (tensor<3x300xi8>) -> !B
    %w = stablehlo.transpose %b, dims = [1, 0] : (!B) -> !W
    %r = )" + op + R"(
    return %r : !R
  })";
  const bool is_dot = op.find("dot_general") != std::string::npos;
  std::string types =
      "!A = tensor<3x300x!quant.uniform<i8:f32, 0.5:3>>\n!B = tensor<3x300x!quant.uniform<i8:f32, 0.3>>\n";
  types += "!W = tensor<300x3x!quant.uniform<i8:f32, 0.3>>\n";
  types += is_dot ? "!R = tensor<3x3x!quant.uniform<i16:f32, 9.0:1>>\n"
                  : "!R = tensor<3x300x!quant.uniform<i8:f32, 0.7:-5>>\n";
  EvaluationOptions options;
  options.use_device = use_device;
  return evaluate_text(types + text, options);
}

TEST_F(StablehloDevice, EveryKernelHasTheBitsOfTheCpu) {
  const std::vector<std::string> ops = {"stablehlo.add %a, %b : (!A, !B) -> !R",
                                        "stablehlo.subtract %a, %b : (!A, !B) -> !R",
                                        "stablehlo.multiply %a, %b : (!A, !B) -> !R",
                                        "stablehlo.divide %a, %b : (!A, !B) -> !R",
                                        "stablehlo.maximum %a, %b : (!A, !B) -> !R",
                                        "stablehlo.minimum %a, %b : (!A, !B) -> !R",
                                        "stablehlo.tanh %a : (!A) -> !R",
                                        "stablehlo.logistic %a : (!A) -> !R",
                                        "stablehlo.uniform_quantize %a : (!A) -> !R",
                                        "stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (!A, !W) -> !R"};
  for (const std::string& op : ops) {
    const Evaluation on_device = run_program(op, true);
    const Evaluation on_cpu = run_program(op, false);
    EXPECT_EQ(integers(on_device.results.at(0)), integers(on_cpu.results.at(0))) << op;
    const std::string name = op.substr(0, op.find(' '));
    EXPECT_FALSE(on_device.cpu_ops.contains(name)) << op << " ran on the CPU";
  }
}

TEST_F(StablehloDevice, OpsWithoutAKernelAreNamed) {
  const Evaluation evaluation = run_program("stablehlo.power %a, %b : (!A, !B) -> !R", true);
  EXPECT_THAT(evaluation.cpu_ops, ::testing::Contains("stablehlo.power"));
}

}  // namespace
}  // namespace qgpu::stablehlo
