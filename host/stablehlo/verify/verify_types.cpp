#include <algorithm>
#include <unordered_map>

#include "host/stablehlo/ir/op_definition.hpp"
#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

// Which element types each operand and result may have: the constraints of StableHLO's op definitions (1.17), read off
// its own messages. A constraint is a shape rule and, in the order of the message, letters of element kinds.
namespace qgpu::stablehlo {
namespace {

constexpr std::string_view kTensor = "FPICQ";
constexpr std::string_view kTensorOrPerAxis = "FPICQA";
constexpr std::string_view kPlainTensor = "FPIC";
constexpr std::string_view kFloatComplexOrQuantized = "FCQ";
constexpr std::string_view kFloatOrQuantized = "FQ";
constexpr std::string_view kArithmetic = "IFCQ";

/// Operands, then results; the last of either repeats. A `*` in front: variadic. `s` static, `b` static or bounded, `0`
/// and `1` the rank, `d` static of rank 1.
struct Constraint {
  std::string_view op;
  std::vector<std::string_view> operands;
  std::vector<std::string_view> results;
};

const std::vector<Constraint>& constraints() {
  static const std::vector<Constraint> all = {
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

std::string_view phrase(char kind) {
  switch (kind) {
    case 'F':
      return "4/6/8/16/32/64-bit float";
    case 'G':
      return "32/64-bit float";
    case 'P':
      return "bool";
    case 'I':
      return "2/4/8/16/32/64-bit integer";
    case 'S':
      return "2/4/8/16/32/64-bit signless integer";
    case 'W':
      return "32-bit signless integer";
    case 'X':
      return "index";
    case 'C':
      return "complex type with 32/64-bit float elements";
    case 'Q':
      return "per-tensor integer quantized";
    case 'A':
      return "per-axis integer quantized";
    default:
      return "";
  }
}

std::string describe(std::string_view constraint) {
  std::string text;
  if (constraint.starts_with('*')) {
    text = "variadic of ";
    constraint.remove_prefix(1);
  }
  switch (constraint[0]) {
    case 's':
      text += "statically shaped tensor of ";
      break;
    case 'b':
      text += "statically shaped or single bounded dimension tensor of ";
      break;
    case 'd':
      text += "statically shaped 1-dimensional tensor of ";
      break;
    case '0':
      text += "0D tensor of ";
      break;
    case '1':
      text += "1D tensor of ";
      break;
    default:
      text += "ranked tensor of ";
      break;
  }
  std::string kinds;
  for (const char c : constraint)
    if (const std::string_view words = phrase(c); !words.empty())
      kinds += (kinds.empty() ? "" : " or ") + std::string(words);
  return text + kinds + " values";
}

bool is_accepted_width(unsigned width) { return width == 2 || width == 4 || width == 8 || width == 16 || width == 32; }

bool is_accepted_float(const Type& type) {
  const auto* floating = type.get_if<FloatType>();
  return floating && floating->kind != FloatKind::kTF32 && floating->kind != FloatKind::kF80 &&
         floating->kind != FloatKind::kF128;
}

/// C5..C9 and C12, C13 of the specification as far as the type alone or the tensor's shape decides.
bool is_accepted_quantized(const QuantizedType& type, const TensorType& tensor) {
  if (!is_accepted_width(type.width) || type.spelling == StorageSpelling::kSi || !is_accepted_float(type.expressed) ||
      type.is_sub_channel())
    return false;
  for (const std::int64_t zero_point : type.zero_points)
    if (zero_point < type.storage_min || zero_point > type.storage_max) return false;
  for (const double scale : type.scales)
    if (!(scale > 0)) return false;
  if (!type.is_per_axis()) return true;
  if (type.axis >= tensor.rank()) return false;
  const std::int64_t size = tensor.shape[static_cast<std::size_t>(type.axis)];
  return size == kDynamic || size == static_cast<std::int64_t>(type.scales.size());
}

bool is_of_kind(char kind, const Type& element, const TensorType& tensor) {
  const auto* integer = element.get_if<IntegerType>();
  const auto* complex = element.get_if<ComplexType>();
  const auto* quantized = element.get_if<QuantizedType>();
  switch (kind) {
    case 'F':
      return is_accepted_float(element);
    case 'G':
      return is_float(element, FloatKind::kF32) || is_float(element, FloatKind::kF64);
    case 'P':
      return integer && *integer == IntegerType{1, Signedness::kSignless};
    case 'I':
      return integer && integer->signedness != Signedness::kSigned &&
             (is_accepted_width(integer->width) || integer->width == 64);
    case 'S':
      return integer && integer->signedness == Signedness::kSignless &&
             (is_accepted_width(integer->width) || integer->width == 64);
    case 'W':
      return element == i32_type();
    case 'X':
      return element.is<IndexType>();
    case 'C':
      return complex && is_of_kind('G', complex->element, tensor);
    case 'Q':
      return quantized && quantized->is_per_tensor() && is_accepted_quantized(*quantized, tensor);
    case 'A':
      return quantized && quantized->is_per_axis() && is_accepted_quantized(*quantized, tensor);
    default:
      return false;
  }
}

bool satisfies(std::string_view constraint, const Type& type) {
  if (type.is<TokenType>()) return constraint.find('T') != std::string_view::npos;
  const auto* tensor = type.get_if<TensorType>();
  if (!tensor || !tensor->ranked) return false;
  if (constraint.starts_with('*')) constraint.remove_prefix(1);
  switch (constraint[0]) {
    case 's':
      if (!tensor->is_static()) return false;
      break;
    case 'b': {
      const auto* bounds = tensor->encoding.get_if<BoundsAttr>();
      for (std::size_t i = 0; i < tensor->shape.size(); ++i)
        if (tensor->shape[i] == kDynamic && (!bounds || bounds->bounds[i] == kDynamic)) return false;
      break;
    }
    case 'd':
      if (tensor->rank() != 1 || !tensor->is_static()) return false;
      break;
    case '0':
      if (tensor->rank() != 0) return false;
      break;
    case '1':
      if (tensor->rank() != 1) return false;
      break;
    default:
      break;
  }
  return std::ranges::any_of(constraint, [&](char kind) { return is_of_kind(kind, tensor->element, *tensor); });
}

}  // namespace

void verify_operand_types(const OpChecks& checks) {
  if (checks.op().dialect() != "stablehlo") return;
  static const auto* by_name = [] {
    auto* made = new std::unordered_map<std::string_view, const Constraint*>;
    for (const Constraint& constraint : constraints()) (*made)[constraint.op] = &constraint;
    return made;
  }();
  const auto found = by_name->find(checks.op().name_in_dialect());
  if (found == by_name->end()) return;
  const Constraint& constraint = *found->second;
  const auto check = [&](std::string_view what, std::size_t index, std::string_view rule, const Type& type) {
    if (!satisfies(rule, type))
      checks.fail_op("{} #{} must be {}, but got '{}'", what, index, describe(rule), print_type(type));
  };
  for (std::size_t i = 0; i < checks.num_operands() && !constraint.operands.empty(); ++i)
    check("operand", i, constraint.operands[std::min(i, constraint.operands.size() - 1)], checks.operand_type(i));
  for (std::size_t i = 0; i < checks.op().num_results() && !constraint.results.empty(); ++i)
    check("result", i, constraint.results[std::min(i, constraint.results.size() - 1)], checks.result_type(i));
}

}  // namespace qgpu::stablehlo
