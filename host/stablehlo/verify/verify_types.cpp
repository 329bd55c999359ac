#include <algorithm>
#include <unordered_map>

#include "host/stablehlo/ir/op_definition.hpp"
#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"
#include "host/stablehlo/verify/quantized_type_rules.hpp"
#include "host/stablehlo/verify/type_constraints.hpp"

// Whether the operands and results have the types that type_constraints allows.
namespace qgpu::stablehlo {
namespace {

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
  if (!is_accepted_width(type.width) || type.spelling == StorageSpelling::kSi || !is_accepted_float(type.expressed))
    return false;
  for (const std::int64_t zero_point : type.zero_points)
    if (zero_point < type.storage_min || zero_point > type.storage_max) return false;
  for (const double scale : type.scales)
    if (!(scale > 0)) return false;
  if (type.is_sub_channel()) return shape_conflicts(type, tensor.shape).empty();
  if (!type.is_per_axis()) return true;
  if (type.axis >= tensor.rank()) return false;
  const std::int64_t size = tensor.shape[static_cast<std::size_t>(type.axis)];
  return size == kDynamic || size == static_cast<std::int64_t>(type.scales.size());
}

/// What a type is accepted as; sub-channel types count as both quantized kinds where they are allowed.
bool is_of_kind(char kind, const Type& element, const TensorType& tensor, bool allow_sub_channel) {
  const auto* integer = element.get_if<IntegerType>();
  const auto* complex = element.get_if<ComplexType>();
  const auto* quantized = element.get_if<QuantizedType>();
  const bool blocked = allow_sub_channel && quantized && quantized->is_sub_channel();
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
      return complex && is_of_kind('G', complex->element, tensor, false);
    case 'Q':
      return quantized && (quantized->is_per_tensor() || blocked) && is_accepted_quantized(*quantized, tensor);
    case 'A':
      return quantized && (quantized->is_per_axis() || blocked) && is_accepted_quantized(*quantized, tensor);
    default:
      return false;
  }
}

bool satisfies(std::string_view constraint, const Type& type, bool allow_sub_channel) {
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
  return std::ranges::any_of(constraint,
                             [&](char kind) { return is_of_kind(kind, tensor->element, *tensor, allow_sub_channel); });
}

}  // namespace

bool verify_operand_types(const OpChecks& checks) {
  if (checks.op().dialect() != "stablehlo") return false;
  static const auto* by_name = [] {
    auto* made = new std::unordered_map<std::string_view, const TypeConstraint*>;
    for (const TypeConstraint& constraint : type_constraints()) (*made)[constraint.op] = &constraint;
    return made;
  }();
  const auto found = by_name->find(checks.op().name_in_dialect());
  if (found == by_name->end()) return false;
  const TypeConstraint& constraint = *found->second;
  const bool allow = checks.options().allow_sub_channel;
  bool has_sub_channel = false;
  const auto check = [&](std::string_view what, std::size_t index, std::string_view rule, const Type& type) {
    const QuantizedType* quantized = quantized_element(type);
    if (allow && quantized && quantized->is_sub_channel()) {
      has_sub_channel = true;
      if (const auto conflicts = shape_conflicts(*quantized, type.get<TensorType>().shape); !conflicts.empty())
        checks.fail_op("{} #{}: '{}': {}", what, index, print_type(type), conflicts.front());
    }
    if (!satisfies(rule, type, allow))
      checks.fail_op("{} #{} must be {}, but got '{}'", what, index, describe(rule), print_type(type));
  };
  for (std::size_t i = 0; i < checks.num_operands() && !constraint.operands.empty(); ++i)
    check("operand", i, constraint.operands[std::min(i, constraint.operands.size() - 1)], checks.operand_type(i));
  for (std::size_t i = 0; i < checks.op().num_results() && !constraint.results.empty(); ++i)
    check("result", i, constraint.results[std::min(i, constraint.results.size() - 1)], checks.result_type(i));
  return has_sub_channel;
}

}  // namespace qgpu::stablehlo
