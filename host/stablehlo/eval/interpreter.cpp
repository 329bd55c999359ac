#include "host/stablehlo/eval/interpreter.hpp"

#include <algorithm>
#include <stdexcept>

#include "host/stablehlo/eval/device_ops.hpp"
#include "host/stablehlo/eval/strips.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

namespace {

// A recursive program must not end this one.
constexpr int kDeepestCall = 1000;

bool is_terminator(std::string_view name) {
  return name == "stablehlo.return" || name == "func.return" || name == "return" || name == "shape.assuming_yield";
}

/// Ops that only hold or name a value: nothing for a device to do.
bool makes_no_arithmetic(const Operation& op) {
  return op.name() == "stablehlo.constant" || op.name() == "stablehlo.reshape" ||
         op.name() == "stablehlo.bitcast_convert" || op.name() == "stablehlo.custom_call" || op.dialect() == "check" ||
         op.dialect() == "func";
}

/// True if every use is an op of the block that defines the value: then the last of them may free its elements. (An op
/// in a region may run many times.)
bool used_only_beside(const Value& value, const Block& block) {
  const auto uses = value.uses();
  return std::all_of(uses.begin(), uses.end(), [&](const OpOperand* use) { return use->owner()->block() == &block; });
}

/// Ops trust the types that the program states; this makes them true. (A value of a dynamic type can only come through
/// a call or a region.)
void check_fits(const Literal& literal, const Type& type) {
  const auto* tensor = type.get_if<TensorType>();
  if ((tensor != nullptr) != literal.is_tensor()) throw internal_error("stablehlo: a tensor in place of another value");
  if (tensor == nullptr) return;
  if (!tensor->is_static()) throw file_error("unsupported: value of type " + print_type(type));
  if (literal.shape() != tensor->shape || literal.format().bytes() != format_of(tensor->element).bytes())
    throw file_error("a value of type " + print_type(literal.type()) + ": expected " + print_type(type));
}

}  // namespace

