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
    if (take_device(0, reason)) return;
    if (std::getenv("QGPU_REQUIRE_CUDA") != nullptr) FAIL() << reason;
    GTEST_SKIP() << reason;
  }
};

constexpr EvaluationOptions kOnDevice{EvaluationMode::kSpec, false, true, true};

/// In how many programs of boundary.mlir the CPU does an op: those without a kernel, conversions of other expressed
/// types than f32, products of 16-bit codes or with a float operand.
const std::map<std::string, int> kProgramsOnTheCpu = {{"stablehlo.clamp", 2},
                                                      {"stablehlo.compare", 2},
                                                      {"stablehlo.dot_general", 4},
                                                      {"stablehlo.select", 2},
                                                      {"stablehlo.uniform_dequantize", 6},
                                                      {"stablehlo.uniform_quantize", 6}};

const std::string kTypes = R"(
!A = tensor<3x300x!quant.uniform<i8:f32, 0.5:3>>
!B = tensor<3x300x!quant.uniform<i8:f32, 0.3>>
!W = tensor<300x3x!quant.uniform<i8:f32, 0.3>>
!C = tensor<3x300x!quant.uniform<i8:f32:0, {0.2:20, 0.1:10, 0.3:-30}>>
!D = tensor<3x300x!quant.uniform<i16:f32, 0.0021:77>>
)";

TEST_F(StablehloDevice, BoundaryProgramsEqualExactArithmetic) {
  const std::string path = QGPU_SOURCE_DIR "/data/stablehlo/boundary.mlir";
  EXPECT_EQ(expect_all_checks(path, kOnDevice), 107u);
  const std::string text = read_text(path);
  std::map<std::string, int> cpu_ops;
  for (const Source& chunk : split_source(path, text))
    for (const std::string& op : evaluate_source(chunk, kOnDevice).cpu_ops) ++cpu_ops[op];
  EXPECT_EQ(cpu_ops, kProgramsOnTheCpu);
}

/// One op between operands that iota makes: every code of i8 appears.
Evaluation run_program(const std::string& result, const std::string& op, bool use_device,
                       const std::string& before = {}) {
  const std::string text = R"(func.func @main() -> !R {
    %i = stablehlo.iota dim = 1 : tensor<3x300xi8>
    %a = stablehlo.bitcast_convert %i : (tensor<3x300xi8>) -> !A
    %j = stablehlo.iota dim = 0 : tensor<3x300xi8>
    %k = stablehlo.shift_left %i, %j : tensor<3x300xi8>
    %l = stablehlo.xor %i, %k : tensor<3x300xi8>
    %b = stablehlo.bitcast_convert %l : (tensor<3x300xi8>) -> !B
    %w = stablehlo.transpose %b, dims = [1, 0] : (!B) -> !W
    %c = stablehlo.uniform_quantize %a : (!A) -> !C
    %d = stablehlo.uniform_quantize %a : (!A) -> !D
)" + before + "%r = " + op +
                           R"(
    return %r : !R
  })";
  EvaluationOptions options;
  options.use_device = use_device;
  return evaluate_text(kTypes + ("!R = " + result + "\n") + text, options);
}

void expect_bits_of_the_cpu(const std::string& result, const std::string& op, const std::string& before = {}) {
  const Evaluation on_device = run_program(result, op, true, before);
  const Evaluation on_cpu = run_program(result, op, false, before);
  EXPECT_EQ(integers(on_device.results.at(0)), integers(on_cpu.results.at(0))) << op;
  const std::string name = op.substr(0, op.find_first_of(" ("));
  EXPECT_FALSE(on_device.cpu_ops.contains(name)) << op << " ran on the CPU";
}

TEST_F(StablehloDevice, EveryKernelHasTheBitsOfTheCpu) {
  const std::string per_tensor = "tensor<3x300x!quant.uniform<i8:f32, 0.7:-5>>";
  for (const char* name : {"add", "subtract", "multiply", "divide", "maximum", "minimum"})
    expect_bits_of_the_cpu(per_tensor, "stablehlo." + std::string(name) + " %a, %b : (!A, !B) -> !R");
  for (const char* name : {"tanh", "logistic", "uniform_quantize"})
    expect_bits_of_the_cpu(per_tensor, "stablehlo." + std::string(name) + " %a : (!A) -> !R");
  expect_bits_of_the_cpu("tensor<3x3x!quant.uniform<i16:f32, 9.0:1>>",
                         "stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (!A, !W) -> !R");
}

