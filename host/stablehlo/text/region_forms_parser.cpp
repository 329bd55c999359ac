#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/stablehlo/ir/builder.hpp"
#include "host/stablehlo/text/op_parser.hpp"

// Pretty forms of ops with regions: while, reduce, shape.assuming, functions, modules.
namespace qgpu::stablehlo {

// `(%it = %0, ..) : T, .. [attributes {..}] cond {..} do {..}`: both regions take the same arguments.
void OpParser::while_form(OpDraft& draft) {
  std::vector<OperandName> names;
  expect("(");
  list_until(")", [&] {
    names.push_back(operand());
    expect("=", "after the name of a loop value");
    draft.operands.push_back(operand());
  });
  if (consume(":")) draft.operand_types = type_list();
  if (draft.operand_types.size() != names.size())
    fail(fmt::format("expected {} types for {} loop values", names.size(), names.size()));
  draft.result_types = draft.operand_types;
  if (consume("attributes")) attribute_dictionary(draft.attributes, false);
  std::vector<std::pair<OperandName, Type>> arguments;
  arguments.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) arguments.emplace_back(names[i], draft.operand_types[i]);
  expect("cond");
  draft.regions.push_back(region(arguments));
  expect("do");
  draft.regions.push_back(region(arguments));
}

// What `applies OP` stands for: a region of two scalars, the op, and its return.
std::unique_ptr<Region> OpParser::short_reducer(const std::string& op_name, const Type& element, Location at) {
  constexpr std::array<std::string_view, 7> kCommutative = {"add",      "and", "maximum", "minimum",
                                                            "multiply", "or",  "xor"};
  const std::string_view dialect = "stablehlo.";
  const bool known =
      op_name.starts_with(dialect) &&
      std::ranges::find(kCommutative, std::string_view(op_name).substr(dialect.size())) != kCommutative.end();
  if (!known)
    fail_at(at,
            "expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, "
            "producing single result");
  auto region = std::make_unique<Region>(nullptr);
  Block& block = region->add_block();
  const Type scalar = scalar_tensor(element);
  Value* lhs = block.add_argument(scalar, at);
  Value* rhs = block.add_argument(scalar, at);
  Builder builder = Builder::at_end(block);
  builder.set_location(at);
  Value* combined = builder.create(op_name, {lhs, rhs}, scalar);
  builder.create_op("stablehlo.return", {combined}, {});
  return region;
}

// `(%x init: %i), (%y init: %j) [applies OP] across dimensions = [..] {..} : types [reducer(%a: T, %b: T) .. {..}]`
void OpParser::reduce_form(OpDraft& draft) {
  std::vector<OperandName> inits;
  const auto pair = [&] {
    expect("(");
    draft.operands.push_back(operand());
    expect("init");
    expect(":");
    inits.push_back(operand());
    expect(")");
  };
  pair();
  while (consume(",")) pair();
  const std::size_t num_inputs = inits.size();
  for (OperandName& init : inits) draft.operands.push_back(std::move(init));

  std::string applied;
  Location applied_at;
  if (consume("applies")) {
    applied_at = location();
    applied = word("the name of an op");
  }
  expect("across");
  expect("dimensions");
  expect("=");
  draft.attributes.set("dimensions", i64_array_attr(integer_list()));
  optional_attributes(draft);
  expect(":");
  functional_types(draft);
  if (!applied.empty()) {
    if (draft.operand_types.empty()) fail_at(draft.location, "expected the type of an operand");
    draft.regions.push_back(short_reducer(applied, element_type(draft.operand_types.front()), applied_at));
    return;
  }

  // One pair of parentheses for each input: its accumulator and its element.
  expect("reducer");
  std::vector<std::pair<OperandName, Type>> accumulators, elements;
  const auto typed_name = [&](std::vector<std::pair<OperandName, Type>>& into) {
    OperandName name = operand();
    expect(":");
    into.emplace_back(std::move(name), type());
    skip_location();
  };
  do {
    expect("(");
    typed_name(accumulators);
    expect(",");
    typed_name(elements);
    expect(")");
  } while (at("("));
  if (accumulators.size() != num_inputs) fail("expected a pair of reducer arguments for each input");
  std::move(elements.begin(), elements.end(), std::back_inserter(accumulators));
  draft.regions.push_back(region(accumulators));
}

