#include "host/stablehlo/text/op_parser.hpp"

#include <fmt/format.h>

#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

/// The dialects whose ops all are in the table: an unknown name there is a mistake.
bool is_closed_dialect(std::string_view name) { return name.starts_with("stablehlo.") || name.starts_with("chlo."); }

/// Check ops are generic to most tools, which keep apart what was a property and what was not.
bool is_check(std::string_view name) { return name.starts_with("check."); }

std::string full_name(std::string_view word) {
  if (word == "return" || word == "call" || word == "call_indirect") return "func." + std::string(word);
  if (word == "module") return "builtin.module";
  return std::string(word);
}

}  // namespace

void OpParser::skip_location() {
  if (!at("loc")) return;
  advance();
  expect("(", "in location");
  for (int open = 1; open > 0; advance()) {
    if (at(TokenKind::kEnd) || at(TokenKind::kError)) fail("expected ')' in location");
    open += at("(") - at(")");
  }
}

OperandName OpParser::operand() {
  const Location start = location();
  OperandName name{std::string(expect(TokenKind::kValue, "SSA operand").spelling), 0, start};
  if (at(TokenKind::kHash)) {
    const auto number = parse_integer(token().spelling.substr(1));
    if (!number) fail("expected a result number after '#'");
    name.number = *number;
    advance();
  }
  return name;
}

std::vector<OperandName> OpParser::operands_until(std::string_view close) {
  std::vector<OperandName> names;
  list_until(close, [&] { names.push_back(operand()); });
  return names;
}

std::vector<OpParser::ResultName> OpParser::result_names() {
  std::vector<ResultName> names;
  if (!at(TokenKind::kValue)) return names;
  do {
    const Location start = location();
    ResultName name{std::string(expect(TokenKind::kValue, "SSA value name").spelling), 1, start};
    if (consume(":")) {
      const auto count = parse_integer(expect(TokenKind::kInteger, "integer number of results").spelling);
      if (!count || *count == 0) fail_at(start, "expected named operation to have at least 1 result");
      name.count = *count;
    }
    names.push_back(std::move(name));
  } while (consume(","));
  expect("=", "after SSA name");
  return names;
}

void OpParser::bind(const std::string& name, Location at, std::vector<Value*> values) {
  for (std::size_t i = isolation_.back(); i < scopes_.size(); ++i)
    if (scopes_[i].contains(name)) fail_at(at, fmt::format("redefinition of SSA value '{}'", name));
  scopes_.back()[name] = {std::move(values)};
}

// Results of an op that did not read are bound to nothing; their number is unknown.
void OpParser::bind_results(const std::vector<ResultName>& names, Operation* op) {
  std::size_t next = 0;
  for (const ResultName& name : names) {
    std::vector<Value*> values;
    for (std::size_t i = 0; op && i < name.count; ++i) values.push_back(op->result(next++));
    bind(name.name, name.location, std::move(values));
  }
}

Value* OpParser::find(const OperandName& name) {
  for (std::size_t i = scopes_.size(); i-- > isolation_.back();) {
    const auto found = scopes_[i].find(name.name);
    if (found == scopes_[i].end()) continue;
    const auto& values = found->second.values;
    if (values.empty()) return nullptr;
    if (name.number >= values.size()) fail_at(name.location, "reference to invalid result number");
    return values[name.number];
  }
  fail_at(name.location, fmt::format("use of undeclared SSA value name '{}'", name.name));
}

Operation* OpParser::finish(Block& block, OpDraft& draft, const std::vector<ResultName>& names) {
  if (draft.operands.size() != draft.operand_types.size())
    fail_at(draft.location, fmt::format("expected {} operand type{} but had {}", draft.operands.size(),
                                        draft.operands.size() == 1 ? "" : "s", draft.operand_types.size()));
  std::vector<Value*> operands;
  bool broken = false;
  for (std::size_t i = 0; i < draft.operands.size(); ++i) {
    Value* value = find(draft.operands[i]);
    broken = broken || !value;
    if (value && value->type() != draft.operand_types[i])
      fail_at(draft.operands[i].location,
              fmt::format("use of value '{}' expects different type than prior uses: '{}' vs '{}'",
                          draft.operands[i].name, print_type(draft.operand_types[i]), print_type(value->type())));
    operands.push_back(value);
  }
  std::size_t named = 0;
  for (const ResultName& name : names)
    if (__builtin_add_overflow(named, name.count, &named)) fail_at(name.location, "too many results");
  if (!names.empty() && named != draft.result_types.size())
    fail_at(names.front().location, draft.result_types.empty()
                                        ? std::string("cannot name an operation with no results")
                                        : fmt::format("operation defines {} results but was provided {} to bind",
                                                      draft.result_types.size(), named));
  if (broken) {
    bind_results(names, nullptr);
    return nullptr;
  }
  auto op = Operation::create(draft.location, std::move(draft.name), operands, std::move(draft.result_types),
                              std::move(draft.attributes), 0);
  for (auto& region : draft.regions) op->adopt_region(std::move(region));
  Operation& made = block.insert(std::move(op));
  bind_results(names, &made);
  return &made;
}

