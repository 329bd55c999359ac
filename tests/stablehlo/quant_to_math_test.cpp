#include "tests/stablehlo/pass_testing.hpp"

// The numbers in the expected programs are worked out by hand from the types; the order of the ops is that of
// the reference passes.
namespace qgpu::stablehlo {
namespace {

TEST(QuantToMath, QuantizeDividesAddsClampsRounds) {
  const std::string text = quant_to_math(R"(
    func.func @main(%a: tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-10:9>:f32, 0.25:3>> {
      %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8<-10:9>:f32, 0.25:3>>
      return %0 : tensor<4x!quant.uniform<i8<-10:9>:f32, 0.25:3>>
    })");
  expect_in_order(text, {
                            "@main(%arg0: tensor<4xf32>) -> tensor<4xi8>",
                            "%cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>",
                            "%cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<f32>",
                            "%cst_1 = stablehlo.constant dense<-1.000000e+01> : tensor<f32>",
                            "%cst_2 = stablehlo.constant dense<9.000000e+00> : tensor<f32>",
                            "%0 = chlo.broadcast_divide %arg0, %cst",
                            "%1 = chlo.broadcast_add %0, %cst_0",
                            "%2 = stablehlo.clamp %cst_1, %1, %cst_2",
                            "%3 = stablehlo.round_nearest_even %2",
                            "%4 = stablehlo.convert %3 : (tensor<4xf32>) -> tensor<4xi8>",
                            "return %4 : tensor<4xi8>",
                        });
}

TEST(QuantToMath, ZeroPointZeroIsStillAdded) {
  const std::string text = quant_to_math(R"(
    func.func @main(%a: tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>> {
      %0 = stablehlo.uniform_quantize %a : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>>
      return %0 : tensor<!quant.uniform<i8:f32, 0.5>>
    })");
  expect_in_order(text, {"dense<0.000000e+00>", "chlo.broadcast_divide", "chlo.broadcast_add"});
}

TEST(QuantToMath, DequantizeSubtractsIn32Bits) {
  const std::string text = quant_to_math(R"(
    func.func @main(%a: tensor<2x3x!quant.uniform<i8:f32:1, {0.5:-30, 0.25:0, 2.0:127}>>) -> tensor<2x3xf32> {
      %0 = stablehlo.uniform_dequantize %a
          : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:-30, 0.25:0, 2.0:127}>>) -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    })");
  expect_in_order(text, {
                            "dense<[5.000000e-01, 2.500000e-01, 2.000000e+00]> : tensor<3xf32>",
                            "dense<[-30, 0, 127]> : tensor<3xi32>",
                            "stablehlo.convert %arg0 : (tensor<2x3xi8>) -> tensor<2x3xi32>",
                            "chlo.broadcast_subtract %0, %c {broadcast_dimensions = array<i64: 1>}",
                            "stablehlo.convert %1 : (tensor<2x3xi32>) -> tensor<2x3xf32>",
                            "chlo.broadcast_multiply %2, %cst {broadcast_dimensions = array<i64: 1>}",
                        });
}

std::string requantized(std::string_view from, std::string_view to) {
  const std::string in = "tensor<2x2x!quant.uniform<" + std::string(from) + ">>";
  const std::string out = "tensor<2x2x!quant.uniform<" + std::string(to) + ">>";
  return quant_to_math("func.func @main(%a: " + in + ") -> " + out + " {\n %0 = stablehlo.uniform_quantize %a : (" +
                       in + ") -> " + out + "\n return %0 : " + out + "\n}");
}

TEST(QuantToMath, RequantizeMergesScalesAndZeroPoints) {
  // scale 10/5 = 2; zero point 1 - 3*2 = -5
  expect_in_order(requantized("i8:f32, 10.0:3", "i8:f32, 5.0:1"),
                  {"stablehlo.convert %arg0 : (tensor<2x2xi8>) -> tensor<2x2xf32>", "dense<2.000000e+00> : tensor<f32>",
                   "chlo.broadcast_multiply", "dense<-5.000000e+00> : tensor<f32>", "chlo.broadcast_add",
                   "dense<-1.280000e+02>", "dense<1.270000e+02>", "stablehlo.clamp", "stablehlo.round_nearest_even",
                   "(tensor<2x2xf32>) -> tensor<2x2xi8>"});
}

TEST(QuantToMath, RequantizeLeavesAZeroOffsetOut) {
  // scale 1/2; zero point 2 - 4/2 = 0
  const std::string text = requantized("i8:f32, 1.0:4", "i8:f32, 2.0:2");
  expect_in_order(text, {"dense<5.000000e-01>", "chlo.broadcast_multiply", "stablehlo.clamp"});
  EXPECT_EQ(text.find("broadcast_add"), std::string::npos);
}

TEST(QuantToMath, RequantizeMergesPerChannel) {
  // scales 10/5 = 2, 5/10 = 1/2; zero points 1 - 3*2 = -5, -1 - 2/2 = -2
  expect_in_order(requantized("i8:f32:1, {10.0:3, 5.0:2}", "i8:f32:1, {5.0:1, 10.0:-1}"),
                  {"dense<[2.000000e+00, 5.000000e-01]> : tensor<2xf32>", "array<i64: 1>",
                   "dense<[-5.000000e+00, -2.000000e+00]> : tensor<2xf32>", "array<i64: 1>"});
}

TEST(QuantToMath, RequantizeTo32BitsDoesNotClamp) {
  EXPECT_EQ(requantized("i32:f32, 10.0:3", "i32:f32, 5.0:1").find("clamp"), std::string::npos);
}

TEST(QuantToMath, RequantizeToTheSameTypeIsNothing) {
  expect_in_order(requantized("i8<-3:3>:f32, 2.0:1", "i8<-3:3>:f32, 2.0:1"),
                  {"%0 = stablehlo.convert %arg0 : tensor<2x2xi8>", "return %0 : tensor<2x2xi8>"});
}

TEST(QuantToMath, RequantizeRefusesAnotherAxis) {
  const PassResult result = run_passes(R"(
    func.func @main(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
      %0 = stablehlo.uniform_quantize %a : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>)
          -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
      return
    })",
                                       {kQuantToMath});
  EXPECT_EQ(result.message, "Cannot requantize while changing quantization_axis");
}

