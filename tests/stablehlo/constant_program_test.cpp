// Weights as programs: the text reads, verifies and prints as it stands, and its values are those of dequantize.
#include "host/stablehlo/text/constant_program.hpp"

#include <cmath>
#include <cstring>

#include "host/stablehlo/ir/type_scheme.hpp"
#include "qgpu/error.hpp"
#include "tests/stablehlo/evaluate_text.hpp"

namespace qgpu::stablehlo {
namespace {

/// Text in memory, written at any offset.
class TextSink final : public Sink {
 public:
  std::byte* data() override { return nullptr; }
  void write(std::uint64_t offset, const std::byte* bytes, std::size_t size) override {
    if (text.size() < offset + size) text.resize(offset + size);
    std::memcpy(text.data() + offset, bytes, size);
  }
  std::string text;
};

QuantizedType type_of(const char* text) {
  Diagnostics diagnostics;
  return parse_type(text, diagnostics).get<QuantizedType>();
}

TensorInfo codes_info(std::vector<std::uint64_t> shape, bool fortran = false) {
  TensorInfo info;
  info.type = ElementType::kInt8;
  info.shape = std::move(shape);
  info.fortran_order = fortran;
  return info;
}

/// Codes come in two pieces, the second first, as threads may bring them.
std::string program_of(const TensorInfo& info, const std::vector<std::int8_t>& codes, const char* type) {
  TextSink sink;
  ConstantProgram program(info, sink);
  const auto* bytes = reinterpret_cast<const std::byte*>(codes.data());
  const std::size_t half = codes.size() / 2;
  program.write(half, bytes + half, codes.size() - half);
  program.write(0, bytes, half);
  program.finish(type_of(type));
  return sink.text;
}

void expect_canonical(const std::string& text) {
  const Source source{"test.mlir", text, 1};
  Diagnostics diagnostics;
  const auto module = read_module(source, diagnostics);
  ASSERT_TRUE(module) << render(diagnostics.all().front(), source);
  EXPECT_EQ(print_module(*module), text);
}

TEST(ConstantProgram, ListsFewCodes) {
  const std::string text =
      program_of(codes_info({2, 3}), {1, 2, 3, -4, 5, 6}, "!quant.uniform<i8<-127:127>:f32:0, {2.0:15, 0.1}>");
  EXPECT_EQ(text, R"(module {
  func.func @main() -> tensor<2x3xf32> {
    %cst = stablehlo.constant() <{value = dense<[[1, 2, 3], [-4, 5, 6]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:15,1.000000e-01}>>
    %0 = stablehlo.uniform_dequantize %cst : (tensor<2x3x!quant.uniform<i8<-127:127>:f32:0, {2.000000e+00:15,1.000000e-01}>>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
)");
  expect_canonical(text);
  // (code - zero point) * scale, the row's; 0.1 as float32.
  const double tenth = static_cast<double>(0.1f);
  const auto times_tenth = [&](double x) { return static_cast<double>(static_cast<float>(x * tenth)); };
  EXPECT_EQ(floats(evaluate_text(text).results.at(0)),
            (std::vector<double>{-28, -26, -24, times_tenth(-4), times_tenth(5), times_tenth(6)}));
}

TEST(ConstantProgram, OfScalarsEmptyTensorsAndEqualCodes) {
  const std::string scalar = program_of(codes_info({}), {7}, "!quant.uniform<i8:f32, 0.5:3>");
  expect_canonical(scalar);
  EXPECT_EQ(floats(evaluate_text(scalar).results.at(0)), std::vector<double>{2});
  const std::string empty = program_of(codes_info({0, 3}), {}, "!quant.uniform<i8:f32, 0.5:3>");
  expect_canonical(empty);
  EXPECT_EQ(evaluate_text(empty).results.at(0).num_elements(), 0);
  const std::string equal = program_of(codes_info({3}), {9, 9, 9}, "!quant.uniform<u8:f32, 0.5:3>");
  expect_canonical(equal);
  EXPECT_EQ(floats(evaluate_text(equal).results.at(0)), (std::vector<double>{3, 3, 3}));
}

TEST(ConstantProgram, WritesManyCodesAsDigits) {
  std::vector<std::int8_t> codes(70000);
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::int8_t>(i * 7 + i / 256);
  const std::string text = program_of(codes_info({2, 35000}), codes, "!quant.uniform<ui8:f32, 0.5:3>");
  EXPECT_NE(text.find("dense<\"0x00070E15"), std::string::npos);
  expect_canonical(text);
  const Literal result = evaluate_text(text).results.at(0);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const double expected = (static_cast<double>(static_cast<std::uint8_t>(codes[i])) - 3) / 2;
    ASSERT_EQ(result.float_at(static_cast<std::int64_t>(i)), expected) << i;
  }
}

TEST(ConstantProgram, TransposesWhatIsStoredWithTheFirstAxisFastest) {
  // Logical rows 1 2 3 and 4 5 6 with scales 1 and 2.
  const std::string text =
      program_of(codes_info({2, 3}, true), {1, 4, 2, 5, 3, 6}, "!quant.uniform<i8:f32:0, {1.0, 2.0}>");
  expect_canonical(text);
  const Literal result = evaluate_text(text).results.at(0);
  EXPECT_EQ(print_type(result.type()), "tensor<2x3xf32>");
  EXPECT_EQ(floats(result), (std::vector<double>{1, 2, 3, 8, 10, 12}));
}

TEST(TypeScheme, KeepsOrderRangeAxisAndParameters) {
  const TypeScheme found = scheme_of_type(type_of("!quant.uniform<u8<3:200>:f32:1, {0.1:7, 2.0:9}>"));
  EXPECT_EQ(mode_name(found.scheme.mode), "asym-u8");
  EXPECT_EQ(found.scheme.order, Order::kStablehlo);
  EXPECT_EQ(found.scheme.limits().qmin, 3);
  EXPECT_EQ(found.scheme.limits().qmax, 200);
  EXPECT_FALSE(found.scheme.narrow_range);
  EXPECT_EQ(found.scheme.granularity.axis, 1);
  EXPECT_EQ(found.parameters.scale, (std::vector<float>{0.1f, 2.0f}));
  EXPECT_EQ(found.parameters.zero_point, (std::vector<std::int32_t>{7, 9}));
  EXPECT_TRUE(scheme_of_type(type_of("!quant.uniform<i8<-127:127>:f32, 1.0>")).scheme.narrow_range);
  EXPECT_FALSE(scheme_of_type(type_of("!quant.uniform<i8:f32, 1.0>")).scheme.storage_range);
}

TEST(TypeScheme, RefusesWhatIsNoEightBitTypeOfStableHlo) {
  for (const char* text : {"!quant.uniform<i4:f32, 1.0>", "!quant.uniform<i8:f16, 1.0>", "!quant.uniform<si8:f32, 1.0>",
                           "!quant.uniform<i8:f32, 1.0:128>", "!quant.uniform<i8:f32:{0:1}, {{1.0}, {2.0}}>"}) {
    EXPECT_THROW((void)scheme_of_type(type_of(text)), Error) << text;
  }
}

TEST(TypeScheme, OfASchemeHasItsAxisCountedFromTheFront) {
  Scheme scheme;
  scheme.mode = {CodeType::kUint8, false};
  scheme.granularity.kind = qgpu::Granularity::Kind::kAxis;
  scheme.granularity.axis = -1;
  EXPECT_EQ(print_type(type_of_scheme(scheme, codes_info({3, 2}), {{0.5f, 2.0f}, {1, 0}})),
            "!quant.uniform<ui8:f32:1, {5.000000e-01:1,2.000000e+00}>");
  EXPECT_EQ(print_type(type_of_scheme(scheme, codes_info({3, 2}), {{0.5f}, {1}})),
            "!quant.uniform<ui8:f32:1, {5.000000e-01:1,5.000000e-01:1}>");
  EXPECT_THROW(check_has_type(scheme, codes_info({3, 0})), Error);
}

}  // namespace
}  // namespace qgpu::stablehlo
