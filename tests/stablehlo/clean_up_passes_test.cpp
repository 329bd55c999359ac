#include "qgpu/error.hpp"
#include "tests/stablehlo/pass_testing.hpp"

namespace qgpu::stablehlo {
namespace {

TEST(Canonicalize, UniquesConstantsAndDropsDeadOps) {
  const std::string text = run_passes(R"(
    func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
      %1 = stablehlo.add %a, %0 : tensor<2xf32>
      %2 = stablehlo.constant dense<1.0> : tensor<2xf32>
      %3 = stablehlo.constant dense<2.0> : tensor<2xf32>
      %4 = stablehlo.multiply %1, %3 : tensor<2xf32>
      %5 = stablehlo.add %1, %2 : tensor<2xf32>
      return %5 : tensor<2xf32>
    })",
                                      {"canonicalize"})
                               .text;
  expect_in_order(text, {"%cst = stablehlo.constant dense<1.000000e+00>", "%0 = stablehlo.add %arg0, %cst",
                         "%1 = stablehlo.add %0, %cst", "return %1"});
  EXPECT_EQ(text.find("multiply"), std::string::npos);
  EXPECT_EQ(text.find("2.000000e+00"), std::string::npos);
}

TEST(Canonicalize, KeepsWhatHasAnEffect) {
  expect_in_order(run_passes(R"(
    func.func @main(%a: tensor<2xf32>) {
      %0 = stablehlo.custom_call @foo(%a) {has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
      return
    })",
                             {"canonicalize"})
                      .text,
                  {"stablehlo.custom_call @foo"});
}

TEST(ChloToStableHlo, BroadcastsTheSmallerOperand) {
  expect_in_order(run_passes(R"(
    func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>) -> tensor<2x3xf32> {
      %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
      %1 = chlo.broadcast_multiply %c, %0 {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
      %2 = chlo.broadcast_subtract %1, %0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
      return %2 : tensor<2x3xf32>
    })",
                             {"chlo-legalize-to-stablehlo"})
                      .text,
                  {"%0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>",
                   "%1 = stablehlo.add %arg0, %0 : tensor<2x3xf32>",
                   "%2 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>",
                   "%3 = stablehlo.multiply %2, %1 : tensor<2x3xf32>",
                   "%4 = stablehlo.subtract %3, %1 : tensor<2x3xf32>", "return %4"});
}

TEST(ChloToStableHlo, UnknownSizesAreReadWhereTheyAreKnown) {
  // the scalar cannot disagree with any size, so the assumption goes and only the sizes of %a are left
  const PassResult result = run_passes(R"(
    func.func @main(%a: tensor<?x3xf32>, %b: tensor<f32>) -> tensor<?x3xf32> {
      %0 = chlo.broadcast_add %a, %b : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
      return %0 : tensor<?x3xf32>
    })",
                                       {"chlo-legalize-to-stablehlo", "canonicalize", "shape-legalize-to-stablehlo"});
  EXPECT_EQ(result.message, "");
  expect_in_order(result.text, {"stablehlo.get_dimension_size %arg0, dim = 0", "stablehlo.concatenate",
                                "stablehlo.dynamic_broadcast_in_dim %arg1", "stablehlo.add"});
}

TEST(ChloToStableHlo, TwoUnknownSizesMayDisagree) {
  const PassResult result = run_passes(R"(
    func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
      %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })",
                                       {"chlo-legalize-to-stablehlo", "canonicalize", "shape-legalize-to-stablehlo"});
  EXPECT_EQ(result.message,
            "failed to legalize operation 'shape.cstr_broadcastable' that was explicitly marked illegal");
}

TEST(CanonicalizeDynamism, ConstantSizesMakeStaticOps) {
  expect_in_order(run_passes(R"(
    func.func @main(%a: tensor<3xf32>) -> tensor<3x2xf32> {
      %0 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
      %1 = stablehlo.dynamic_broadcast_in_dim %a, %0, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
      %2 = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
      %3 = stablehlo.dynamic_reshape %1, %2 : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
      return %3 : tensor<3x2xf32>
    })",
                             {"stablehlo-canonicalize-dynamism"})
                      .text,
                  {"{\n    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>",
                   "%1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<3x2xf32>", "return %1"});
}

TEST(Pass, AnUnknownNameIsAWrongArgument) {
  Module module;
  Diagnostics diagnostics;
  try {
    run_pass(module, "stablehlo-make-coffee", diagnostics);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("stablehlo-make-coffee"), std::string::npos);
  }
}

}  // namespace
}  // namespace qgpu::stablehlo