// `%w -> (T) { .. shape.assuming_yield .. }`
void OpParser::assuming_form(OpDraft& draft) {
  draft.operands = {operand()};
  draft.operand_types = {OpaqueType{"!shape.witness"}};
  if (consume("->")) draft.result_types = result_types();
  draft.regions.push_back(region({}));
  optional_attributes(draft);
}

void OpParser::module_form(OpDraft& draft) {
  if (at(TokenKind::kSymbol)) draft.attributes.set("sym_name", StringAttr{symbol_name().root});
  if (consume("attributes")) attribute_dictionary(draft.attributes, false);
  draft.regions.push_back(region({}, true));
}

void OpParser::function_form(OpDraft& draft) {
  for (const std::string_view visibility : {"public", "private", "nested"})
    if (at(visibility)) draft.attributes.set("sym_visibility", StringAttr{word("visibility")});
  draft.attributes.set("sym_name", StringAttr{symbol_name().root});

  FunctionType function;
  std::vector<std::pair<OperandName, Type>> arguments;
  ArrayAttr argument_attributes, result_attributes;
  bool any_argument_attribute = false, any_result_attribute = false;
  const auto attributes_of = [&](ArrayAttr& into, bool& any) {
    DictionaryAttr dictionary;
    if (at("{")) attribute_dictionary(dictionary.entries, false);
    any = any || !dictionary.entries.empty();
    into.elements.push_back(std::move(dictionary));
    skip_location();
  };
  expect("(");
  list_until(")", [&] {
    if (at(TokenKind::kValue)) {
      const Location start = location();
      if (arguments.size() != function.inputs.size()) fail("expected type instead of SSA identifier");
      OperandName name = operand();
      expect(":");
      arguments.emplace_back(std::move(name), type());
      arguments.back().first.location = start;
      function.inputs.push_back(arguments.back().second);
    } else {
      if (!arguments.empty()) fail("expected SSA identifier");
      function.inputs.push_back(type());
    }
    attributes_of(argument_attributes, any_argument_attribute);
  });
  if (consume("->")) {
    if (consume("(")) {
      list_until(")", [&] {
        function.results.push_back(type());
        attributes_of(result_attributes, any_result_attribute);
      });
    } else {
      function.results = result_types();
      result_attributes.elements.resize(1, DictionaryAttr{});
    }
  }
  draft.attributes.set("function_type", TypeAttr{Type(function)});
  if (any_argument_attribute) draft.attributes.set("arg_attrs", std::move(argument_attributes));
  if (any_result_attribute) draft.attributes.set("res_attrs", std::move(result_attributes));
  if (consume("attributes")) attribute_dictionary(draft.attributes, false);
  if (at("{")) {
    if (arguments.size() != function.inputs.size()) fail("a function with a body needs names for its arguments");
    draft.regions.push_back(region(arguments, true));
    // An empty body is an error of the verifier, not the absence of one.
    if (draft.regions.back()->empty()) draft.regions.back()->add_block();
  } else {
    draft.regions.push_back(std::make_unique<Region>(nullptr));
  }
}

void OpParser::call_form(OpDraft& draft) {
  draft.attributes.set("callee", symbol());
  expect("(");
  draft.operands = operands_until(")");
  optional_attributes(draft);
  expect(":");
  functional_types(draft);
}

// `%f(%a) : (T) -> T`, where %f is of that very type.
void OpParser::call_indirect_form(OpDraft& draft) {
  draft.operands = {operand()};
  expect("(");
  for (OperandName& argument : operands_until(")")) draft.operands.push_back(std::move(argument));
  optional_attributes(draft);
  expect(":");
  FunctionType type = function_type();
  draft.operand_types = {Type(type)};
  draft.operand_types.insert(draft.operand_types.end(), type.inputs.begin(), type.inputs.end());
  draft.result_types = std::move(type.results);
}

}  // namespace qgpu::stablehlo
