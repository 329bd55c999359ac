#include <gmock/gmock.h>

#include "tests/stablehlo/evaluate_text.hpp"

// Plain ops and the machinery around them. Values by hand, from the definitions in the StableHLO specification.
namespace qgpu::stablehlo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ControlFlow, WhileIfCaseAndCalls) {
  const auto evaluation = evaluate_text(R"(module {
  func.func @twice(%x: tensor<i32>) -> tensor<i32> {
    %r = stablehlo.add %x, %x : tensor<i32>
    return %r : tensor<i32>
  }
  func.func @main() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %loop:2 = "stablehlo.while"(%zero, %zero) ({
      ^bb0(%i: tensor<i32>, %sum: tensor<i32>):
        %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }, {
      ^bb0(%i: tensor<i32>, %sum: tensor<i32>):
        %next = stablehlo.add %i, %one : tensor<i32>
        %more = stablehlo.add %sum, %i : tensor<i32>
        stablehlo.return %next, %more : tensor<i32>, tensor<i32>
    }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    %big = stablehlo.compare GT, %loop#1, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %picked = "stablehlo.if"(%big) ({
      %d = func.call @twice(%loop#1) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %d : tensor<i32>
    }, {
      stablehlo.return %zero : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %branch = "stablehlo.case"(%ten) ({
      stablehlo.return %zero : tensor<i32>
    }, {
      stablehlo.return %one : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    return %loop#1, %picked, %branch : tensor<i32>, tensor<i32>, tensor<i32>
  }
})");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(45));
  EXPECT_THAT(integers(evaluation.results[1]), ElementsAre(90));
  EXPECT_THAT(integers(evaluation.results[2]), ElementsAre(1));  // out of range: the last branch
}

TEST(Sort, IsStableAndMovesAllOperandsAlike) {
  const auto evaluation = evaluate_text(R"(func.func @main() -> (tensor<5xi32>, tensor<5xi32>) {
    %key = stablehlo.constant dense<[3, 1, 2, 1, 3]> : tensor<5xi32>
    %tag = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
    %r:2 = "stablehlo.sort"(%key, %tag) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
        %less = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %less : tensor<i1>
    }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
    return %r#0, %r#1 : tensor<5xi32>, tensor<5xi32>
  })");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(1, 1, 2, 3, 3));
  EXPECT_THAT(integers(evaluation.results[1]), ElementsAre(1, 3, 2, 0, 4));
}

TEST(Scatter, AddsInOrderAndDropsWhatFallsOutside) {
  const auto evaluation = evaluate_text(R"(func.func @main() -> tensor<4xi32> {
    %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
    %at = stablehlo.constant dense<[[1], [3], [1], [9]]> : tensor<4x1xi32>
    %u = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %r = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
    }) : (tensor<4xi32>, tensor<4x1xi32>, tensor<4xi32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
  })");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(10, 24, 30, 42));
}

TEST(SelectAndScatter, SendsEachSourceToTheMaximumOfItsWindow) {
  const auto evaluation = evaluate_text(R"(func.func @main() -> tensor<4xi32> {
    %x = stablehlo.constant dense<[1, 5, 2, 3]> : tensor<4xi32>
    %s = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
    %i = stablehlo.constant dense<100> : tensor<i32>
    %r = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
    }, {
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %t = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %t : tensor<i32>
    }) : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
    return %r : tensor<4xi32>
  })");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(100, 107, 100, 108));
}

TEST(BitcastConvert, SplitsAndJoinsElementsLowBitsFirst) {
  const auto evaluation = evaluate_text(R"(func.func @main() -> (tensor<1x2xi4>, tensor<i16>, tensor<2xui8>) {
    %a = stablehlo.constant dense<[-91]> : tensor<1xi8>
    %n = stablehlo.bitcast_convert %a : (tensor<1xi8>) -> tensor<1x2xi4>
    %b = stablehlo.constant dense<[1, -128]> : tensor<2xi8>
    %w = stablehlo.bitcast_convert %b : (tensor<2xi8>) -> tensor<i16>
    %u = stablehlo.bitcast_convert %b : (tensor<2xi8>) -> tensor<2xui8>
    return %n, %w, %u : tensor<1x2xi4>, tensor<i16>, tensor<2xui8>
  })");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(5, -6));  // -91 is 0xA5
  EXPECT_THAT(integers(evaluation.results[1]), ElementsAre(-32767));
  EXPECT_THAT(integers(evaluation.results[2]), ElementsAre(1, 128));
}

