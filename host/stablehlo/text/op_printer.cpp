#include "host/stablehlo/text/op_printer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace qgpu::stablehlo {
namespace {

using Kind = Directive::Kind;

/// The prefix an op may drop: functions have `func`, modules `builtin` as the dialect that goes without saying.
std::string_view shown_name(const Operation& op) {
  const std::string_view name = op.name();
  const Operation* parent = op.parent_op();
  if (name == "builtin.module") return "module";
  if (parent && parent->name() == "func.func" && name.starts_with("func.")) return name.substr(5);
  return name;
}

}  // namespace

void OpPrinter::print(const Operation& op, std::size_t indent) {
  if (op.num_results()) text_ += names_.results_of(op) + " = ";
  // Checks stay generic: most tools that read StableHLO lack their dialect and can only take that form.
  const bool pretty = !options_.generic && op.dialect() != "check";
  const OpDefinition* definition = pretty ? find_op_definition(op.name()) : nullptr;
  if (definition && !definition->format.empty()) {
    const std::size_t start = text_.size();
    text_ += shown_name(op);
    if (definition->format.starts_with('@')) {
      if (special(op, definition->format, indent)) return;
    } else if (fits_format(op, *definition)) {
      formatted(op, *definition);
      return;
    }
    text_.resize(start);
  }
  generic(op, indent);
  // MLIR prints the short form of a loop even where it loses types, and then cannot read its own text. Here the form
  // that can be read stands, and the one that others print beside it.
  if (pretty && op.name() == "stablehlo.while" && op.num_regions() == 2 && op.region(0).num_blocks() == 1 &&
      op.region(0).front().num_arguments() == op.num_operands()) {
    text_ += "  // stablehlo.while";
    loop_variables(op);
  }
}

void OpPrinter::operands(const Operation& op, std::size_t first, std::size_t count) {
  const std::size_t end = count == std::string::npos ? op.num_operands() : first + count;
  for (std::size_t i = first; i < end; ++i) {
    if (i != first) text_ += ", ";
    value(op.operand(i));
  }
}

void OpPrinter::functional_types(const Operation& op) {
  text_ += "(" + print_types(op.operand_types()) + ") -> " + print_result_types(op.result_types());
}

void OpPrinter::attributes_except(const Operation& op, const std::vector<std::string_view>& shown,
                                  std::string_view before) {
  std::vector<NamedAttribute> rest;
  for (const NamedAttribute& entry : op.attributes())
    if (std::ranges::find(shown, entry.name) == shown.end() && !is_default(entry.name, entry.value, op))
      rest.push_back(entry);
  // TOSA's own printer writes its enums bare: rounding_mode = SINGLE_ROUND.
  for (NamedAttribute& entry : rest)
    if (const EnumAttr* choice = entry.value.get_if<EnumAttr>(); choice && choice->dialect == "tosa")
      entry.value = OpaqueAttr{std::string(choice->value)};
  if (!rest.empty()) text_ += std::string(before) + print_dictionary(rest);
}

void OpPrinter::attributes(const Operation& op, std::initializer_list<std::string_view> shown,
                           std::string_view before) {
  attributes_except(op, std::vector<std::string_view>(shown), before);
}

void OpPrinter::generic(const Operation& op, std::size_t indent) {
  text_ += print_quoted(op.name()) + "(";
  operands(op);
  text_ += ')';
  const OpDefinition* definition = find_op_definition(op.name());
  std::vector<NamedAttribute> own, extra;
  for (const NamedAttribute& entry : op.attributes())
    ((definition && op.dialect() != "check" ? definition->owns_attribute(entry.name) : entry.in_properties) ? own
                                                                                                            : extra)
        .push_back(entry);
  if (!own.empty()) text_ += " <" + print_dictionary(own) + ">";
  if (op.num_regions()) {
    text_ += " (";
    for (std::size_t r = 0; r < op.num_regions(); ++r) {
      if (r) text_ += ", ";
      region(op.region(r), indent, true);
    }
    text_ += ')';
  }
  if (!extra.empty()) text_ += " " + print_dictionary(extra);
  text_ += " : ";
  functional_types(op);
}

void OpPrinter::region(const Region& region, std::size_t indent, bool with_arguments) {
  text_ += "{\n";
  for (std::size_t b = 0; b < region.num_blocks(); ++b) {
    const Block& block = region.block(b);
    const bool label =
        b > 0 || (with_arguments && (block.num_arguments() > 0 || (block.empty() && region.num_blocks() == 1)));
    if (label) {
      text_ += std::string(indent, ' ') + "^bb" + std::to_string(b);
      for (std::size_t i = 0; i < block.num_arguments(); ++i) {
        text_ += i ? ", " : "(";
        value(block.argument(i));
        text_ += ": " + print_type(block.argument(i)->type());
      }
      text_ += block.num_arguments() ? "):\n" : ":\n";
    }
    for (const Operation& op : block) {
      text_ += std::string(indent + 2, ' ');
      print(op, indent + 2);
      text_ += '\n';
    }
  }
  text_ += std::string(indent, ' ') + "}";
}

std::string print_module(const Module& module, const PrintOptions& options) {
  OpPrinter printer(module.op(), options);
  printer.print(module.op(), 0);
  return printer.take() + "\n";
}

std::string print_operation(const Operation& op, const PrintOptions& options) {
  OpPrinter printer(op, options);
  printer.print(op, 0);
  return printer.take();
}

}  // namespace qgpu::stablehlo
