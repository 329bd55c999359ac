#include <algorithm>
#include <array>

#include "host/stablehlo/text/op_printer.hpp"

namespace qgpu::stablehlo {
namespace {

/// The op a reducer may be abbreviated by: `applies OP`; null if its region says more than that.
const Operation* applied_op(const Operation& reduce) {
  constexpr std::array<std::string_view, 7> kCommutative = {
      "stablehlo.add",      "stablehlo.and", "stablehlo.maximum", "stablehlo.minimum",
      "stablehlo.multiply", "stablehlo.or",  "stablehlo.xor"};
  const Region& region = reduce.region(0);
  if (region.num_blocks() != 1 || reduce.num_operands() != 2) return nullptr;
  const Block& block = region.front();
  if (block.num_arguments() != 2 || block.size() != 2) return nullptr;
  const Operation& inner = block.front();
  const Operation& end = block.back();
  if (std::ranges::find(kCommutative, inner.name()) == kCommutative.end() || inner.num_operands() != 2 ||
      inner.num_results() != 1 || !inner.attributes().empty())
    return nullptr;
  if (inner.operand(0) != block.argument(0) || inner.operand(1) != block.argument(1)) return nullptr;
  const Type scalar = scalar_tensor(element_type(reduce.operand(0)->type()));
  if (block.argument(0)->type() != scalar || block.argument(1)->type() != scalar || inner.result()->type() != scalar)
    return nullptr;
  if (end.name() != "stablehlo.return" || end.num_operands() != 1 || end.operand(0) != inner.result() ||
      !end.attributes().empty())
    return nullptr;
  return &inner;
}

/// The pretty form of a loop says the types once, for operands, arguments and results.
bool has_operand_types(const Operation& op, const Region& region) {
  if (region.num_blocks() != 1 || region.front().num_arguments() != op.num_operands()) return false;
  for (std::size_t i = 0; i < op.num_operands(); ++i)
    if (region.front().argument(i)->type() != op.operand(i)->type()) return false;
  return true;
}

}  // namespace

void OpPrinter::loop_variables(const Operation& op) {
  text_ += '(';
  for (std::size_t i = 0; i < op.num_operands(); ++i) {
    if (i) text_ += ", ";
    value(op.region(0).front().argument(i));
    text_ += " = ";
    value(op.operand(i));
  }
  text_ += ')';
}

bool OpPrinter::while_loop(const Operation& op, std::size_t indent) {
  if (op.num_regions() != 2 || op.operand_types() != op.result_types() || !has_operand_types(op, op.region(0)) ||
      !has_operand_types(op, op.region(1)))
    return false;
  loop_variables(op);
  if (op.num_operands()) text_ += " : " + print_types(op.operand_types());
  attributes(op, {}, " attributes ");
  text_ += "\n" + std::string(indent, ' ') + "cond ";
  region(op.region(0), indent, false);
  text_ += " do ";
  region(op.region(1), indent, false);
  return true;
}

bool OpPrinter::reduce(const Operation& op, std::size_t indent) {
  const auto* dimensions = op.attribute_if<DenseArrayAttr>("dimensions");
  if (!dimensions || dimensions->element != i64_type() || op.num_regions() != 1 || op.num_operands() % 2 ||
      op.num_operands() == 0)
    return false;
  const std::size_t num_inputs = op.num_operands() / 2;
  if (op.region(0).num_blocks() != 1 || op.region(0).front().num_arguments() != 2 * num_inputs) return false;
  for (std::size_t i = 0; i < num_inputs; ++i) {
    text_ += i ? ", (" : "(";
    value(op.operand(i));
    text_ += " init: ";
    value(op.operand(num_inputs + i));
    text_ += ')';
  }
  const Operation* applied = applied_op(op);
  if (applied) text_ += " applies " + applied->name();
  text_ += " across dimensions = " + print_integers(dimensions->integers);
  attributes(op, {"dimensions"});
  text_ += " : ";
  functional_types(op);
  if (applied) return true;
  text_ += "\n" + std::string(indent, ' ') + " reducer";
  const Block& block = op.region(0).front();
  for (std::size_t i = 0; i < num_inputs; ++i) {
    text_ += '(';
    value(block.argument(i));
    text_ += ": " + print_type(block.argument(i)->type()) + ", ";
    value(block.argument(num_inputs + i));
    text_ += ": " + print_type(block.argument(num_inputs + i)->type()) + ") ";
  }
  text_ += ' ';
  region(op.region(0), indent, false);
  return true;
}

void OpPrinter::assuming(const Operation& op, std::size_t indent) {
  text_ += ' ';
  value(op.operand(0));
  if (op.num_results()) text_ += " -> (" + print_types(op.result_types()) + ")";
  text_ += ' ';
  region(op.region(0), indent, false);
  attributes(op, {});
}

void OpPrinter::module(const Operation& op, std::size_t indent) {
  if (const auto* name = op.attribute_if<StringAttr>("sym_name")) text_ += " " + print_symbol({name->value});
  attributes(op, {"sym_name"}, " attributes ");
  text_ += ' ';
  region(op.region(0), indent, false);
}

void OpPrinter::function(const Operation& op, std::size_t indent) {
  if (const auto* visibility = op.attribute_if<StringAttr>("sym_visibility")) text_ += " " + visibility->value;
  text_ += " " + print_symbol({function_name(op)}) + "(";
  const FunctionType& type = function_type(op);
  const auto attributes_of = [&](std::string_view name, std::size_t index) {
    const auto* list = op.attribute_if<ArrayAttr>(name);
    if (!list || index >= list->elements.size()) return std::string();
    const auto* dictionary = list->elements[index].get_if<DictionaryAttr>();
    return dictionary && !dictionary->entries.empty() ? " " + print_dictionary(dictionary->entries) : std::string();
  };
  for (std::size_t i = 0; i < type.inputs.size(); ++i) {
    if (i) text_ += ", ";
    if (has_body(op)) {
      value(function_body(op).argument(i));
      text_ += ": ";
    }
    text_ += print_type(type.inputs[i]) + attributes_of("arg_attrs", i);
  }
  text_ += ')';
  if (type.results.size() == 1 && attributes_of("res_attrs", 0).empty()) {
    text_ += " -> " + print_result_types(type.results);
  } else if (!type.results.empty()) {
    text_ += " -> (";
    for (std::size_t i = 0; i < type.results.size(); ++i)
      text_ += (i ? ", " : "") + print_type(type.results[i]) + attributes_of("res_attrs", i);
    text_ += ')';
  }
  attributes(op, {"sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"}, " attributes ");
  if (!has_body(op)) return;
  text_ += ' ';
  region(op.region(0), indent, false);
}

void OpPrinter::call(const Operation& op) {
  text_ += " " + print_attribute(op.attribute("callee")) + "(";
  operands(op);
  text_ += ')';
  attributes(op, {"callee"});
  text_ += " : ";
  functional_types(op);
}

void OpPrinter::call_indirect(const Operation& op) {
  text_ += ' ';
  value(op.operand(0));
  text_ += '(';
  operands(op, 1, op.num_operands() - 1);
  text_ += ')';
  attributes(op, {});
  text_ += " : " + print_type(op.operand(0)->type());
}

}  // namespace qgpu::stablehlo