TEST(Checks, AllRunAndSayWhereTheyDiffer) {
  const auto evaluation = evaluate_text(R"(func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  check.expect_eq_const %a, dense<[[1.0, 2.0], [3.5, 4.5]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %a, dense<[[1.00005, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  func.return
})");
  ASSERT_EQ(evaluation.checks.size(), 2u);
  EXPECT_EQ(evaluation.checks[0].mismatches, 2);
  EXPECT_EQ(evaluation.checks[0].location.line, 3u);
  EXPECT_THAT(evaluation.checks[0].first->index, ElementsAre(1, 0));
  EXPECT_EQ(evaluation.checks[0].first->got, "3");
  EXPECT_EQ(evaluation.checks[0].first->expected, "3.5");
  EXPECT_TRUE(evaluation.checks[1].ok());
}

std::string refusal(std::string_view text, const std::vector<Literal>& arguments = {}) {
  try {
    evaluate_text(text, {}, arguments);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    return error.what();
  }
  return "nothing was refused";
}

TEST(Refusals, NameTheOpAndTheReason) {
  EXPECT_EQ(refusal(R"(func.func @main() -> tensor<2xf32> {
    %a = stablehlo.constant dense<1.0> : tensor<2xf32>
    %b = stablehlo.custom_call @mystery(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %b : tensor<2xf32>
  })"),
            "unsupported: stablehlo.custom_call @mystery");
  EXPECT_THAT(refusal(R"(func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> })"),
              HasSubstr("expected 1 inputs, found 0"));
  EXPECT_THAT(refusal(R"(func.func @main() -> tensor<9000000000x9000000000xi8> {
    %a = stablehlo.iota dim = 0 : tensor<9000000000x9000000000xi8>
    return %a : tensor<9000000000x9000000000xi8>
  })"),
              HasSubstr("too many elements"));
  EXPECT_THAT(refusal(R"(func.func @main() -> tensor<i32> {
    %a = func.call @main() : () -> tensor<i32>
    return %a : tensor<i32>
  })"),
              HasSubstr("calls nest too deep"));
}

/// Indices that a program computes are known only here.
TEST(Refusals, ComputedSlicesAndPaddingStayInTheirOperands) {
  const auto slice = [](const std::string& starts, const std::string& strides) {
    return refusal(
        "func.func @main() -> tensor<2xi16> {\n"
        "%a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>\n"
        "%s = stablehlo.constant dense<" +
        starts +
        "> : tensor<1xi64>\n"
        "%t = stablehlo.constant dense<" +
        strides +
        "> : tensor<1xi64>\n"
        "%r = stablehlo.real_dynamic_slice %a, %s, %s, %t : (tensor<3xi16>, tensor<1xi64>, tensor<1xi64>, "
        "tensor<1xi64>) -> tensor<2xi16>\nreturn %r : tensor<2xi16> }");
  };
  EXPECT_THAT(slice("2", "1"), HasSubstr("a slice of 2 elements from 2 in steps of 1 leaves dimension 0, of size 3"));
  EXPECT_THAT(slice("-1", "1"), HasSubstr("leaves dimension 0"));
  EXPECT_THAT(slice("0", "9223372036854775807"), HasSubstr("leaves dimension 0"));
  EXPECT_THAT(slice("2", "-1"), HasSubstr("leaves dimension 0"));
  EXPECT_THAT(refusal(R"(func.func @main() -> tensor<4xi16> {
    %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>
    %v = stablehlo.constant dense<0> : tensor<i16>
    %l = stablehlo.constant dense<1> : tensor<1xi64>
    %i = stablehlo.constant dense<-1> : tensor<1xi64>
    %r = stablehlo.dynamic_pad %a, %v, %l, %l, %i : (tensor<3xi16>, tensor<i16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi16>
    return %r : tensor<4xi16>
  })"),
              HasSubstr("padding of 1 and -1 between elements"));
}

