#include <algorithm>

#include "host/stablehlo/text/op_printer.hpp"

// The forms that the table of op definitions describes; the counterpart of pretty_parser.cpp.
namespace qgpu::stablehlo {
namespace {

using Kind = Directive::Kind;

bool all_same(const Operation& op) {
  if (op.num_results() != 1) return false;
  for (const Value* operand : op.operands())
    if (operand->type() != op.result()->type()) return false;
  return true;
}

/// A pretty form can only say what its grammar has words for; anything else goes the generic way.
bool has_kind(const Attribute& value, Kind kind) {
  switch (kind) {
    case Kind::kInteger64:
      return value.is<IntegerAttr>() && value.get<IntegerAttr>().type == i64_type();
    case Kind::kInteger32:
      return value.is<IntegerAttr>() && value.get<IntegerAttr>().type == i32_type();
    case Kind::kList:
      return value.is<DenseArrayAttr>() && value.get<DenseArrayAttr>().element == i64_type();
    case Kind::kIndexList:
      return value.is<DenseAttr>() && integers_of(value).has_value();
    case Kind::kBool:
      return value.is<BoolAttr>();
    case Kind::kString:
      return value.is<StringAttr>();
    case Kind::kSymbol:
      return value.is<SymbolAttr>();
    case Kind::kEnum:
      return value.is<EnumAttr>();
    case Kind::kEnums: {
      const auto* list = value.get_if<ArrayAttr>();
      return list && std::ranges::all_of(list->elements, [](const Attribute& a) { return a.is<EnumAttr>(); });
    }
    case Kind::kDense:
      return value.is<DenseAttr>();
    case Kind::kTyped:
      return value.is<DenseAttr>() || value.is<IntegerAttr>() || value.is<FloatAttr>() || value.is<BoolAttr>();
    default:
      return true;
  }
}

std::string enum_list(const ArrayAttr& list) {
  std::string text;
  for (const Attribute& value : list.elements) text += (text.empty() ? "" : ", ") + value.get<EnumAttr>().value;
  return "[" + text + "]";
}

}  // namespace

/// What the pretty form may leave out because reading it without gives the same.
bool OpPrinter::is_default(std::string_view name, const Attribute& value, const Operation& op) {
  if (const auto* accuracy = value.get_if<ResultAccuracyAttr>())
    return name == "result_accuracy" && *accuracy == ResultAccuracyAttr{0, 0, 0, "DEFAULT"};
  if (op.name() == "stablehlo.cholesky") return name == "lower" && value == Attribute(BoolAttr{false});
  if (op.name() != "stablehlo.custom_call") return false;
  const auto* list = value.get_if<ArrayAttr>();
  if (name == "has_side_effect") return value == Attribute(BoolAttr{false});
  if (name == "api_version") return value == i32_attr(1);
  return (name == "called_computations" || name == "output_operand_aliases") && list && list->elements.empty();
}

bool OpPrinter::fits_format(const Operation& op, const OpDefinition& definition) {
  if (!definition.operands.accepts(op.num_operands()) || !definition.results.accepts(op.num_results()) ||
      !definition.regions.accepts(op.num_regions()))
    return false;
  bool optional = false;
  for (const Directive& directive : op_format(definition).directives) {
    if (directive.kind == Kind::kOptionalBegin) optional = true;
    if (directive.kind == Kind::kOptionalEnd) optional = false;
    if (directive.kind >= Kind::kInteger64 && directive.kind <= Kind::kTyped) {
      const Attribute value = op.attribute(directive.text);
      if (value ? !has_kind(value, directive.kind) : !optional) return false;
    }
  }
  return true;
}

void OpPrinter::directive(const Operation& op, const Directive& directive) {
  const Attribute value = op.attribute(directive.text);
  switch (directive.kind) {
    case Kind::kInteger64:
    case Kind::kInteger32:
      text_ += std::to_string(value.get<IntegerAttr>().value);
      break;
    case Kind::kList:
      text_ += print_integers(value.get<DenseArrayAttr>().integers);
      break;
    case Kind::kIndexList:
      text_ += print_integers(*integers_of(value));
      break;
    case Kind::kBool:
      text_ += value.get<BoolAttr>().value ? "true" : "false";
      break;
    case Kind::kString:
      text_ += print_quoted(value.get<StringAttr>().value);
      break;
    case Kind::kSymbol:
      text_ += print_symbol(value.get<SymbolAttr>());
      break;
    case Kind::kEnum:
      text_ += value.get<EnumAttr>().value;
      break;
    case Kind::kEnums:
      text_ += enum_list(value.get<ArrayAttr>());
      break;
    case Kind::kDense:
    case Kind::kTyped:
      text_ += print_attribute(value);
      break;
    default:
      break;
  }
}

void OpPrinter::formatted(const Operation& op, const OpDefinition& definition) {
  const OpFormat& format = op_format(definition);
  std::vector<std::string_view> shown;
  for (const Directive& each : format.directives)
    if (each.kind >= Kind::kInteger64 && each.kind <= Kind::kTyped) shown.push_back(each.text);
  std::size_t next_operand = 0;
  bool space = true;  // before the next piece
  for (std::size_t i = 0; i < format.directives.size(); ++i) {
    const Directive& each = format.directives[i];
    if (each.kind == Kind::kOptionalBegin) {
      std::size_t attribute = i;
      while (format.directives[attribute].kind < Kind::kInteger64 || format.directives[attribute].kind > Kind::kTyped)
        ++attribute;
      const Attribute value = op.attribute(format.directives[attribute].text);
      if (!value || is_default(format.directives[attribute].text, value, op))
        while (format.directives[i].kind != Kind::kOptionalEnd) ++i;
      continue;
    }
    if (each.kind == Kind::kOptionalEnd) continue;
    if (each.kind == Kind::kAttributes) {
      attributes_except(op, shown);
      continue;
    }
    if (each.kind == Kind::kTypes) {
      types(op, format.types);
      continue;
    }
    const bool closes = each.kind == Kind::kLiteral && (each.text == "," || each.text == "]" || each.text == ")" ||
                                                        each.text == "[" || each.text == "(");
    if (space && !closes) text_ += ' ';
    space = true;
    if (each.kind == Kind::kLiteral) {
      text_ += each.text;
      space = each.text != "[" && each.text != "(";
    } else if (each.kind == Kind::kOperand) {
      value(op.operand(next_operand++));
    } else if (each.kind == Kind::kOperands) {
      if (op.num_operands() == 0 && op.name() != "stablehlo.after_all") text_.pop_back();
      operands(op, next_operand, op.num_operands() - next_operand);
    } else {
      directive(op, each);
    }
  }
}

void OpPrinter::types(const Operation& op, TypeClause clause) {
  if (clause == TypeClause::kNone || clause == TypeClause::kWitnessOnly) return;
  if (clause == TypeClause::kOperands && op.num_operands() == 0) return;
  text_ += " : ";
  const auto operand_types = op.operand_types();
  const auto result_types = op.result_types();
  switch (clause) {
    case TypeClause::kSame:
      if (all_same(op))
        text_ += print_type(result_types[0]);
      else
        functional_types(op);
      break;
    case TypeClause::kResult:
    case TypeClause::kTuple:
    case TypeClause::kElements:
      text_ += print_type(result_types[0]);
      break;
    case TypeClause::kComplex: {
      const auto* complex = element_type(result_types[0]).get_if<ComplexType>();
      const Type part = complex ? with_element_type(result_types[0], complex->element) : Type();
      if (complex && operand_types[0] == part && operand_types[1] == part)
        text_ += print_type(result_types[0]);
      else
        functional_types(op);
      break;
    }
    case TypeClause::kSelect:
      if (operand_types[1] == result_types[0] && operand_types[2] == result_types[0])
        text_ += print_type(operand_types[0]) + ", " + print_type(result_types[0]);
      else
        functional_types(op);
      break;
    case TypeClause::kOperands:
    case TypeClause::kWitness:
      text_ += print_types(operand_types);
      break;
    case TypeClause::kFirst:
    case TypeClause::kDim:
      text_ += print_type(operand_types[0]);
      break;
    case TypeClause::kListArrow:
      text_ += print_types(operand_types) + " -> " + print_result_types(result_types);
      break;
    case TypeClause::kTo:
      text_ += print_types(operand_types) + " to " + print_types(result_types);
      break;
    default:
      functional_types(op);
      break;
  }
}

}  // namespace qgpu::stablehlo