std::string added(std::string_view lhs, std::string_view rhs, std::string_view sum) {
  const auto type = [](std::string_view t) { return "tensor<3x!quant.uniform<" + std::string(t) + ">>"; };
  return quant_to_math("func.func @main(%a: " + type(lhs) + ", %b: " + type(rhs) + ") -> " + type(sum) +
                       " {\n %0 = stablehlo.add %a, %b : (" + type(lhs) + ", " + type(rhs) + ") -> " + type(sum) +
                       "\n return %0 : " + type(sum) + "\n}");
}

TEST(QuantToMath, AddBringsBothOperandsToTheResult) {
  // lhs: 1/3 and 2 - 0/3; rhs: 2/3 and 2 - 1*2/3 = 4/3, all as float32
  const std::string text = added("i8:f32, 1.0", "i8:f32, 2.0:1", "i8:f32, 3.0:2");
  expect_in_order(text, {
                            "(tensor<3xi8>) -> tensor<3xf32>",
                            "dense<0.333333343>",
                            "dense<2.000000e+00>",
                            "stablehlo.round_nearest_even",
                            "(tensor<3xf32>) -> tensor<3xi32>",
                            "dense<0.666666686>",
                            "dense<1.33333337>",
                            "stablehlo.round_nearest_even",
                            "(tensor<3xf32>) -> tensor<3xi32>",
                            "dense<2> : tensor<i32>",
                            "chlo.broadcast_add",
                            "chlo.broadcast_subtract",
                            "dense<-128> : tensor<i32>",
                            "dense<127> : tensor<i32>",
                            "stablehlo.clamp",
                            "(tensor<3xi32>) -> tensor<3xi8>",
                        });
}

TEST(QuantToMath, AddOf32BitCodesWraps) {
  const std::string text = added("i32:f32, 1.0:3", "i32:f32, 1.0:3", "i32:f32, 1.0:3");
  expect_in_order(text, {"chlo.broadcast_add", "chlo.broadcast_subtract", "return"});
  EXPECT_EQ(text.find("clamp"), std::string::npos);
}

TEST(QuantToMath, AddPerAxisIsIntegerOnlyForOne32BitType) {
  const std::string_view wide = "i32:f32:0, {1.0:3, 2.0, 4.0:-2}", narrow = "i8:f32:0, {1.0:3, 2.0, 4.0:-2}";
  const std::string text = added(wide, wide, wide);
  expect_in_order(text, {"stablehlo.add %arg0, %arg1 : tensor<3xi32>", "dense<[3, 0, -2]> : tensor<3xi32>",
                         "chlo.broadcast_subtract %0, %c {broadcast_dimensions = array<i64: 0>}"});
  expect_in_order(added(narrow, narrow, narrow), {"chlo.broadcast_multiply", "chlo.broadcast_multiply",
                                                  "stablehlo.add %3, %7 : tensor<3xf32>", "chlo.broadcast_divide"});
}