/// Its padding is an operand, so the size of the result is a matter of the evaluation.
TEST(Refusals, DynamicConvolutionsThatDoNotFit) {
  const auto convolution = [](const std::string& padding, const std::string& groups, const std::string& result) {
    return "func.func @main() -> tensor<" + result +
           "xf32> {\n"
           "%x = stablehlo.constant dense<1.0> : tensor<1x4x2xf32>\n"
           "%k = stablehlo.constant dense<1.0> : tensor<2x2x3xf32>\n"
           "%p = stablehlo.constant dense<[[" +
           padding +
           "]]> : tensor<1x2xi64>\n"
           "%r = \"stablehlo.dynamic_conv\"(%x, %k, %p) <{batch_group_count = 1 : i64, feature_group_count = " +
           groups +
           " : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<1x4x2xf32>, "
           "tensor<2x2x3xf32>, tensor<1x2xi64>) -> tensor<" +
           result + "xf32>\nreturn %r : tensor<" + result + "xf32> }";
  };
  EXPECT_THAT(floats(evaluate_text(convolution("1, 0", "1", "1x4x3")).results.at(0)),
              ElementsAre(2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4));
  EXPECT_THAT(refusal(convolution("1, 1", "1", "1x4x3")),
              HasSubstr("expected a result of 5 along spatial dimension 0"));
  EXPECT_THAT(refusal(convolution("9223372036854775807, -9223372036854775807", "1", "1x3x3")),
              HasSubstr("beyond 2^62"));
  Diagnostics diagnostics;
  const std::string groups = convolution("1, 0", "2", "1x4x3");
  EXPECT_FALSE(read_module({"test.mlir", groups, 1}, diagnostics));
  EXPECT_THAT(diagnostics.all().at(0).message, HasSubstr("kernel input feature dimension (2)"));
}

TEST(Refusals, WhatTheVerifierDoesNotKnow) {
  EXPECT_THAT(refusal(R"(func.func @main() -> tensor<9x1xf32> {
    %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
    %b = stablehlo.constant dense<1.0> : tensor<9x1xf32>
    %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<9x1xf32>) -> tensor<9x1xf32>
    return %r : tensor<9x1xf32>
  })"),
              HasSubstr("tensor<2x2xf32>, tensor<9x1xf32> -> tensor<9x1xf32>: the shapes do not fit"));
  EXPECT_THAT(refusal(R"(func.func @main() -> tensor<3xf32> {
    %s = stablehlo.constant dense<[3]> : tensor<1xi64>
    %r = "stablehlo.dynamic_iota"(%s) <{iota_dimension = 5 : i64}> : (tensor<1xi64>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  })"),
              HasSubstr("stablehlo.dynamic_iota: its attributes do not fit its operands"));
}

/// A value whose type hides its sizes can come from a region; ops would trust the type of their result.
TEST(Refusals, ValuesOfDynamicTypes) {
  EXPECT_THAT(refusal(R"(func.func @main() -> tensor<2x2xf32> {
    %a = stablehlo.constant dense<1.0> : tensor<8x4xf32>
    %b = stablehlo.constant dense<1.0> : tensor<4x2xf32>
    %p = stablehlo.constant dense<true> : tensor<i1>
    %d = "stablehlo.if"(%p) ({
      stablehlo.return %a : tensor<8x4xf32>
    }, {
      stablehlo.return %a : tensor<8x4xf32>
    }) : (tensor<i1>) -> tensor<?x4xf32>
    %r = stablehlo.dot_general %d, %b, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    return %r : tensor<2x2xf32>
  })"),
              HasSubstr("unsupported: value of type tensor<?x4xf32>"));
}

TEST(EntryFunction, ALoneFunctionIsTakenWhateverItsName) {
  const auto evaluation = evaluate_text(
      "func.func @other() -> tensor<i32> { %a = stablehlo.constant dense<7> : tensor<i32> return %a : tensor<i32> }");
  EXPECT_THAT(integers(evaluation.results[0]), ElementsAre(7));
}

TEST(Elementwise, LargeTensorsGoThroughTheTableAndThreadsWithEqualBits) {
  // 100,000 elements take the 256-entry table and several threads; 100 take neither.
  const auto program = [](int size) {
    const std::string n = std::to_string(size);
    return R"(func.func @main() -> tensor<)" + n + R"(x!quant.uniform<i8:f32, 0.01:3>> {
      %i = stablehlo.iota dim = 0 : tensor<)" +
           n + R"(xi8>
      %q = stablehlo.bitcast_convert %i : (tensor<)" +
           n + R"(xi8>) -> tensor<)" + n + R"(x!quant.uniform<i8:f32, 0.05:-7>>
      %r = stablehlo.tanh %q : (tensor<)" +
           n + R"(x!quant.uniform<i8:f32, 0.05:-7>>) -> tensor<)" + n + R"(x!quant.uniform<i8:f32, 0.01:3>>
      return %r : tensor<)" +
           n + R"(x!quant.uniform<i8:f32, 0.01:3>>
    })";
  };
  const auto large = evaluate_text(program(100000)).results[0];
  const auto small = evaluate_text(program(256)).results[0];
  for (std::int64_t i = 0; i < large.num_elements(); ++i)
    ASSERT_EQ(large.integer_at(i), small.integer_at(i % 256)) << i;
}

}  // namespace
}  // namespace qgpu::stablehlo
