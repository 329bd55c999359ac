#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

using testing::HasSubstr;

std::string canonical(const std::string& text, bool generic = false) {
  Diagnostics diagnostics;
  const auto module = read_module({"test", text, 1}, diagnostics);
  if (module) return print_module(*module, {.generic = generic});
  std::string all;
  for (const Diagnostic& diagnostic : diagnostics.all()) all += render(diagnostic, {"test", text, 1});
  return all;
}

// The whole text is what jaxlib 0.10.2 prints.
constexpr const char* kProgram = R"(module {
  func.func private @ext(tensor<f32>, tensor<4xf32> {a.b = 1 : i32}) -> (tensor<f32> {x.y = "s"})
  func.func public @main(%arg0: tensor<f32> {mhlo.x = true}, %arg1: tensor<4xf32>) -> (tensor<f32> {jax.z}, tensor<4xf32>) attributes {foo = "bar", "we ird" = 2.500000e+00 : f32} {
    %0 = call @ext(%arg0, %arg1) : (tensor<f32>, tensor<4xf32>) -> tensor<f32>
    return %arg0, %arg1 : tensor<f32>, tensor<4xf32>
  }
  func.func @g(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i1>, %arg3: tensor<i32>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg0 init: %arg1) across dimensions = [0] {foo = 1 : i32} : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
     reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<f32>, %arg7: tensor<f32>)  {
      stablehlo.return %arg4, %arg5 : tensor<f32>, tensor<f32>
    }
    %2 = "stablehlo.if"(%arg2) ({
      %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      stablehlo.return %cst_3 : tensor<f32>
    }, {
      stablehlo.return %arg1 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    %3:2 = stablehlo.while(%iterArg = %arg3, %iterArg_3 = %arg1) : tensor<i32>, tensor<f32> attributes {foo}
    cond {
      stablehlo.return %arg2 : tensor<i1>
    } do {
      %13 = stablehlo.add %iterArg_3, %arg1 : tensor<f32>
      stablehlo.return %iterArg, %13 : tensor<i32>, tensor<f32>
    }
    %4 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %13 = stablehlo.subtract %arg4, %arg5 : tensor<f32>
      stablehlo.return %13 : tensor<f32>
    }) {a = 2 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    stablehlo.custom_call @check.eq(%arg0, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> ()
    %5 = stablehlo.complex %arg0, %arg0 : tensor<4xcomplex<f32>>
    %6 = stablehlo.real %5 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %7 = chlo.broadcast_add %arg0, %arg0 {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
    %c = stablehlo.constant dense<true> : tensor<2xi1>
    %cst = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,0x7FC00000)]> : tensor<2xcomplex<f32>>
    %c_0 = stablehlo.constant {foo = 3 : i32} dense<[-1, 7]> : tensor<2xi4>
    %cst_1 = stablehlo.constant() <{value = dense<1> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<ui8:f32, 5.000000e-01>>
    %c_2 = stablehlo.constant dense<0> : tensor<1x1xi64>
    %8 = stablehlo.slice %arg0 [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
    %9 = "stablehlo.gather"(%arg0, %c_2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<1x1xi64>) -> tensor<1xf32>
    %10 = stablehlo.compare LT, %arg0, %arg0, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %11 = stablehlo.select %10, %arg0, %arg0 : tensor<4xi1>, tensor<4xf32>
    %12 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], precision = [HIGH, DEFAULT] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return
  }
}
)";

TEST(ProgramText, CanonicalTextPrintsAsItself) { EXPECT_EQ(canonical(kProgram), kProgram); }

TEST(ProgramText, GenericTextMeansTheSame) {
  const std::string generic = canonical(kProgram, true);
  EXPECT_THAT(generic, HasSubstr("\"stablehlo.slice\""));
  EXPECT_EQ(canonical(generic, true), generic);
  EXPECT_EQ(canonical(generic), kProgram);
}

