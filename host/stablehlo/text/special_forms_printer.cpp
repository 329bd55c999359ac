#include <fmt/format.h>

#include "host/stablehlo/text/op_printer.hpp"

// Each form returns false where its grammar has no words for the op at hand; it is then printed in the generic form.
namespace qgpu::stablehlo {
namespace {

const std::vector<std::int64_t>* i64_array(const Operation& op, std::string_view name) {
  const auto* array = op.attribute_if<DenseArrayAttr>(name);
  return array && array->element == i64_type() ? &array->integers : nullptr;
}

bool is_enum_list(const Attribute& value) {
  const auto* list = value.get_if<ArrayAttr>();
  if (!list) return false;
  for (const Attribute& element : list->elements)
    if (!element.is<EnumAttr>()) return false;
  return true;
}

}  // namespace

bool OpPrinter::special(const Operation& op, std::string_view form, std::size_t indent) {
  const std::size_t start = text_.size();
  bool printed = true;
  if (form == "@module")
    module(op, indent);
  else if (form == "@func")
    function(op, indent);
  else if (form == "@call")
    call(op);
  else if (form == "@call_indirect")
    call_indirect(op);
  else if (form == "@constant")
    printed = constant(op);
  else if (form == "@slice")
    printed = slice(op);
  else if (form == "@reduce_precision")
    printed = reduce_precision(op);
  else if (form == "@dot_general")
    printed = dot_general(op);
  else if (form == "@convolution")
    printed = convolution(op);
  else if (form == "@optimization_barrier")
    optimization_barrier(op);
  else if (form == "@while")
    printed = while_loop(op, indent);
  else if (form == "@reduce")
    printed = reduce(op, indent);
  else if (form == "@custom_call")
    printed = custom_call(op);
  else if (form == "@composite")
    printed = composite(op);
  else if (form == "@assuming")
    assuming(op, indent);
  else if (form == "@extract")
    extract(op);
  else
    printed = false;
  if (!printed) text_.resize(start);
  return printed;
}

bool OpPrinter::constant(const Operation& op) {
  const auto* value = op.attribute_if<DenseAttr>("value");
  if (!value || op.num_operands() || op.num_results() != 1) return false;
  if (value->elements.type() != op.result()->type()) {
    text_ += "() <{value = " + print_attribute(op.attribute("value")) + "}>";
    attributes(op, {"value"});
    text_ += " : () -> " + print_type(op.result()->type());
    return true;
  }
  attributes(op, {"value"});
  text_ += " " + print_attribute(op.attribute("value"));
  return true;
}

bool OpPrinter::slice(const Operation& op) {
  const auto* starts = i64_array(op, "start_indices");
  const auto* limits = i64_array(op, "limit_indices");
  const auto* strides = i64_array(op, "strides");
  if (!starts || !limits || !strides || starts->size() != limits->size() || starts->size() != strides->size() ||
      op.num_operands() != 1)
    return false;
  text_ += ' ';
  value(op.operand(0));
  text_ += " [";
  for (std::size_t i = 0; i < starts->size(); ++i) {
    text_ += fmt::format("{}{}:{}", i ? ", " : "", (*starts)[i], (*limits)[i]);
    if ((*strides)[i] != 1) text_ += fmt::format(":{}", (*strides)[i]);
  }
  text_ += ']';
  attributes(op, {"start_indices", "limit_indices", "strides"});
  text_ += " : ";
  functional_types(op);
  return true;
}

bool OpPrinter::reduce_precision(const Operation& op) {
  const auto* exponent = op.attribute_if<IntegerAttr>("exponent_bits");
  const auto* mantissa = op.attribute_if<IntegerAttr>("mantissa_bits");
  if (!exponent || !mantissa || exponent->value < 0 || mantissa->value < 0 || op.num_operands() != 1) return false;
  text_ += ' ';
  value(op.operand(0));
  text_ += fmt::format(", format = e{}m{}", exponent->value, mantissa->value);
  attributes(op, {"exponent_bits", "mantissa_bits"});
  types(op, TypeClause::kSame);
  return true;
}

bool OpPrinter::dot_general(const Operation& op) {
  const auto* dot = op.attribute_if<DotDimensionsAttr>("dot_dimension_numbers");
  const Attribute precision = op.attribute("precision_config");
  const Attribute algorithm = op.attribute("algorithm");
  if (!dot || op.num_operands() != 2 || (precision && !is_enum_list(precision)) ||
      (algorithm && !algorithm.is<DotAlgorithmAttr>()))
    return false;
  text_ += ' ';
  operands(op);
  if (!dot->lhs_batching.empty() || !dot->rhs_batching.empty())
    text_ += ", batching_dims = " + print_integers(dot->lhs_batching) + " x " + print_integers(dot->rhs_batching);
  text_ +=
      ", contracting_dims = " + print_integers(dot->lhs_contracting) + " x " + print_integers(dot->rhs_contracting);
  if (precision) {
    text_ += ", precision = [";
    std::string_view separator;
    for (const Attribute& element : precision.get<ArrayAttr>().elements) {
      text_ += std::string(separator) + element.get<EnumAttr>().value;
      separator = ", ";
    }
    text_ += ']';
  }
  if (algorithm) text_ += ", algorithm = " + print_dot_algorithm(algorithm.get<DotAlgorithmAttr>());
  attributes(op, {"dot_dimension_numbers", "precision_config", "algorithm"});
  text_ += " : ";
  functional_types(op);
  return true;
}

bool OpPrinter::convolution(const Operation& op) {
  const auto* conv = op.attribute_if<ConvDimensionsAttr>("dimension_numbers");
  if (!conv || op.num_operands() != 2) return false;
  std::vector<std::string> window;
  for (const auto& [key, name] :
       {std::pair("stride", "window_strides"), std::pair("pad", "padding"), std::pair("lhs_dilate", "lhs_dilation"),
        std::pair("rhs_dilate", "rhs_dilation"), std::pair("reverse", "window_reversal")}) {
    const Attribute value = op.attribute(name);
    if (!value) continue;
    std::string text;
    if (const auto* array = value.get_if<DenseArrayAttr>()) {
      const bool is_bool = array->element == i1_type();
      for (const std::int64_t each : array->integers)
        text += (text.empty() ? "" : ", ") + (is_bool ? std::string(each ? "true" : "false") : std::to_string(each));
    } else if (const auto pads = integers_of(value); pads && pads->size() % 2 == 0 && std::string_view(key) == "pad") {
      for (std::size_t i = 0; i < pads->size(); i += 2)
        text += fmt::format("{}[{}, {}]", i ? ", " : "", (*pads)[i], (*pads)[i + 1]);
    } else {
      return false;
    }
    window.push_back(fmt::format("{} = [{}]", key, text));
  }
  text_ += '(';
  operands(op);
  text_ += ") dim_numbers = " + print_conv_dimensions(*conv) + ", window = {" +
           fmt::format("{}", fmt::join(window, ", ")) + "}";
  attributes(op, {"dimension_numbers", "window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"});
  text_ += " : ";
  functional_types(op);
  return true;
}

void OpPrinter::optimization_barrier(const Operation& op) {
  attributes(op, {});
  if (op.num_operands() == 0) {
    text_ += "()";
    return;
  }
  text_ += ' ';
  operands(op);
  text_ += " : " + print_types(op.operand_types());
}

bool OpPrinter::custom_call(const Operation& op) {
  const auto* target = op.attribute_if<StringAttr>("call_target_name");
  if (!target) return false;
  text_ += " " + print_symbol({target->value}) + "(";
  operands(op);
  text_ += ')';
  attributes(op, {"call_target_name"});
  text_ += " : ";
  functional_types(op);
  return true;
}

bool OpPrinter::composite(const Operation& op) {
  const auto* name = op.attribute_if<StringAttr>("name");
  if (!name || op.num_regions()) return false;
  text_ += " " + print_quoted(name->value) + (op.num_operands() ? " " : "");
  operands(op);
  attributes(op, {"name"});
  text_ += " : ";
  functional_types(op);
  return true;
}

void OpPrinter::extract(const Operation& op) {
  text_ += ' ';
  value(op.operand(0));
  text_ += '[';
  operands(op, 1, op.num_operands() - 1);
  text_ += ']';
  attributes(op, {});
  text_ += " : " + print_type(op.operand(0)->type());
}

}  // namespace qgpu::stablehlo
