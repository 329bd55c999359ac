#include "tests/stablehlo/pass_testing.hpp"

// Sums of products of codes: the factors and corrections in the expected programs are worked out by hand.
namespace qgpu::stablehlo {
namespace {

std::string multiplied(std::string_view lhs, std::string_view rhs, std::string_view product) {
  const auto type = [](std::string_view t) { return "tensor<2x2x!quant.uniform<" + std::string(t) + ">>"; };
  return quant_to_math("func.func @main(%a: " + type(lhs) + ", %b: " + type(rhs) + ") -> " + type(product) +
                       " {\n %0 = stablehlo.dot %a, %b : (" + type(lhs) + ", " + type(rhs) + ") -> " + type(product) +
                       "\n return %0 : " + type(product) + "\n}");
}

TEST(QuantToMathContraction, DotSumsIntegersAndCorrectsForZeroPoints) {
  // factor 2*1/1 = 2; zero points 3*5 times K = 2: 30
  const std::string text = multiplied("i8:f32, 2.0:3", "i8:f32, 1.0:5", "i8:f32, 1.0:7");
  expect_in_order(text, {
                            "stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x2xi8>, "
                            "tensor<2x2xi8>) -> tensor<2x2xi32>",
                            "across dimensions = [1]",
                            "dense<5> : tensor<i32>",
                            "dims = [0]",
                            "across dimensions = [0]",
                            "dense<3> : tensor<i32>",
                            "dims = [1]",
                            "dense<30> : tensor<i32>",
                            "chlo.broadcast_subtract",
                            "dense<2.000000e+00> : tensor<f32>",
                            "(tensor<2x2xf32>) -> tensor<2x2xi32>",
                            "(tensor<2x2xf32>) -> tensor<2x2xi32>",
                            "dense<7> : tensor<i32>",
                            "chlo.broadcast_subtract",
                            "chlo.broadcast_add",
                            "(tensor<2x2xi32>) -> tensor<2x2xi8>",
                        });
}

TEST(QuantToMathContraction, DotDropsAFactorWithinOneInAThousandOfOne) {
  EXPECT_EQ(multiplied("i8:f32, 1.0", "i8:f32, 1.0009", "i32:f32, 1.0").find("f32"), std::string::npos);
  expect_in_order(multiplied("i8:f32, 1.0", "i8:f32, 1.0011", "i32:f32, 1.0"), {"dense<1.001100e+00> : tensor<f32>"});
}

TEST(QuantToMathContraction, DotPerAxisTakesTheFirstChannelForAll) {
  // 1*2/1 = 2, though channel 1 would need 1*3/6 = 1/2; the result's zero points are not looked at
  expect_in_order(multiplied("i8:f32, 1.0", "i8:f32:1, {2.0, 3.0}", "i32:f32:1, {1.0:4, 6.0:5}"),
                  {"dense<2.000000e+00> : tensor<f32>", "dense<0> : tensor<i32>", "chlo.broadcast_add"});
}

TEST(QuantToMathContraction, DotOfMixedGranularityFallsBack) {
  expect_in_order(multiplied("i8:f32, 1.0", "i8:f32:1, {2.0, 3.0}", "i32:f32, 1.0"),
                  {"stablehlo.dot %3, %7 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>"});
}

std::string convolved(std::string_view rhs, std::string_view window) {
  return quant_to_math(
      "func.func @main(%a: tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:3>>, %b: tensor<2x2x2x3x!quant.uniform<" +
      std::string(rhs) +
      ">>) {\n %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {" +
      std::string(window) +
      "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, "
      "2.0:3>>, tensor<2x2x2x3x!quant.uniform<" +
      std::string(rhs) + ">>) -> tensor<1x4x4x3x!quant.uniform<i32:f32, 4.0>>\n return\n}");
}

TEST(QuantToMathContraction, ConvolutionPadsWithTheZeroPoint) {
  expect_in_order(convolved("i8:f32, 1.0", "pad = [[1, 0], [0, 1]]"),
                  {"dense<3> : tensor<i8>",
                   "stablehlo.pad %arg0, %c, low = [0, 1, 0, 0], high = [0, 0, 1, 0], interior = [0, 0, 0, 0]",
                   "pad = [[0, 0], [0, 0]]", "across dimensions = [0, 1, 2]", "dense<3> : tensor<i32>", "dims = [3]",
                   "dense<5.000000e-01> : tensor<f32>"});
}

TEST(QuantToMathContraction, ConvolutionWithAWeightZeroPointFallsBack) {
  expect_in_order(convolved("i8:f32, 1.0:1", "pad = [[1, 0], [0, 1]]"),
                  {"stablehlo.convolution(%3, %7)", "pad = [[1, 0], [0, 1]]", "tensor<2x2x2x3xf32>"});
}

TEST(QuantToMathContraction, HybridDotKeepsTheWeightsBehindABarrier) {
  expect_in_order(quant_to_math(R"(
    func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot %a, %b : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    })"),
                  {"stablehlo.optimization_barrier %arg1 : tensor<2x2xi8>", "(tensor<2x2xi8>) -> tensor<2x2xf32>",
                   "chlo.broadcast_subtract", "chlo.broadcast_multiply", "stablehlo.dot %arg0, %3"});
}

}  // namespace
}  // namespace qgpu::stablehlo