TEST(ProgramText, GenericNamesRunThroughTheProgram) {
  EXPECT_EQ(canonical(R"(func.func @a(%x: tensor<f32>) { %0 = stablehlo.abs %x : tensor<f32>
return }
func.func @b(%x: tensor<f32>) { return })",
                      true),
            R"("builtin.module"() ({
  "func.func"() <{function_type = (tensor<f32>) -> (), sym_name = "a"}> ({
  ^bb0(%arg1: tensor<f32>):
    %0 = "stablehlo.abs"(%arg1) : (tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<f32>) -> (), sym_name = "b"}> ({
  ^bb0(%arg0: tensor<f32>):
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
)");
}

TEST(ProgramText, ALoopOfSeveralTypesIsPrintedSoThatItCanBeRead) {
  // jaxlib 0.10.2 prints `stablehlo.while(%iterArg = %arg0) : tensor<4xf32>`, which then reads as another program.
  constexpr const char* kLoop = R"(module {
  func.func @f(%arg0: tensor<4xf32>) -> tensor<?xf32> {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%iterArg: tensor<?xf32>):
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%iterArg: tensor<?xf32>):
      stablehlo.return %iterArg : tensor<?xf32>
    }) : (tensor<4xf32>) -> tensor<?xf32>  // stablehlo.while(%iterArg = %arg0)
    return %0 : tensor<?xf32>
  }
}
)";
  EXPECT_EQ(canonical(kLoop), kLoop);
}

TEST(ProgramText, OneMistakeIsOneMessage) {
  const std::string found = canonical(R"(func.func @f(%a: tensor<2xf32>) {
  %0 = stablehlo.nonsense %a : tensor<2xf32>
  %1 = stablehlo.add %0, %a : tensor<2xf32>
  %2 = stablehlo.add %a, %missing : tensor<2xf32>
  return
})");
  EXPECT_EQ(found, R"(test:2:8: error: custom op 'stablehlo.nonsense' is unknown
  %0 = stablehlo.nonsense %a : tensor<2xf32>
       ^
test:4:26: error: use of undeclared SSA value name '%missing'
  %2 = stablehlo.add %a, %missing : tensor<2xf32>
                         ^
)");
}

TEST(ProgramText, ChunksKeepTheLinesOfTheFile) {
  const std::string text = "module {}\n// -----\n\nmodule { bad }\n";
  const auto chunks = split_source("f", text);
  ASSERT_EQ(chunks.size(), 2u);
  Diagnostics diagnostics;
  EXPECT_TRUE(parse_module(chunks[0], diagnostics));
  EXPECT_FALSE(parse_module(chunks[1], diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].location, (Location{4, 10}));
}

std::string constant(const std::string& literal) { return canonical("%0 = stablehlo.constant " + literal); }

TEST(DenseLiterals, ReadByTheirType) {
  EXPECT_THAT(constant("dense<200> : tensor<i8>"), HasSubstr("dense<-56> : tensor<i8>"));
  EXPECT_THAT(constant("dense<256> : tensor<i8>"), HasSubstr("integer constant out of range for type"));
  EXPECT_THAT(constant("dense<\"0x01020304\"> : tensor<4xi4>"), HasSubstr("dense<[1, 2, 3, 4]> : tensor<4xi4>"));
  EXPECT_THAT(constant("dense<\"0x05\"> : tensor<8xi1>"), HasSubstr("dense<true> : tensor<8xi1>"));
  EXPECT_THAT(constant("dense<\"0x0500\"> : tensor<9xi1>"),
              HasSubstr("dense<[true, false, true, false, false, false, false, false, false]>"));
  EXPECT_THAT(constant("dense<[[5], [5]]> : tensor<2x1xi32>"), HasSubstr("dense<5> : tensor<2x1xi32>"));
  EXPECT_THAT(constant("dense<[1, 2]> : tensor<3xi32>"),
              HasSubstr("inferred shape of elements literal ([2]) does not match type ([3])"));
  EXPECT_THAT(constant("dense<1> : tensor<f32>"), HasSubstr("expected floating-point elements, but parsed integer"));
  EXPECT_THAT(constant("dense<0x7F800000> : tensor<f32>"), HasSubstr("dense<0x7F800000>"));
  EXPECT_THAT(constant("dense<0.1> : tensor<f8E4M3FN>"), HasSubstr("dense<1.015630e-01>"));
  EXPECT_THAT(constant("dense_resource<r> : tensor<2xf32>"), HasSubstr("unsupported: dense_resource"));
}