void OpParser::generic(OpDraft& draft) {
  const OpDefinition* definition = find_op_definition(draft.name);
  if (!definition && is_closed_dialect(draft.name)) {
    const std::string_view dialect = std::string_view(draft.name).substr(0, draft.name.find('.'));
    fail_at(draft.location,
            fmt::format("unregistered operation '{}' found in dialect ('{}') that does not allow unknown operations",
                        draft.name, dialect));
  }
  expect("(", "to start operand list");
  draft.operands = operands_until(")");
  if (at("[")) fail("unsupported: successors of an op");
  if (consume("<")) {
    attribute_dictionary(draft.attributes, !definition || is_check(draft.name));
    expect(">", "to close properties");
  }
  if (consume("(")) {
    const bool isolated = draft.name == "func.func" || draft.name == "builtin.module";
    list_until(")", [&] { draft.regions.push_back(region({}, isolated)); });
  }
  if (at("{")) attribute_dictionary(draft.attributes, false);
  expect(":", "followed by operation type");
  FunctionType type = function_type();
  draft.operand_types = std::move(type.inputs);
  draft.result_types = std::move(type.results);
}

void OpParser::operation_after_results(Block& block, const std::vector<ResultName>& names) {
  OpDraft draft;
  draft.location = location();
  if (at(TokenKind::kString)) {
    draft.name = string();
    if (draft.name.empty()) fail_at(draft.location, "empty operation name is invalid");
    generic(draft);
  } else if (at(TokenKind::kWord)) {
    draft.name = full_name(token().spelling);
    const OpDefinition* definition = find_op_definition(draft.name);
    if (!definition) fail(fmt::format("custom op '{}' is unknown", draft.name));
    if (definition->format.empty()) fail(fmt::format("custom op '{}' has no custom assembly form", draft.name));
    advance();
    pretty(draft, *definition);
  } else {
    fail("expected operation name in quotes");
  }
  skip_location();
  check_structure(draft);
  finish(block, draft, names);
}

// What later code relies on without asking.
void OpParser::check_structure(const OpDraft& draft) {
  if (draft.name == "builtin.module") {
    if (draft.regions.size() != 1 || !draft.operands.empty())
      fail_at(draft.location, "'builtin.module' op requires one region");
    if (draft.regions[0]->empty()) draft.regions[0]->add_block();
    if (draft.regions[0]->num_blocks() != 1)
      fail_at(draft.location, "'builtin.module' op expects a region with 1 block");
  }
  if (draft.name != "func.func") return;
  const Attribute type = draft.attributes.get("function_type");
  const auto* function = type.get_if<TypeAttr>();
  if (!draft.attributes.get("sym_name").is<StringAttr>())
    fail_at(draft.location, "'func.func' op requires attribute 'sym_name'");
  if (!function || !function->type.is<FunctionType>())
    fail_at(draft.location, "'func.func' op requires attribute 'function_type'");
  if (draft.regions.size() != 1) fail_at(draft.location, "'func.func' op requires one region");
  if (draft.regions[0]->empty()) return;
  if (draft.regions[0]->num_blocks() != 1) fail_at(draft.location, "unsupported: a function of several blocks");
  const auto& inputs = function->type.get<FunctionType>().inputs;
  const Block& entry = draft.regions[0]->front();
  bool match = inputs.size() == entry.num_arguments();
  for (std::size_t i = 0; match && i < inputs.size(); ++i) match = inputs[i] == entry.argument(i)->type();
  if (!match) fail_at(draft.location, "'func.func' op entry block must have the arguments of the function type");
}

void OpParser::operation(Block& block) {
  std::vector<ResultName> names;
  try {
    names = result_names();
    operation_after_results(block, names);
  } catch (const ParseFailure&) {
    if (diagnostics().full()) throw;
    for (const ResultName& name : names) scopes_.back().try_emplace(name.name);
    recover();
  }
}

std::optional<Module> OpParser::module() {
  Module whole;
  scopes_.emplace_back();
  isolation_.push_back(0);
  try {
    while (!at(TokenKind::kEnd)) {
      if (at("{")) fail("unsupported: file metadata (dialect resources)");
      if (at(TokenKind::kExclaim) || at(TokenKind::kHash)) {
        alias_definition();
        continue;
      }
      if (at("}")) fail("expected operation name in quotes");
      operation(whole.body());
    }
  } catch (const ParseFailure&) {
  }
  if (diagnostics().has_errors()) return std::nullopt;
  if (whole.body().size() == 1 && whole.body().front().name() == "builtin.module")
    return Module(whole.body().front().remove());
  return whole;
}

std::optional<Module> parse_module(const Source& source, Diagnostics& diagnostics) {
  return OpParser(source, diagnostics).module();
}

std::optional<Module> read_module(const Source& source, Diagnostics& diagnostics) {
  auto module = parse_module(source, diagnostics);
  if (module && !verify(*module, diagnostics)) module.reset();
  return module;
}

}  // namespace qgpu::stablehlo
