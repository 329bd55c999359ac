#include <unordered_set>

#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

// Functions, calls, returns, branches, loops, tuples.
namespace qgpu::stablehlo {
namespace {

void function(const OpChecks& checks) {
  if (!has_body(checks.op())) return;
  const Operation* end = function_body(checks.op()).terminator();
  if (!end) checks.fail("empty block: expect at least a terminator");
  if (!end->name().ends_with("return"))
    checks.fail("block with no terminator, has {}", print_operation(*end, {.generic = true}));
}

void function_return(const OpChecks& checks) {
  const Operation* parent = checks.op().parent_op();
  if (!parent || parent->name() != "func.func") checks.fail_op("expects parent op 'func.func'");
  if (checks.op().next()) checks.fail_op("must be the last operation in the parent block");
  const FunctionType& type = function_type(*parent);
  const std::string name = function_name(*parent);
  if (type.results.size() != checks.num_operands())
    checks.fail_op("has {} operands, but enclosing function (@{}) returns {}", checks.num_operands(), name,
                   type.results.size());
  for (std::size_t i = 0; i < type.results.size(); ++i)
    if (type.results[i] != checks.operand_type(i))
      checks.fail("type of return operand {} ('{}') doesn't match function result type ('{}') in function @{}", i,
                  print_type(checks.operand_type(i)), print_type(type.results[i]), name);
}

void module(const OpChecks& checks) {
  std::unordered_set<std::string> names;
  if (checks.op().region(0).empty()) return;
  for (const Operation& op : std::as_const(checks.op().region(0).front()))
    if (op.name() == "func.func" && !names.insert(function_name(op)).second)
      checks.fail_at(op.location(), fmt::format("redefinition of symbol named '{}'", function_name(op)));
}

const Operation* callee(const OpChecks& checks, const std::string& name) {
  const Operation* module = checks.op().parent_op();
  while (module && module->name() != "builtin.module") module = module->parent_op();
  if (!module) return nullptr;
  for (const Operation& op : std::as_const(module->region(0).front()))
    if (op.name() == "func.func" && function_name(op) == name) return &op;
  return nullptr;
}

void call(const OpChecks& checks) {
  const std::string name = checks.op().attribute_if<SymbolAttr>("callee")->root;
  const Operation* target = callee(checks, name);
  if (!target) checks.fail_op("'{}' does not reference a valid function", name);
  const FunctionType& type = function_type(*target);
  if (type.inputs.size() != checks.num_operands()) checks.fail_op("incorrect number of operands for callee");
  for (std::size_t i = 0; i < type.inputs.size(); ++i)
    if (type.inputs[i] != checks.operand_type(i))
      checks.fail_op("operand type mismatch: expected operand type '{}', but provided '{}' for operand number {}",
                     print_type(type.inputs[i]), print_type(checks.operand_type(i)), i);
  if (type.results.size() != checks.op().num_results()) checks.fail_op("incorrect number of results for callee");
  for (std::size_t i = 0; i < type.results.size(); ++i)
    if (type.results[i] != checks.result_type(i)) checks.fail_op("result type mismatch at index {}", i);
}

const Operation& region_end(const OpChecks& checks, std::size_t index) {
  const Region& region = checks.op().region(index);
  if (region.num_blocks() != 1) checks.fail_op("region #{} failed to verify constraint: region with 1 blocks", index);
  const Operation* end = region.front().terminator();
  if (!end || end->name() != "stablehlo.return") checks.fail_op("region #{} must end with a stablehlo.return", index);
  return *end;
}

void branches(const OpChecks& checks) {
  for (std::size_t r = 0; r < checks.op().num_regions(); ++r) {
    const Operation& end = region_end(checks, r);
    if (checks.op().region(r).front().num_arguments() != 0)
      checks.fail("branch {} must have 0 arguments, but found {}", r, checks.op().region(r).front().num_arguments());
    bool same = end.num_operands() == checks.op().num_results();
    for (std::size_t i = 0; same && i < end.num_operands(); ++i)
      same = compatible_types(end.operand(i)->type(), checks.result_type(i));
    if (!same)
      checks.fail_op("inferred type(s) '{}' are incompatible with return type(s) of operation '{}'",
                     print_types(end.operand_types()), print_types(checks.op().result_types()));
  }
}

void loop(const OpChecks& checks) {
  for (std::size_t r = 0; r < 2; ++r) {
    region_end(checks, r);
    const Block& block = checks.op().region(r).front();
    const std::string_view which = r == 0 ? "condition" : "body";
    if (block.num_arguments() != checks.num_operands())
      checks.fail("expect {} {} arguments, but found {}", checks.num_operands(), which, block.num_arguments());
    for (std::size_t i = 0; i < block.num_arguments(); ++i)
      if (!compatible_types(block.argument(i)->type(), checks.operand_type(i)))
        checks.fail("expect operands to be compatible with {} block arguments but got '{}' vs '{}'", which,
                    print_type(checks.operand_type(i)), print_type(block.argument(i)->type()));
  }
  const Operation& condition = region_end(checks, 0);
  const Operation& body = region_end(checks, 1);
  if (condition.num_operands() != 1 || element_type(condition.operand(0)->type()) != i1_type() ||
      !compatible_shapes(condition.operand(0)->type(), scalar_tensor(i1_type())))
    checks.fail("expect condition block return a zero-ranked tensor of i1 but got '{}'",
                print_types(condition.operand_types()));
  if (body.num_operands() != checks.num_operands())
    checks.fail("expect body block return {} values, but got {}", checks.num_operands(), body.num_operands());
  for (std::size_t i = 0; i < body.num_operands(); ++i)
    if (!compatible_types(body.operand(i)->type(), checks.operand_type(i)))
      checks.fail("expect operands to be compatible with body block return types but got '{}' vs '{}'",
                  print_type(checks.operand_type(i)), print_type(body.operand(i)->type()));
  if (checks.op().num_results() != checks.num_operands())
    checks.fail_op("expected {} results, but found {}", checks.num_operands(), checks.op().num_results());
  for (std::size_t i = 0; i < checks.op().num_results(); ++i) checks.expect_inferred(checks.operand_type(i), i);
}

void tuple(const OpChecks& checks) {
  const Type inferred = TupleType{checks.op().operand_types()};
  if (!compatible_types(inferred, checks.result_type()))
    checks.fail_op("inferred type(s) '{}' are incompatible with return type(s) of operation '{}'", print_type(inferred),
                   print_type(checks.result_type()));
}

void get_tuple_element(const OpChecks& checks) {
  const auto* type = checks.operand_type(0).get_if<TupleType>();
  if (!type) checks.fail_op("operand #0 must be nested tuple, but got '{}'", print_type(checks.operand_type(0)));
  const std::int64_t index = checks.integer("index");
  if (index < 0)
    checks.fail_op(
        "attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is "
        "non-negative");
  if (index >= static_cast<std::int64_t>(type->elements.size()))
    checks.fail("index {} is out of bounds of operand with size {}", index, type->elements.size());
  checks.expect_inferred(type->elements[static_cast<std::size_t>(index)]);
}

void optimization_barrier(const OpChecks& checks) {
  if (checks.num_operands() != checks.op().num_results())
    checks.fail_op("requires the same number of operands and results");
  for (std::size_t i = 0; i < checks.num_operands(); ++i)
    if (!compatible_types(checks.operand_type(i), checks.result_type(i)))
      checks.fail_op("requires the same type for operand and result at index {}", i);
}

void composite(const OpChecks& checks) {
  const std::string name = checks.op().attribute_if<SymbolAttr>("decomposition")->root;
  const Operation* target = callee(checks, name);
  if (!target) checks.fail("'{}' does not reference a valid function", name);
  const FunctionType& type = function_type(*target);
  if (type.inputs.size() != checks.num_operands())
    checks.fail("has {} operand(s), but decomposition has {}", checks.num_operands(), type.inputs.size());
  for (std::size_t i = 0; i < type.inputs.size(); ++i)
    if (!compatible_types(type.inputs[i], checks.operand_type(i)))
      checks.fail("operand at index {} has type '{}', but decomposition has type '{}'", i,
                  print_type(checks.operand_type(i)), print_type(type.inputs[i]));
  if (type.results.size() != checks.op().num_results())
    checks.fail("has {} result(s), but decomposition has {}", checks.op().num_results(), type.results.size());
}

}  // namespace

void verify_control_flow(const OpChecks& checks) {
  struct Rule {
    std::string_view op;
    void (*verify)(const OpChecks&);
  };
  static constexpr Rule kRules[] = {
      {"builtin.module", module},
      {"func.func", function},
      {"func.return", function_return},
      {"func.call", call},
      {"stablehlo.if", branches},
      {"stablehlo.case", branches},
      {"stablehlo.while", loop},
      {"stablehlo.tuple", tuple},
      {"stablehlo.get_tuple_element", get_tuple_element},
      {"stablehlo.optimization_barrier", optimization_barrier},
      {"stablehlo.composite", composite},
  };
  for (const Rule& rule : kRules)
    if (rule.op == checks.name()) rule.verify(checks);
}

}  // namespace qgpu::stablehlo