TEST(QuantToMath, MaximumComparesCodesOnlyOfOneType) {
  const auto larger = [](std::string_view type) {
    return quant_to_math("func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<2x!quant.uniform<" +
                         std::string(type) +
                         ">> {\n %0 = stablehlo.maximum %a, %a : (tensor<2x!quant.uniform<i8:f32, "
                         "2.0:3>>, tensor<2x!quant.uniform<i8:f32, 2.0:3>>) -> tensor<2x!quant.uniform<" +
                         std::string(type) + ">>\n return %0 : tensor<2x!quant.uniform<" + std::string(type) + ">>\n}");
  };
  expect_in_order(larger("i8:f32, 2.0:3"), {"stablehlo.maximum %arg0, %arg0 : tensor<2xi8>"});
  expect_in_order(larger("i8:f32, 2.0:4"), {"stablehlo.maximum %3, %7 : tensor<2xf32>"});
}

TEST(QuantToMath, RegionsAreRewrittenInside) {
  expect_in_order(
      quant_to_math(R"(
    !q = !quant.uniform<i8:f32, 2.0:3>
    func.func @main(%a: tensor<4x!q>, %b: tensor<!q>) -> tensor<2x!q> {
      %0 = "stablehlo.reduce_window"(%a, %b) ({
      ^bb0(%x: tensor<!q>, %y: tensor<!q>):
        %1 = stablehlo.add %x, %y : tensor<!q>
        stablehlo.return %1 : tensor<!q>
      }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4x!q>, tensor<!q>) -> tensor<2x!q>
      return %0 : tensor<2x!q>
    })"),
      {"^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):", "stablehlo.convert %arg2", "chlo.broadcast_add",
       "stablehlo.clamp", "(tensor<i32>) -> tensor<i8>", "}) : (tensor<4xi8>, tensor<i8>) -> tensor<2xi8>"});
}

TEST(QuantToMath, AnOpWithoutAPatternIsNamed) {
  const PassResult result = run_passes(R"(
    func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 2.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0>> {
      %0 = stablehlo.reverse %a, dims = [0] : tensor<2x!quant.uniform<i8:f32, 2.0>>
      return %0 : tensor<2x!quant.uniform<i8:f32, 2.0>>
    })",
                                       {kQuantToMath});
  EXPECT_EQ(result.message, "failed to legalize operation 'stablehlo.reverse' that was explicitly marked illegal");
}

TEST(QuantToMath, OnlyFloat32IsQuantized) {
  const PassResult result = run_passes(R"(
    func.func @main(%a: tensor<2xf64>) {
      %0 = stablehlo.uniform_quantize %a : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f64, 2.0>>
      return
    })",
                                       {kQuantToMath});
  EXPECT_EQ(result.message, "Unsupported input element type.");
}

TEST(QuantToMath, ThePipelineLeavesPlainStableHlo) {
  Diagnostics diagnostics;
  const Source source{"program.mlir", R"(
    func.func @main(%a: tensor<4x3x2xf32>) -> tensor<4x3x2xf32> {
      %0 = stablehlo.uniform_quantize %a : (tensor<4x3x2xf32>)
          -> tensor<4x3x2x!quant.uniform<i8:f32:1, {0.2:20, 0.1:10, 0.3:30}>>
      %1 = stablehlo.uniform_dequantize %0 : (tensor<4x3x2x!quant.uniform<i8:f32:1, {0.2:20, 0.1:10, 0.3:30}>>)
          -> tensor<4x3x2xf32>
      return %1 : tensor<4x3x2xf32>
    })"};
  std::optional<Module> module = read_module(source, diagnostics);
  ASSERT_TRUE(module && run_pipeline(*module, quant_to_math_pipeline(), diagnostics) && verify(*module, diagnostics));
  const std::string text = print_module(*module);
  EXPECT_EQ(text.find("chlo"), std::string::npos);
  EXPECT_EQ(text.find("shape."), std::string::npos);
  expect_in_order(text, {"dims = [1] : (tensor<3xf32>) -> tensor<4x3x2xf32>", "stablehlo.divide %arg0"});
}

}  // namespace
}  // namespace qgpu::stablehlo
