#include <array>
#include <string_view>

#include "host/stablehlo/ir/ir.hpp"

namespace qgpu::stablehlo {

Module::Module() : op_(Operation::create({}, "builtin.module", {}, {}, {}, 1)) { op_->region(0).add_block(); }

std::vector<Operation*> Module::functions() const {
  std::vector<Operation*> all;
  for (Operation& op : body())
    if (op.name() == "func.func") all.push_back(&op);
  return all;
}

Operation* Module::find_function(std::string_view name) const {
  for (Operation* function : functions())
    if (function_name(*function) == name) return function;
  return nullptr;
}

Module Module::clone() const {
  ValueMap map;
  return Module(stablehlo::clone(*op_, map));
}

std::string function_name(const Operation& function) { return function.string_attribute("sym_name").value_or(""); }

const FunctionType& function_type(const Operation& function) {
  const auto* attribute = function.attribute_if<TypeAttr>("function_type");
  if (!attribute) throw internal_error("stablehlo: a function has no function_type");
  return attribute->type.get<FunctionType>();
}

bool has_body(const Operation& function) { return function.num_regions() == 1 && !function.region(0).empty(); }

Block& function_body(const Operation& function) {
  if (!has_body(function)) throw internal_error("stablehlo: a function declaration has no body");
  return function.region(0).front();
}

void update_function_type(Operation& function) {
  Block& body = function_body(function);
  FunctionType type;
  for (const Value* argument : body.arguments()) type.inputs.push_back(argument->type());
  if (const Operation* end = body.terminator()) type.results = end->operand_types();
  function.set_attribute("function_type", TypeAttr{std::move(type)});
}

void walk(Operation& root, const std::function<void(Operation&)>& visit) {
  visit(root);
  for (std::size_t r = 0; r < root.num_regions(); ++r)
    for (std::size_t b = 0; b < root.region(r).num_blocks(); ++b)
      for (Operation& op : root.region(r).block(b)) walk(op, visit);
}

void walk(const Operation& root, const std::function<void(const Operation&)>& visit) {
  visit(root);
  for (std::size_t r = 0; r < root.num_regions(); ++r)
    for (std::size_t b = 0; b < root.region(r).num_blocks(); ++b)
      for (const Operation& op : std::as_const(root.region(r).block(b))) walk(op, visit);
}

std::vector<Operation*> collect(Operation& root) {
  std::vector<Operation*> all;
  walk(root, [&](Operation& op) { all.push_back(&op); });
  return all;
}

std::unique_ptr<Operation> clone(const Operation& op, ValueMap& map) {
  std::vector<Value*> operands = op.operands();
  for (Value*& operand : operands)
    if (const auto found = map.find(operand); found != map.end()) operand = found->second;
  auto copy =
      Operation::create(op.location(), op.name(), operands, op.result_types(), op.attributes(), op.num_regions());
  for (std::size_t i = 0; i < op.num_results(); ++i) map[op.result(i)] = copy->result(i);
  for (std::size_t r = 0; r < op.num_regions(); ++r) {
    for (std::size_t b = 0; b < op.region(r).num_blocks(); ++b) {
      Block& block = copy->region(r).add_block();
      for (Value* argument : op.region(r).block(b).arguments())
        map[argument] = block.add_argument(argument->type(), argument->location());
      for (const Operation& inner : std::as_const(op.region(r).block(b))) block.insert(clone(inner, map));
    }
  }
  return copy;
}

namespace {

constexpr std::array<std::string_view, 16> kEffects = {"stablehlo.all_gather",
                                                       "stablehlo.all_reduce",
                                                       "stablehlo.all_to_all",
                                                       "stablehlo.collective_broadcast",
                                                       "stablehlo.collective_permute",
                                                       "stablehlo.composite",
                                                       "stablehlo.infeed",
                                                       "stablehlo.outfeed",
                                                       "stablehlo.recv",
                                                       "stablehlo.reduce_scatter",
                                                       "stablehlo.return",
                                                       "stablehlo.rng",
                                                       "stablehlo.rng_bit_generator",
                                                       "stablehlo.send",
                                                       "stablehlo.trace",
                                                       "chlo.ragged_dot"};

bool is_pure(const Operation& op) {
  if (op.name() == "stablehlo.custom_call")
    return !op.bool_attribute("has_side_effect") && op.attributes().contains("has_side_effect");
  for (const std::string_view name : kEffects)
    if (op.name() == name) return false;
  const std::string_view dialect = op.dialect();
  if (dialect == "shape") return op.name() != "shape.assuming_yield" && !op.name_in_dialect().starts_with("cstr_");
  return dialect == "stablehlo" || dialect == "chlo" || dialect == "tosa" || dialect == "arith" || dialect == "tensor";
}

}  // namespace

bool is_dead(const Operation& op) {
  if (op.has_uses() || op.num_results() == 0) return false;
  if (!is_pure(op)) return false;
  bool pure = true;
  for (std::size_t r = 0; r < op.num_regions(); ++r)
    for (std::size_t b = 0; b < op.region(r).num_blocks(); ++b)
      for (const Operation& inner : std::as_const(op.region(r).block(b)))
        walk(inner, [&](const Operation& nested) {
          pure = pure &&
                 (is_pure(nested) || nested.name() == "stablehlo.return" || nested.name() == "shape.assuming_yield");
        });
  return pure;
}

}  // namespace qgpu::stablehlo
