#include <fmt/format.h>

#include "host/stablehlo/text/op_parser.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

using Kind = Directive::Kind;

Type witness_type() { return OpaqueType{"!shape.witness"}; }

}  // namespace

void OpParser::optional_attributes(OpDraft& draft) {
  if (at("{")) attribute_dictionary(draft.attributes, false);
}

void OpParser::functional_types(OpDraft& draft) {
  FunctionType type = function_type();
  draft.operand_types = std::move(type.inputs);
  draft.result_types = std::move(type.results);
}

Attribute OpParser::enum_value(std::string_view name) { return stablehlo_enum(std::string(name), word("enum value")); }

Attribute OpParser::enum_list(std::string_view name) {
  ArrayAttr values;
  expect("[");
  list_until("]", [&] { values.elements.push_back(enum_value(name)); });
  return values;
}

void OpParser::attribute_directive(OpDraft& draft, const Directive& directive) {
  const std::string name(directive.text);
  const Location start = location();
  Attribute value;
  switch (directive.kind) {
    case Kind::kInteger64:
      value = i64_attr(integer());
      break;
    case Kind::kInteger32: {
      const std::int64_t number = integer();
      if (number != static_cast<std::int32_t>(number)) fail_at(start, "integer value too large");
      value = i32_attr(number);
      break;
    }
    case Kind::kList:
      value = i64_array_attr(integer_list());
      break;
    case Kind::kIndexList: {
      const std::vector<std::int64_t> values = integer_list();
      value = DenseAttr{
          DenseElements::from_integers(tensor_type({static_cast<std::int64_t>(values.size())}, IndexType{}), values)};
      break;
    }
    case Kind::kBool:
      value = BoolAttr{boolean()};
      break;
    case Kind::kString:
      value = StringAttr{string()};
      break;
    case Kind::kSymbol:
      value = symbol();
      break;
    case Kind::kEnum:
      value = enum_value(directive.enum_name);
      break;
    case Kind::kEnums:
      value = enum_list(directive.enum_name);
      break;
    case Kind::kDense:
      value = dense_literal(&draft.attributes);
      break;
    case Kind::kTyped:
      value = attribute();
      break;
    default:
      break;
  }
  if (draft.attributes.contains(name)) fail_at(start, fmt::format("duplicate key '{}' in dictionary attribute", name));
  draft.attributes.set(name, std::move(value));
}

void OpParser::formatted(OpDraft& draft, const OpDefinition& definition) {
  const OpFormat& format = op_format(definition);
  for (std::size_t i = 0; i < format.directives.size(); ++i) {
    const Directive& directive = format.directives[i];
    switch (directive.kind) {
      case Kind::kOperand:
        draft.operands.push_back(operand());
        break;
      case Kind::kOperands:
        if (!at(TokenKind::kValue)) break;
        do draft.operands.push_back(operand());
        while (more_operands());
        break;
      case Kind::kOptionalBegin:
        // The first word of the group tells whether it is there.
        if (!at(format.directives[i + 1].text))
          while (format.directives[i].kind != Kind::kOptionalEnd) ++i;
        break;
      case Kind::kOptionalEnd:
        break;
      case Kind::kLiteral:
        expect(directive.text);
        break;
      case Kind::kAttributes:
        optional_attributes(draft);
        break;
      case Kind::kTypes:
        types(draft, format.types);
        break;
      default:
        attribute_directive(draft, directive);
        break;
    }
  }
}

// `%a, %b, dim = 0`: the comma before a keyword is no more operand.
bool OpParser::more_operands() {
  if (!at(",")) return false;
  const char* comma = token().spelling.data();
  advance();
  if (at(TokenKind::kValue)) return true;
  lexer_.reset(comma);
  advance();
  return false;
}

void OpParser::types(OpDraft& draft, TypeClause clause) {
  const std::size_t num_operands = draft.operands.size();
  if (clause == TypeClause::kWitnessOnly) {
    draft.result_types = {witness_type()};
    return;
  }
  if (clause == TypeClause::kNone) {
    const Attribute value = draft.attributes.get("value");
    Type type;
    if (const auto* dense = value.get_if<DenseAttr>())
      type = dense->elements.type();
    else if (const auto* integer = value.get_if<IntegerAttr>())
      type = integer->type;
    else if (const auto* floating = value.get_if<FloatAttr>())
      type = floating->type;
    else if (value.is<BoolAttr>())
      type = i1_type();
    else
      fail("expected a typed value");
    draft.operand_types.assign(num_operands, type);
    if (find_op_definition(draft.name)->results.count == 1) draft.result_types = {type};
    return;
  }
  if (clause == TypeClause::kOperands && num_operands == 0) return;
  expect(":");
  if (clause == TypeClause::kFunction ||
      ((clause == TypeClause::kSame || clause == TypeClause::kSelect || clause == TypeClause::kComplex) && at("("))) {
    functional_types(draft);
    return;
  }
  const Location start = location();
  switch (clause) {
    case TypeClause::kSame:
      draft.result_types = {type()};
      draft.operand_types.assign(num_operands, draft.result_types.front());
      break;
    case TypeClause::kResult:
      draft.result_types = {type()};
      break;
    case TypeClause::kOperands:
      draft.operand_types = type_list();
      break;
    case TypeClause::kFirst:
      draft.operand_types.assign(num_operands, type());
      break;
    case TypeClause::kTuple: {
      draft.result_types = {type()};
      const auto* tuple = draft.result_types.front().get_if<TupleType>();
      if (!tuple) fail_at(start, "expected tuple type");
      draft.operand_types = tuple->elements;
      break;
    }
    case TypeClause::kComplex: {
      draft.result_types = {type()};
      const Type element = element_type(draft.result_types.front());
      const auto* complex = element.get_if<ComplexType>();
      if (!complex) fail_at(start, "expected tensor with complex element type");
      draft.operand_types.assign(num_operands, with_element_type(draft.result_types.front(), complex->element));
      break;
    }
    case TypeClause::kSelect: {
      const Type predicate = type();
      expect(",");
      draft.result_types = {type()};
      draft.operand_types = {predicate, draft.result_types.front(), draft.result_types.front()};
      break;
    }
    case TypeClause::kListArrow:
      draft.operand_types = type_list();
      expect("->");
      draft.result_types = result_types();
      break;
    case TypeClause::kTo:
      draft.operand_types = type_list();
      expect("to");
      draft.result_types = type_list();
      break;
    case TypeClause::kWitness:
      draft.operand_types = type_list();
      draft.result_types = {witness_type()};
      break;
    case TypeClause::kDim:
      draft.operand_types = {type(), IndexType{}};
      draft.result_types = {IndexType{}};
      break;
    case TypeClause::kElements:
      draft.result_types = {type()};
      draft.operand_types.assign(num_operands, element_type(draft.result_types.front()));
      break;
    default:
      break;
  }
}

void OpParser::pretty(OpDraft& draft, const OpDefinition& definition) {
  if (definition.format.starts_with('@'))
    special(draft, definition.format);
  else
    formatted(draft, definition);
}

}  // namespace qgpu::stablehlo
