#include <gmock/gmock.h>

#include "tests/stablehlo/evaluate_text.hpp"

// Ops beside the quantized ones, as the reference interpreter of jaxlib 0.10.2 answers them.
namespace qgpu::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

/// Real and imaginary parts of `line`, which computes %z from the complex constants %c and %d.
std::vector<std::vector<double>> complex_parts(const std::string& line) {
  const auto evaluation = evaluate_text(
      "func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {\n"
      "%c = stablehlo.constant dense<[(1.5, 2.0), (-0.5, 3.25)]> : tensor<2xcomplex<f32>>\n"
      "%d = stablehlo.constant dense<[(0.25, -1.0), (2.0, 0.0)]> : tensor<2xcomplex<f32>>\n" +
      line +
      " : tensor<2xcomplex<f32>>\n"
      "%r = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>\n"
      "%i = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>\n"
      "return %r, %i : tensor<2xf32>, tensor<2xf32> }");
  return {floats(evaluation.results.at(0)), floats(evaluation.results.at(1))};
}

TEST(ComplexOps, HaveTheReferencesBits) {
  const struct {
    const char* op;
    std::array<float, 2> real, imaginary;
  } cases[] = {{"sign %c", {0.600000024f, -0.152057186f}, {0.800000012f, 0.98837167f}},
               {"exponential_minus_one %c", {-2.86504078f, -1.60297012f}, {4.07518816f, -0.0656236634f}},
               {"log_plus_one %c", {1.16363883f, 1.19035149f}, {0.67474097f, 1.41814697f}},
               {"logistic %c", {1.0498426f, -1.45172203f}, {0.234807342f, -0.405236483f}},
               {"rsqrt %c", {0.565685451f, 0.359076321f}, {-0.282842726f, -0.418543398f}},
               {"cbrt %c", {1.29288828f, 1.24832666f}, {0.412862778f, 0.808054388f}},
               {"power %c, %d", {2.46246052f, -10.3125f}, {-2.00955534f, -3.25f}},
               {"maximum %c, %d", {1.5f, 2.0f}, {2.0f, 0.0f}},
               {"minimum %c, %d", {0.25f, -0.5f}, {-1.0f, 3.25f}},
               {"atan2 %c, %d", {1.85063708f, -1.42801893f}, {0.307051301f, 0.682694614f}}};
  for (const auto& each : cases) {
    const auto parts = complex_parts("%z = stablehlo." + std::string(each.op));
    EXPECT_THAT(parts[0], ElementsAreArray(each.real)) << each.op;
    EXPECT_THAT(parts[1], ElementsAreArray(each.imaginary)) << each.op;
  }
}

std::vector<double> solved(const std::string& attributes) {
  const auto evaluation = evaluate_text(
      "func.func @main() -> tensor<2x2xf32> {\n"
      "%a = stablehlo.constant dense<[[2.0, 3.0], [5.0, 7.0]]> : tensor<2x2xf32>\n"
      "%b = stablehlo.constant dense<[[1.0, 10.0], [100.0, 1000.0]]> : tensor<2x2xf32>\n"
      "%r = \"stablehlo.triangular_solve\"(%a, %b) <{" +
      attributes +
      "}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>\n"
      "return %r : tensor<2x2xf32> }");
  return floats(evaluation.results.at(0));
}

TEST(TriangularSolve, OnEitherSideOfEitherTriangle) {
  const std::string plain = ", transpose_a = #stablehlo<transpose NO_TRANSPOSE>";
  const std::string turned = ", transpose_a = #stablehlo<transpose TRANSPOSE>";
  EXPECT_THAT(solved("left_side = true, lower = true, unit_diagonal = false" + plain),
              ElementsAre(0.5, 5, 13.928571701049805, 139.2857208251953));
  EXPECT_THAT(solved("left_side = true, lower = true, unit_diagonal = true" + turned),
              ElementsAre(-499, -4990, 100, 1000));
  EXPECT_THAT(solved("left_side = true, lower = false, unit_diagonal = false" + plain),
              ElementsAre(-20.928571701049805, -209.2857208251953, 14.285714149475098, 142.85714721679688));
  EXPECT_THAT(solved("left_side = false, lower = true, unit_diagonal = false" + plain),
              ElementsAre(-3.0714287757873535, 1.4285714626312256, -307.14288330078125, 142.85714721679688));
  EXPECT_THAT(solved("left_side = false, lower = false, unit_diagonal = true" + turned),
              ElementsAre(-29, 10, -2900, 1000));
}

TEST(SelectAndScatter, TheReferenceFoldsTheInitValueInOnceMore) {
  constexpr const char* kProgram = R"(func.func @main() -> tensor<4xf32> {
    %x = stablehlo.constant dense<[1.0, 5.0, 2.0, 3.0]> : tensor<4xf32>
    %s = stablehlo.constant dense<[7.0, 8.0]> : tensor<2xf32>
    %i = stablehlo.constant dense<100.0> : tensor<f32>
    %r = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }, {
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %t = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %t : tensor<f32>
    }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  })";
  EXPECT_THAT(floats(evaluate_text(kProgram).results[0]), ElementsAre(100, 107, 100, 108));
  EXPECT_THAT(floats(evaluate_text(kProgram, {.mode = EvaluationMode::kMath}).results[0]),
              ElementsAre(100, 207, 100, 208));
}

TEST(Tuples, CarryTheirMembers) {
  const auto evaluation = evaluate_text(R"(func.func @main() -> tensor<2xi32> {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %b = stablehlo.constant dense<3.0> : tensor<f32>
    %inner = stablehlo.tuple %b, %a : tuple<tensor<f32>, tensor<2xi32>>
    %outer = stablehlo.tuple %inner : tuple<tuple<tensor<f32>, tensor<2xi32>>>
    %again = stablehlo.get_tuple_element %outer[0] : (tuple<tuple<tensor<f32>, tensor<2xi32>>>) -> tuple<tensor<f32>, tensor<2xi32>>
    %r = stablehlo.get_tuple_element %again[1] : (tuple<tensor<f32>, tensor<2xi32>>) -> tensor<2xi32>
    return %r : tensor<2xi32>
  })");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(1, 2));
}

TEST(DynamicOps, TakeTheirSizesFromOperands) {
  const auto evaluation = evaluate_text(R"(func.func @main() -> (tensor<2x3xf32>, tensor<1x3x3x1xf32>) {
    %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<2x3xf32>
    %image = stablehlo.constant dense<[[[[1.0], [2.0], [5.0]], [[3.0], [-4.0], [0.5]], [[9.0], [1.0], [2.0]]]]> : tensor<1x3x3x1xf32>
    %kernel = stablehlo.constant dense<[[[[1.0]], [[0.5]]], [[[2.0]], [[-1.0]]]]> : tensor<2x2x1x1xf32>
    %padding = stablehlo.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>
    %1 = "stablehlo.dynamic_conv"(%image, %kernel, %padding) <{window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi64>) -> tensor<1x3x3x1xf32>
    return %0, %1 : tensor<2x3xf32>, tensor<1x3x3x1xf32>
  })");
  EXPECT_THAT(floats(evaluation.results[0]), ElementsAre(0, 1, 2, 0, 1, 2));
  EXPECT_THAT(floats(evaluation.results[1]), ElementsAre(0, -1, 10, 12, -4, 6, 18, -3.75, 4.5));
}

}  // namespace
}  // namespace qgpu::stablehlo
