#include <algorithm>

#include "host/stablehlo/eval/interpreter.hpp"

namespace qgpu::stablehlo {

namespace {

std::vector<Literal> call_function(const OpCall& call) {
  const auto callee = call.op.string_attribute("callee").value_or("");
  return call.interpreter.call(call.interpreter.function(callee), call.operands);
}

/// A composite means its decomposition.
std::vector<Literal> composite(const OpCall& call) {
  const auto decomposition = call.op.string_attribute("decomposition").value_or("");
  return call.interpreter.call(call.interpreter.function(decomposition), call.operands);
}

std::vector<Literal> if_op(const OpCall& call) {
  return call.interpreter.run_region(call.op.region(call.operand(0).integer_at(0) != 0 ? 0 : 1), {});
}

/// An index out of range takes the last branch.
std::vector<Literal> case_op(const OpCall& call) {
  const std::int64_t index = call.operand(0).integer_at(0);
  const auto last = static_cast<std::int64_t>(call.op.num_regions()) - 1;
  return call.interpreter.run_region(call.op.region(static_cast<std::size_t>(index < 0 || index > last ? last : index)),
                                     {});
}

std::vector<Literal> while_op(const OpCall& call) {
  std::vector<Literal> state(call.operands.begin(), call.operands.end());
  while (call.interpreter.run_region(call.op.region(0), state).at(0).integer_at(0) != 0) {
    state = call.interpreter.run_region(call.op.region(1), state);
  }
  return state;
}

std::vector<Literal> tuple(const OpCall& call) {
  return {Literal::tuple(call.result_type(), {call.operands.begin(), call.operands.end()})};
}

std::vector<Literal> get_tuple_element(const OpCall& call) {
  return {call.operand(0).members().at(static_cast<std::size_t>(call.integer("index")))};
}

/// Ops run one after another, so a token has nothing to say.
std::vector<Literal> after_all(const OpCall& call) { return {Literal::tuple(call.result_type(), {})}; }

}  // namespace

std::span<const OpEntry> control_flow_ops() {
  static const OpEntry entries[] = {
      {"call", call_function},
      {"func.call", call_function},
      {"stablehlo.after_all", after_all},
      {"stablehlo.case", case_op},
      {"stablehlo.composite", composite},
      {"stablehlo.create_token", after_all},
      {"stablehlo.get_tuple_element", get_tuple_element},
      {"stablehlo.if", if_op},
      {"stablehlo.tuple", tuple},
      {"stablehlo.while", while_op},
  };
  return entries;
}

}  // namespace qgpu::stablehlo
