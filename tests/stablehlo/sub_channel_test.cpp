#include <gmock/gmock.h>

#include "tests/stablehlo/evaluate_text.hpp"

// Types with a scale for each block are let through with a warning; nothing else about an op that has one is.
namespace qgpu::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kBlocked = "!quant.uniform<i8:f32:{1:2}, {{0.5, 0.25}}>";

/// With `Q` for kBlocked.
std::string spelled(std::string text) {
  for (std::size_t at = text.find('Q'); at != std::string::npos; at = text.find('Q', at + kBlocked.size()))
    text.replace(at, 1, kBlocked);
  return text;
}

/// The one error of a program that is refused.
std::string refusal(const std::string& text) {
  Diagnostics diagnostics;
  const std::string program = spelled(text);
  EXPECT_FALSE(read_runnable({"test.mlir", program, 1}, diagnostics)) << program;
  std::string found;
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::kError) found += diagnostic.message + "\n";
  EXPECT_EQ(diagnostics.num_errors(), 1u) << found;
  return found;
}

TEST(SubChannel, OpsOnItAreVerifiedLikeOthers) {
  EXPECT_THAT(refusal(R"(func.func @main(%a: tensor<2x4xQ>) -> tensor<3x4xQ> {
    %r = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x4xQ>, tensor<2x4xQ>) -> tensor<3x4xQ>
    return %r : tensor<3x4xQ>
  })"),
              HasSubstr("inferred type(s) 'tensor<4x4x"));
  EXPECT_THAT(refusal(R"(func.func @main(%a: tensor<2x4xQ>) -> tensor<8x4xQ> {
    %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 9, 4>, strides = array<i64: 1, 1>}> : (tensor<2x4xQ>) -> tensor<8x4xQ>
    return %r : tensor<8x4xQ>
  })"),
              HasSubstr("limit index 9 is larger than dimension size 2"));
  EXPECT_THAT(refusal(R"(func.func @main(%a: tensor<2x4xQ>, %b: tensor<4x2xi8>) -> tensor<2x9xf32> {
    %r = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x4xQ>, tensor<2x4xQ>) -> tensor<2x9xf32>
    return %r : tensor<2x9xf32>
  })"),
              HasSubstr("inferred shape '[2, 2]'"));
  EXPECT_THAT(refusal(R"(func.func @main(%a: tensor<2x4xQ>, %i: tensor<1xi32>) -> tensor<5x4xQ> {
    %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 5, 4>}> : (tensor<2x4xQ>, tensor<1xi32>) -> tensor<5x4xQ>
    return %r : tensor<5x4xQ>
  })"),
              HasSubstr("slice size (5) is out of bounds"));
}

TEST(SubChannel, RegionsOfOpsOnItAreVerified) {
  EXPECT_THAT(
      refusal(
          R"(func.func @main(%a: tensor<2x4xQ>, %i: tensor<!quant.uniform<i32:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 0.5>> {
    %r = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%x: tensor<!quant.uniform<i32:f32, 0.5>>, %y: tensor<!quant.uniform<i32:f32, 0.5>>):
        %c = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
        %d = "stablehlo.slice"(%c) <{start_indices = array<i64: 0>, limit_indices = array<i64: 900>, strides = array<i64: 1>}> : (tensor<2xi8>) -> tensor<900xi8>
        %s = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 0.5>>
        stablehlo.return %s : tensor<!quant.uniform<i32:f32, 0.5>>
    }) : (tensor<2x4xQ>, tensor<!quant.uniform<i32:f32, 0.5>>) -> tensor<!quant.uniform<i32:f32, 0.5>>
    return %r : tensor<!quant.uniform<i32:f32, 0.5>>
  })"),
      HasSubstr("limit index 900 is larger than dimension size 2"));
}

TEST(SubChannel, BlocksMustFitTheTensor) {
  EXPECT_THAT(refusal(R"(func.func @main(%a: tensor<2x5xQ>) -> tensor<2x5xf32> {
    %r = stablehlo.uniform_dequantize %a : (tensor<2x5xQ>) -> tensor<2x5xf32>
    return %r : tensor<2x5xf32>
  })"),
              HasSubstr("dimension 1 has size 5; expected a multiple of the block, 2"));
}

/// However many warnings there are, every op is looked at.
TEST(SubChannel, WarningsHideNoError) {
  std::string text = "func.func @main(%a: tensor<2x4xQ>) -> tensor<900x4xQ> {\n";
  for (std::size_t i = 0; i <= Diagnostics::kMostDiagnostics; ++i)
    text += "  %b" + std::to_string(i) + " = stablehlo.negate %a : tensor<2x4xQ>\n";
  text +=
      R"(  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 900, 4>, strides = array<i64: 1, 1>}> : (tensor<2x4xQ>) -> tensor<900x4xQ>
    return %r : tensor<900x4xQ>
  })";
  EXPECT_THAT(refusal(text), HasSubstr("limit index 900"));
}

TEST(SubChannel, GoodOpsRunEachWithOneWarning) {
  const std::string text = spelled(R"(func.func @main(%a: tensor<2x4xQ>) -> tensor<4x4xf32> {
    %b = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x4xQ>, tensor<2x4xQ>) -> tensor<4x4xQ>
    %r = stablehlo.uniform_dequantize %b : (tensor<4x4xQ>) -> tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  })");
  Diagnostics diagnostics;
  const auto module = read_runnable({"test.mlir", text, 1}, diagnostics);
  ASSERT_TRUE(module);
  ASSERT_EQ(diagnostics.all().size(), 2u);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    EXPECT_EQ(diagnostic.severity, Severity::kWarning);
    EXPECT_EQ(diagnostic.message, "sub-channel types are beyond StableHLO");
  }
  Literal codes(tensor_type({2, 4}, integer_type(8)));
  for (int i = 0; i < 8; ++i) codes.data<std::int8_t>()[i] = static_cast<std::int8_t>(i);
  const Evaluation evaluation = evaluate(*module, "main", std::vector<Literal>{codes}, {}, diagnostics);
  EXPECT_THAT(floats(evaluation.results[0]),
              ElementsAre(0, 0.5, 0.5, 0.75, 2, 2.5, 1.5, 1.75, 0, 0.5, 0.5, 0.75, 2, 2.5, 1.5, 1.75));
}

}  // namespace
}  // namespace qgpu::stablehlo