OpFunction find_op(std::string_view name) {
  static const auto table = [] {
    std::unordered_map<std::string_view, OpFunction> all;
    for (auto family : {elementwise_ops(), conversion_ops(), complex_ops(), dot_ops(), convolution_ops(),
                        data_movement_ops(), gather_scatter_ops(), reduction_ops(), sort_ops(), control_flow_ops(),
                        check_ops(), tosa_ops(), triangular_solve_ops()}) {
      for (const OpEntry& entry : family) all.emplace(entry.name, entry.function);
    }
    return all;
  }();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

const Operation& Interpreter::function(std::string_view name) const {
  const Operation* found = module_.find_function(name);
  if (found == nullptr || !has_body(*found))
    throw file_error("function @" + std::string(name) + ": not in the program");
  return *found;
}

std::vector<Literal> Interpreter::call(const Operation& function, std::span<const Literal> arguments) {
  if (depth_ >= kDeepestCall) throw file_error("function @" + function_name(function) + ": calls nest too deep");
  ++depth_;
  // A function sees none of its caller's values.
  auto outer = std::exchange(values_, {});
  auto outer_uses = std::exchange(uses_left_, {});
  auto results = run_block(function_body(function), arguments);
  values_ = std::move(outer);
  uses_left_ = std::move(outer_uses);
  --depth_;
  return results;
}

std::vector<Literal> Interpreter::run_region(const Region& region, std::span<const Literal> arguments) {
  if (region.num_blocks() != 1) throw file_error("unsupported: region of several blocks");
  return run_block(region.front(), arguments);
}

const Literal& Interpreter::lookup(const Value& value) const {
  const auto found = values_.find(&value);
  if (found == values_.end()) throw internal_error("stablehlo: a value is used before it is computed");
  return found->second;
}

std::vector<Literal> Interpreter::evaluate(const Operation& op, std::span<const Literal> operands) {
  const OpCall call{op, operands, *this};
  if (options_.use_device) {
    if (auto results = run_on_device(call)) return *std::move(results);
    if (!makes_no_arithmetic(op)) cpu_ops_.insert(op.name());
  }
  const OpFunction evaluate_op = find_op(op.name());
  if (evaluate_op == nullptr) throw file_error("unsupported: " + op.name());
  try {
    return evaluate_op(call);
  } catch (const std::out_of_range&) {  // an attribute that the verifier does not know, past the end of a list
    throw file_error(op.name() + ": its attributes do not fit its operands");
  }
}

std::vector<Literal> Interpreter::take_operands(const Operation& op) {
  std::vector<Literal> operands;
  operands.reserve(op.num_operands());
  for (std::size_t i = 0; i < op.num_operands(); ++i) operands.push_back(lookup(*op.operand(i)));
  for (std::size_t i = 0; i < op.num_operands(); ++i) {
    const auto left = uses_left_.find(op.operand(i));
    if (left != uses_left_.end() && --left->second == 0) {
      values_.erase(op.operand(i));
      uses_left_.erase(left);
    }
  }
  return operands;
}

void Interpreter::keep_result(const Value& value, Literal literal, const Block& block, std::size_t uses) {
  check_fits(literal, value.type());
  // Bodies of reductions hold scalars and run once an element: keeping their values costs less than counting uses.
  const bool release = block.parent_op() != nullptr && block.parent_op()->name() == "func.func";
  if (release && used_only_beside(value, block)) {
    if (uses == 0) return;
    uses_left_[&value] = uses;
  }
  values_[&value] = std::move(literal);
}

void Interpreter::run_op(const Operation& op, const Block& block) {
  const std::vector<Literal> operands = take_operands(op);
  auto results = evaluate(op, operands);
  if (results.size() != op.num_results()) throw internal_error("stablehlo: " + op.name() + ": wrong number of results");
  for (std::size_t i = 0; i < results.size(); ++i)
    keep_result(*op.result(i), std::move(results[i]), block, op.result(i)->num_uses());
}

void Interpreter::run_strips(const StripRun& run, const Block& block) {
  for (const Operation* op : run.scalar_ops()) run_op(*op, block);
  std::vector<Literal> inputs;
  inputs.reserve(run.inputs().size());
  for (const Value* value : run.inputs()) inputs.push_back(lookup(*value));
  std::vector<Literal> outputs = run.run(inputs, *this);
  std::unordered_map<const Value*, std::size_t> uses;
  for (const Value* value : run.outputs()) uses[value] = value->num_uses();
  for (const Operation* op : run.steps()) {
    for (const Value* operand : op->operands()) {
      if (const auto inside = uses.find(operand); inside != uses.end()) {
        --inside->second;
        continue;
      }
      const auto left = uses_left_.find(operand);
      if (left == uses_left_.end() || --left->second != 0) continue;
      values_.erase(operand);
      uses_left_.erase(left);
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i)
    keep_result(*run.outputs()[i], std::move(outputs[i]), block, uses.at(run.outputs()[i]));
}

std::vector<Literal> Interpreter::run_block(const Block& block, std::span<const Literal> arguments) {
  if (arguments.size() != block.num_arguments()) throw internal_error("stablehlo: wrong number of block arguments");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    check_fits(arguments[i], block.argument(i)->type());
    values_[block.argument(i)] = arguments[i];
  }
  const bool in_strips =
      !options_.use_device && block.parent_op() != nullptr && block.parent_op()->name() == "func.func";
  for (auto op = block.begin(); op != block.end();) {
    if (is_terminator(op->name())) return take_operands(*op);
    if (in_strips) {
      if (const StripRun run(op, block.end()); run.worthwhile()) {
        run_strips(run, block);
        op = run.end();
        continue;
      }
    }
    run_op(*op, block);
    ++op;
  }
  return {};
}

std::vector<std::int64_t> OpCall::dims(std::string_view attribute) const {
  const auto values = op.integers_attribute(attribute);
  if (!values) throw internal_error("stablehlo: " + op.name() + " has no list " + std::string(attribute));
  return *values;
}

std::int64_t OpCall::integer(std::string_view attribute) const {
  const auto value = op.integer_attribute(attribute);
  if (!value) throw internal_error("stablehlo: " + op.name() + " has no number " + std::string(attribute));
  return *value;
}

}  // namespace qgpu::stablehlo
