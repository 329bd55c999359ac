#include "host/stablehlo/verify/type_constraints.hpp"

namespace qgpu::stablehlo {
namespace {

constexpr std::string_view kTensor = "FPICQ";
constexpr std::string_view kTensorOrPerAxis = "FPICQA";
constexpr std::string_view kPlainTensor = "FPIC";
constexpr std::string_view kFloatComplexOrQuantized = "FCQ";
constexpr std::string_view kFloatOrQuantized = "FQ";
constexpr std::string_view kArithmetic = "IFCQ";

}  // namespace

const std::vector<TypeConstraint>& type_constraints() {
  static const std::vector<TypeConstraint> all = {
      {"abs", {"SFCQ"}, {"SFQ"}},
      {"add", {kTensorOrPerAxis}, {kTensorOrPerAxis}},
      {"and", {"PI"}, {kTensor}},
      {"atan2", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"batch_norm_grad", {"FQ", "1FQ", "1FQ", "1FQ", "FQ"}, {"FQ", "1FQ", "1FQ"}},
      {"batch_norm_inference", {"FQ", "1FQ"}, {"FQ"}},
      {"batch_norm_training", {"FQ", "1FQ"}, {"FQ", "1FQ"}},
      {"bitcast_convert", {kTensorOrPerAxis}, {kTensorOrPerAxis}},
      {"broadcast", {kTensor}, {kTensorOrPerAxis}},
      {"broadcast_in_dim", {kTensorOrPerAxis}, {"bFPICQA"}},
      {"cbrt", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"ceil", {kFloatOrQuantized}, {kFloatOrQuantized}},
      {"cholesky", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"clamp", {kTensor}, {kTensor}},
      {"collective_broadcast", {kTensor}, {kTensor}},
      {"collective_permute", {kTensor}, {kTensor}},
      {"compare", {kTensor}, {"P"}},
      {"complex", {"G"}, {"C"}},
      {"concatenate", {"*FPICQ"}, {kTensor}},
      {"constant", {}, {"sFPICQA"}},
      {"convert", {kPlainTensor}, {kPlainTensor}},
      {"convolution", {kTensor, kTensorOrPerAxis}, {kTensorOrPerAxis}},
      {"cosine", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"count_leading_zeros", {"I"}, {"I"}},
      {"divide", {kArithmetic}, {kArithmetic}},
      {"dot", {kTensor, kTensorOrPerAxis}, {kTensorOrPerAxis}},
      {"dot_general", {kTensor, kTensorOrPerAxis}, {kTensorOrPerAxis}},
      {"dynamic_broadcast_in_dim", {kTensorOrPerAxis, "dXI"}, {kTensorOrPerAxis}},
      {"dynamic_iota", {"dXI"}, {kTensor}},
      {"dynamic_reshape", {kTensorOrPerAxis, "dXI"}, {kTensorOrPerAxis}},
      {"dynamic_slice", {kTensor, "*0I"}, {kTensor}},
      {"dynamic_update_slice", {kTensor, kTensor, "*0I"}, {kTensor}},
      {"exponential", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"exponential_minus_one", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"floor", {kFloatOrQuantized}, {kFloatOrQuantized}},
      {"gather", {kTensor, "I"}, {kTensor}},
      {"get_dimension_size", {kTensorOrPerAxis}, {"W"}},
      {"iota", {}, {"sIFCQ"}},
      {"is_finite", {kFloatOrQuantized}, {"P"}},
      {"log", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"log_plus_one", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"logistic", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"map", {"*FPICQ"}, {kTensor}},
      {"maximum", {kTensor}, {kTensor}},
      {"minimum", {kTensor}, {kTensor}},
      {"multiply", {kTensor}, {kTensor}},
      {"negate", {kArithmetic}, {kArithmetic}},
      {"not", {"PI"}, {"PI"}},
      {"optimization_barrier", {"*FPICQT"}, {"*FPICQT"}},
      {"or", {"PI"}, {kTensor}},
      {"pad", {kTensor, "0FPICQ"}, {kTensor}},
      {"popcnt", {"I"}, {"I"}},
      {"power", {kArithmetic}, {kArithmetic}},
      {"reduce", {"*FPICQ"}, {"*FPICQ"}},
      {"reduce_precision", {kFloatOrQuantized}, {kFloatOrQuantized}},
      {"reduce_scatter", {kTensor}, {kTensor}},
      {"reduce_window", {"*FPICQ"}, {"*FPICQ"}},
      {"all_gather", {"*FPICQ"}, {"*FPICQ"}},
      {"all_reduce", {"*FPICQ"}, {"*FPICQ"}},
      {"all_to_all", {"*FPICQ"}, {"*FPICQ"}},
      {"imag", {"FC"}, {"F"}},
      {"real", {"FC"}, {"F"}},
      {"remainder", {kArithmetic}, {kArithmetic}},
      {"reshape", {kTensorOrPerAxis}, {"bFPICQA"}},
      {"reverse", {kTensor}, {kTensor}},
      {"round_nearest_afz", {kFloatOrQuantized}, {kFloatOrQuantized}},
      {"round_nearest_even", {kFloatOrQuantized}, {kFloatOrQuantized}},
      {"rsqrt", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"scatter", {"*FPICQ"}, {"*FPICQ"}},
      {"select", {"P", kTensor}, {kTensor}},
      {"select_and_scatter", {kTensor}, {kTensor}},
      {"set_dimension_size", {kTensor, "W"}, {kTensor}},
      {"shift_left", {"I"}, {"I"}},
      {"shift_right_arithmetic", {"I"}, {"I"}},
      {"shift_right_logical", {"I"}, {"I"}},
      {"sign", {"SFCQ"}, {"SFCQ"}},
      {"sine", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"slice", {kTensor}, {kTensor}},
      {"sort", {"*FPICQ"}, {"*FPICQ"}},
      {"sqrt", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"subtract", {kArithmetic}, {kArithmetic}},
      {"tan", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"tanh", {kFloatComplexOrQuantized}, {kFloatComplexOrQuantized}},
      {"transpose", {kTensorOrPerAxis}, {kTensorOrPerAxis}},
      {"triangular_solve", {"FC"}, {"FC"}},
      {"uniform_dequantize", {"QA"}, {"F"}},
      {"uniform_quantize", {"FQA"}, {"QA"}},
      {"xor", {"PI"}, {kTensor}},
  };
  return all;
}

}  // namespace qgpu::stablehlo