// Memory and time follow the text, whatever the text claims.
TEST(HostileText, IsRefusedOrHarmless) {
  EXPECT_THAT(constant("dense<0> : tensor<1000000000x1000000000xi32>"), HasSubstr("dense<0>"));
  EXPECT_THAT(constant("dense<0> : tensor<99999999999x99999999999xi32>"),
              HasSubstr("more elements than can be counted"));
  EXPECT_THAT(constant("dense<" + std::string(100000, '[') + "> : tensor<1xi32>"), HasSubstr("nested too deep"));
  std::string tuple = "f32";
  for (int i = 0; i < 5000; ++i) tuple = "tuple<" + tuple + ">";
  EXPECT_THAT(canonical("func.func private @f(" + tuple + ")"), HasSubstr("nested more than"));
  std::string regions;
  for (int i = 0; i < 5000; ++i) regions += "\"a.b\"() ({\n";
  EXPECT_THAT(canonical(regions), HasSubstr("nested more than"));
  std::string laughs = "!t0 = tuple<f32, f32>\n";
  for (int i = 1; i < 64; ++i)
    laughs += "!t" + std::to_string(i) + " = tuple<!t" + std::to_string(i - 1) + ", !t" + std::to_string(i - 1) + ">\n";
  EXPECT_THAT(canonical(laughs), HasSubstr("too large once their aliases are expanded"));
  EXPECT_THAT(canonical("%0:4000000000 = \"a.b\"() : () -> f32"), HasSubstr("provided 4000000000 to bind"));
}

TEST(Verifier, SpeaksAsStableHloDoes) {
  const auto message = [](const std::string& op, const std::string& arguments) {
    return canonical("func.func @f(" + arguments + ") {\n" + op + "\nreturn\n}");
  };
  EXPECT_THAT(message("%0 = stablehlo.add %a, %b : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>",
                      "%a: tensor<4xf32>, %b: tensor<3xf32>"),
              HasSubstr("'stablehlo.add' op requires the same shape for all operands and results"));
  EXPECT_THAT(message("%0 = stablehlo.abs %a : tensor<4x!quant.uniform<i8:f32, 0.5:300>>",
                      "%a: tensor<4x!quant.uniform<i8:f32, 0.5:300>>"),
              HasSubstr("operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or"));
  EXPECT_THAT(message("%0 = stablehlo.transpose %a, dims = [0, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>",
                      "%a: tensor<4x3xf32>"),
              HasSubstr("attribute permutation must be a permutation of [0, 1] but got 0, 0"));
  EXPECT_THAT(message("%0 = stablehlo.slice %a [0:5] : (tensor<4xf32>) -> tensor<5xf32>", "%a: tensor<4xf32>"),
              HasSubstr("limit index 5 is larger than dimension size 4 in dimension 0"));
  EXPECT_THAT(canonical("func.func @f(%a: tensor<f32>) -> tensor<f64> { return %a : tensor<f32> }"),
              HasSubstr("type of return operand 0 ('tensor<f32>') doesn't match function result type ('tensor<f64>') "
                        "in function @f"));
  EXPECT_THAT(canonical("func.func @f() { return }\nfunc.func @f() { return }"),
              HasSubstr("test:2:1: error: redefinition of symbol named 'f'"));
}

}  // namespace
}  // namespace qgpu::stablehlo