TEST_F(StablehloDevice, PerAxisAndWiderCodesHaveTheBitsOfTheCpu) {
  const std::string per_axis = "tensor<3x300x!quant.uniform<i8:f32:0, {0.7:-5, 0.31, 1.1:3}>>";
  const std::string wide[] = {"tensor<3x300x!quant.uniform<i16:f32, 0.0007:-50>>",
                              "tensor<3x300x!quant.uniform<u16:f32, 0.003:40000>>",
                              "tensor<3x300x!quant.uniform<i32:f32, 1.0e-7:123456>>"};
  expect_bits_of_the_cpu(per_axis, "stablehlo.uniform_quantize %a : (!A) -> !R");
  expect_bits_of_the_cpu(per_axis, "stablehlo.uniform_quantize %d : (!D) -> !R");
  expect_bits_of_the_cpu(per_axis, "stablehlo.add %c, %c : (!C, !C) -> !R");
  for (const std::string& type : wide) {
    expect_bits_of_the_cpu(type, "stablehlo.uniform_quantize %c : (!C) -> !R");
    expect_bits_of_the_cpu(type, "stablehlo.uniform_quantize %d : (!D) -> !R");
    expect_bits_of_the_cpu(type, "stablehlo.subtract %p, %q : (!R, !R) -> !R",
                           "%p = stablehlo.uniform_quantize %a : (!A) -> !R\n"
                           "%q = stablehlo.uniform_quantize %b : (!B) -> !R\n");
  }
}

struct Convolution {
  std::string input, kernel, result;  ///< sizes
  std::string kernel_type, result_type, padding;
};

/// The result on the CPU and on the device, of operands that iota makes.
std::pair<Literal, Literal> convolved(const Convolution& c) {
  const std::string x = "tensor<" + c.input, k = "tensor<" + c.kernel;
  const std::string text = "!X = " + x + "x!quant.uniform<i8:f32, 0.5:3>>\n!K = " + k + "x!quant.uniform<" +
                           c.kernel_type + ">>\n!R = tensor<" + c.result + "x!quant.uniform<" + c.result_type +
                           ">>\n!I = " + x + "xi8>\n!J = " + k + R"(xi8>
    func.func @main() -> !R {
    %i = stablehlo.iota dim = 1 : !I
    %j = stablehlo.iota dim = 2 : !I
    %k = stablehlo.xor %i, %j : !I
    %x = stablehlo.bitcast_convert %k : (!I) -> !X
    %l = stablehlo.iota dim = 0 : !J
    %m = stablehlo.iota dim = 3 : !J
    %n = stablehlo.subtract %l, %m : !J
    %w = stablehlo.bitcast_convert %n : (!J) -> !K
    %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = )" +
                           c.padding +
                           R"(} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (!X, !K) -> !R
    return %r : !R
  })";
  EvaluationOptions options;
  const Evaluation on_cpu = evaluate_text(text, options);
  options.use_device = true;
  const Evaluation on_device = evaluate_text(text, options);
  EXPECT_FALSE(on_device.cpu_ops.contains("stablehlo.convolution")) << "ran on the CPU";
  return {on_cpu.results.at(0), on_device.results.at(0)};
}

TEST_F(StablehloDevice, ConvolutionsHaveTheBitsOfTheCpu) {
  const auto [small, small_on_device] = convolved({"2x9x8x4", "3x2x4x3", "2x7x7x3", "i8:f32:3, {0.25, 0.125, 0.5}",
                                                   "i32:f32:3, {0.01:5, 0.02, 0.3}", "[[1, -1], [0, 0]]"});
  EXPECT_EQ(integers(small), integers(small_on_device));
  // A patch has 64 * 64 * 16 = 2^16 values, so 64 rows of the 70 are laid out at a time.
  const auto [large, large_on_device] =
      convolved({"1x73x70x16", "64x64x16x1", "1x10x7x1", "i8:f32, 0.25", "i32:f32, 0.01:5", "[[0, 0], [0, 0]]"});
  EXPECT_EQ(integers(large), integers(large_on_device));
}

TEST_F(StablehloDevice, OpsWithoutAKernelAreNamed) {
  const Evaluation evaluation = run_program("!B", "stablehlo.power %a, %b : (!A, !B) -> !R", true);
  EXPECT_THAT(evaluation.cpu_ops, ::testing::Contains("stablehlo.power"));
}

}  // namespace
}  // namespace qgpu::stablehlo
