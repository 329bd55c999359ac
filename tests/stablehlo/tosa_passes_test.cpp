#include "tests/stablehlo/pass_testing.hpp"

// multiplier = m * 2^31 rounded, shift = 31 - x for a factor of m * 2^x with m in [1/2, 1).
namespace qgpu::stablehlo {
namespace {

constexpr std::string_view kTo = "stablehlo-quant-legalize-to-tosa-rescale";
constexpr std::string_view kFrom = "tosa-rescale-legalize-to-stablehlo";

std::string binary(std::string_view op, std::string_view lhs, std::string_view rhs, std::string_view result) {
  const auto type = [](std::string_view t) { return "tensor<2x!quant.uniform<" + std::string(t) + ">>"; };
  return "func.func @main(%a: " + type(lhs) + ", %b: " + type(rhs) + ") -> " + type(result) + " {\n %0 = stablehlo." +
         std::string(op) + " %a, %b : (" + type(lhs) + ", " + type(rhs) + ") -> " + type(result) +
         "\n return %0 : " + type(result) + "\n}";
}

/// Each number of `dense<N> : tensor<1xTYPE>` in the program.
bool has_constant(const std::string& text, std::int64_t value, std::string_view type) {
  return text.find("dense<" + std::to_string(value) + "> : tensor<1x" + std::string(type) + ">") != std::string::npos;
}

TEST(QuantToTosaRescale, AddKeepsTwentyFractionalBits) {
  const std::string text = run_passes(binary("add", "i8:f32, 0.5:-1", "i8:f32, 2.0:3", "i8:f32, 1.0:7"), {kTo}).text;
  // common scale 2*2 = 4; 1/8 * 2^20 = 1/2 * 2^18, 1/2 * 2^20 = 1/2 * 2^20; back 4 * 2^-20 = 1/2 * 2^-17
  EXPECT_TRUE(has_constant(text, 1 << 30, "i32"));
  for (const int shift : {31 - 18, 31 - 20, 31 + 17}) EXPECT_TRUE(has_constant(text, shift, "i8")) << shift << text;
  for (const int zero_point : {-1, 3, 7}) EXPECT_TRUE(has_constant(text, zero_point, "i8")) << zero_point;
  expect_in_order(text, {"tosa.rescale", "tosa.rescale", "stablehlo.add", "tensor<2xi32>", "tosa.rescale", "return"});
}

TEST(QuantToTosaRescale, SixteenBitCodesKeepFifteenFractionalBits) {
  const std::string text = run_passes(binary("maximum", "i16:f32, 0.5", "i16:f32, 2.0", "i16:f32, 1.0"), {kTo}).text;
  // common scale 2; 1/4 * 2^15 = 1/2 * 2^14, 1 * 2^15 = 1/2 * 2^16; back 2 * 2^-15 = 1/2 * 2^-13
  for (const int shift : {31 - 14, 31 - 16, 31 + 13}) EXPECT_TRUE(has_constant(text, shift, "i8")) << shift << text;
}

TEST(QuantToTosaRescale, MultiplyScalesAtTheEnd) {
  const std::string text =
      run_passes(binary("multiply", "i8:f32, 0.75:-1", "i8:f32, 0.5:3", "i8:f32, 1.0:7"), {kTo}).text;
  // 1 = 1/2 * 2^1; 3/8 = 3/4 * 2^-1
  EXPECT_TRUE(has_constant(text, 1 << 30, "i32"));
  EXPECT_TRUE(has_constant(text, 30, "i8"));
  EXPECT_TRUE(has_constant(text, 3LL << 29, "i32"));
  EXPECT_TRUE(has_constant(text, 32, "i8"));
}

TEST(QuantToTosaRescale, ConstantsAreShared) {
  const std::string text = run_passes(binary("multiply", "i8:f32, 1.0", "i8:f32, 1.0", "i8:f32, 1.0"), {kTo}).text;
  std::size_t count = 0;
  for (std::size_t at = text.find("tosa.const"); at != std::string::npos; at = text.find("tosa.const", at + 1)) ++count;
  EXPECT_EQ(count, 4u) << text;  // multiplier 2^30, shift 30, zero points 0 : i8 and 0 : i32
}

TEST(QuantToTosaRescale, LeavesUnsignedAndPerAxisAlone) {
  for (const std::string_view type : {"u8:f32, 0.5:1", "i32:f32:0, {0.5, 0.25}"}) {
    const std::string program = binary("add", type, type, type);
    EXPECT_EQ(run_passes(program, {kTo}).text, run_passes(program, {}).text);
  }
}

TEST(QuantToTosaRescale, RefusesAShiftBelowTwo) {
  // 2^30 = 1/2 * 2^31: shift 0
  const PassResult result = run_passes(binary("multiply", "i8:f32, 1048576.0", "i8:f32, 1024.0", "i8:f32, 1.0"), {kTo});
  EXPECT_EQ(result.text, "");
  EXPECT_NE(result.message.find("a shift of 0"), std::string::npos) << result.message;
}

TEST(TosaRescaleToStableHlo, WritesTheIntegersOut) {
  const std::string text =
      run_passes(binary("multiply", "i8<-10:10>:f32, 0.75:-1", "i8<-10:10>:f32, 0.5:3", "i8<-10:10>:f32, 1.0:7"),
                 {kTo, kFrom})
          .text;
  EXPECT_EQ(text.find("tosa"), std::string::npos) << text;
  // the clamp of the last rescale is to the storage type, not to the range of the quantized type
  expect_in_order(text, {"stablehlo.bitcast_convert %arg0", "stablehlo.subtract", "stablehlo.shift_left",
                         "stablehlo.multiply", "stablehlo.add", "stablehlo.shift_right_arithmetic", "stablehlo.add",
                         "stablehlo.clamp", "stablehlo.multiply", "tensor<2xi32>", "stablehlo.clamp",
                         "(tensor<2xi64>) -> tensor<2xi8>", "stablehlo.bitcast_convert"});
  EXPECT_NE(text.find("dense<127> : tensor<2xi64>"), std::string::npos);
  EXPECT_EQ(text.find("dense<10> : tensor<2xi64>"), std::string::npos);
}

TEST(TosaRescaleToStableHlo, LeavesOtherFormsAlone) {
  const std::string_view program = R"(
    func.func @main(%a: tensor<2xi8>) -> tensor<2xi32> {
      %m = "tosa.const"() {values = dense<1431655765> : tensor<1xi32>} : () -> tensor<1xi32>
      %s = "tosa.const"() {values = dense<13> : tensor<1xi8>} : () -> tensor<1xi8>
      %i = "tosa.const"() {values = dense<-1> : tensor<1xi8>} : () -> tensor<1xi8>
      %o = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
      %0 = tosa.rescale %a, %m, %s, %i, %o {input_unsigned = false, output_unsigned = false, per_channel = false,
          rounding_mode = DOUBLE_ROUND, scale32 = true}
          : (tensor<2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    })";
  expect_in_order(run_passes(program, {kFrom}).text, {"tosa.rescale %arg0", "DOUBLE_ROUND"});
}

}  // namespace
}  // namespace qgpu::stablehlo
