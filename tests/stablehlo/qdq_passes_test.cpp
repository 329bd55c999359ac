#include "tests/stablehlo/pass_testing.hpp"

namespace qgpu::stablehlo {
namespace {

constexpr std::string_view kFold = "stablehlo-legalize-qdq-to-quantized-op";
constexpr std::string_view kUnfold = "stablehlo-legalize-quantized-op-to-qdq";

TEST(QdqToQuantizedOp, FoldsAnOpBetweenDequantizeAndQuantize) {
  const PassResult result = run_passes(R"(
    !a = tensor<2x!quant.uniform<i8:f32, 0.5:1>>
    !b = tensor<2x!quant.uniform<i8:f32, 0.25>>
    !c = tensor<2x!quant.uniform<i8:f32, 2.0:-7>>
    func.func @main(%a: !a, %b: !b) -> !c {
      %0 = stablehlo.uniform_dequantize %a : (!a) -> tensor<2xf32>
      %1 = stablehlo.uniform_dequantize %b : (!b) -> tensor<2xf32>
      %2 = stablehlo.subtract %0, %1 : tensor<2xf32>
      %3 = stablehlo.uniform_quantize %2 : (tensor<2xf32>) -> !c
      return %3 : !c
    })",
                                       {kFold});
  expect_in_order(
      result.text,
      {") -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:-7>> {\n    %0 = stablehlo.subtract %arg0, %arg1 :",
       "return %0"});
  EXPECT_EQ(result.text.find("uniform_"), std::string::npos);
}

TEST(QdqToQuantizedOp, KeepsAFloatResultThatOthersUse) {
  const PassResult result = run_passes(R"(
    !q = tensor<2x!quant.uniform<i8:f32, 0.5:1>>
    func.func @main(%a: !q) -> (!q, tensor<2xf32>) {
      %0 = stablehlo.uniform_dequantize %a : (!q) -> tensor<2xf32>
      %1 = stablehlo.abs %0 : tensor<2xf32>
      %2 = stablehlo.uniform_quantize %1 : (tensor<2xf32>) -> !q
      return %2, %1 : !q, tensor<2xf32>
    })",
                                       {kFold});
  expect_in_order(result.text, {"%1 = stablehlo.abs %0 : tensor<2xf32>", "%2 = stablehlo.abs %arg0", "return %2, %1"});
}

/// The program comes back as it is, apart from the names of values.
void expect_untouched(std::string_view program) {
  const PassResult before = run_passes(program, {}), after = run_passes(program, {kFold});
  EXPECT_NE(before.text, "");
  EXPECT_EQ(before.text, after.text);
}

TEST(QdqToQuantizedOp, LeavesAFloatOperandAlone) {
  expect_untouched(R"(
    !q = tensor<2x!quant.uniform<i8:f32, 0.5:1>>
    func.func @main(%a: !q, %b: tensor<2xf32>) -> !q {
      %0 = stablehlo.uniform_dequantize %a : (!q) -> tensor<2xf32>
      %1 = stablehlo.add %0, %b : tensor<2xf32>
      %2 = stablehlo.uniform_quantize %1 : (tensor<2xf32>) -> !q
      return %2 : !q
    })");
}

TEST(QdqToQuantizedOp, LeavesARequantizationAlone) {
  expect_untouched(R"(
    func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>> {
      %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2xf32>
      %1 = stablehlo.uniform_quantize %0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
      return %1 : tensor<2x!quant.uniform<i8:f32, 0.25>>
    })");
}

TEST(QdqToQuantizedOp, LeavesAnOpAloneThatWouldNotVerify) {
  // a transpose moves codes: its operand and result must have the same scale
  expect_untouched(R"(
    func.func @main(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<3x2x!quant.uniform<i8:f32, 0.25>> {
      %0 = stablehlo.uniform_dequantize %a : (tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x3xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
      %2 = stablehlo.uniform_quantize %1 : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<i8:f32, 0.25>>
      return %2 : tensor<3x2x!quant.uniform<i8:f32, 0.25>>
    })");
}

TEST(QuantizedOpToQdq, DequantizesEveryUse) {
  const PassResult result = run_passes(R"(
    !q = tensor<2x!quant.uniform<i8:f32, 0.5:1>>
    func.func @main(%a: !q) -> tensor<2xi1> {
      %0 = stablehlo.compare LT, %a, %a, FLOAT : (!q, !q) -> tensor<2xi1>
      return %0 : tensor<2xi1>
    })",
                                       {kUnfold});
  expect_in_order(result.text, {"%0 = stablehlo.uniform_dequantize %arg0", "%1 = stablehlo.uniform_dequantize %arg0",
                                "%2 = stablehlo.compare LT, %0, %1, FLOAT", "return %2 : tensor<2xi1>"});
}

TEST(QuantizedOpToQdq, UsesTheExpressedType) {
  const PassResult result = run_passes(R"(
    !q = tensor<2x!quant.uniform<u8:bf16, 0.5:1>>
    func.func @main(%a: !q) -> !q {
      %0 = stablehlo.tanh %a : !q
      return %0 : !q
    })",
                                       {kUnfold});
  expect_in_order(result.text, {"-> tensor<2xbf16>", "stablehlo.tanh %0 : tensor<2xbf16>", "uniform_quantize %1"});
}

TEST(QuantizedOpToQdq, LeavesDataMovementAlone) {
  const std::string_view program = R"(
    !q = tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>
    func.func @main(%a: !q) -> !q {
      %0 = stablehlo.reverse %a, dims = [0] : !q
      return %0 : !q
    })";
  EXPECT_EQ(run_passes(program, {kUnfold}).text, run_passes(program, {}).text);
}

TEST(QuantizedOpToQdq, FoldingUndoesIt) {
  const std::string_view program = R"(
    !q = tensor<2x!quant.uniform<i8:f32, 0.5:1>>
    !r = tensor<2x!quant.uniform<i8:f32, 2.0:3>>
    func.func @main(%a: !q, %b: !q) -> !r {
      %0 = stablehlo.add %a, %b : (!q, !q) -> !r
      %1 = stablehlo.multiply %0, %0 : !r
      return %1 : !r
    })";
  EXPECT_EQ(run_passes(program, {kUnfold, kFold}).text, run_passes(program, {}).text);
}

}  // namespace
}  // namespace qgpu::stablehlo
