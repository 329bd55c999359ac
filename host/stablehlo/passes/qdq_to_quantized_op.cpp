#include <algorithm>

#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/rewrite.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

bool is_dequantized(const Value* value) {
  const Operation* op = value->defining_op();
  return op != nullptr && op->name() == "stablehlo.uniform_dequantize";
}

/// Whether the verifier accepts the op, alone in a function of its own.
bool is_valid(const Operation& op) {
  Module module;
  Builder builder = Builder::at_end(module.body());
  const FunctionType type{op.operand_types(), op.result_types()};
  Operation& function =
      builder.create_op("func.func", {}, {}, {{"sym_name", string_attr("op")}, {"function_type", TypeAttr{type}}}, 1);
  Block& body = function.region(0).add_block();
  ValueMap map;
  std::vector<Value*> arguments;
  arguments.reserve(type.inputs.size());
  for (const Type& input : type.inputs) arguments.push_back(body.add_argument(input));
  Operation& copy = body.insert(clone(op, map));
  copy.set_operands(arguments);
  Builder::at_end(body).create_op("func.return", copy.results(), {});
  Diagnostics problems;
  return verify(module, problems);
}

/// uniform_quantize(op(uniform_dequantize(a), ..)) -> op(a, ..), right after the op.
Outcome fold_into_quantized_op(Operation& quantize, Rewriter& rewriter) {
  Operation* op = quantize.operand(0)->defining_op();
  if (op == nullptr || op->num_regions() != 0 || op->num_results() != 1 || op->num_operands() == 0)
    return Outcome::kNoMatch;
  std::vector<Value*> operands;
  for (Value* operand : op->operands()) {
    if (!is_dequantized(operand)) return Outcome::kNoMatch;
    operands.push_back(operand->defining_op()->operand(0));
  }
  // A dequantize cannot dequantize again, so its operand is never dequantized: quantize(dequantize(x)) stays.
  Builder builder = Builder::after(*op);
  builder.set_location(op->location());
  Operation& folded = builder.create_op(op->name(), operands, {quantize.result()->type()}, op->attributes());

  // An op that takes no quantized operands, or not with these parameters, is left as it was.
  if (!is_valid(folded)) {
    folded.erase();
    return Outcome::kNoMatch;
  }
  return rewriter.replace_with({folded.result()});
}

}  // namespace

bool legalize_qdq_to_quantized_op(Operation& function, Diagnostics& diagnostics) {
  static constexpr Pattern kPatterns[] = {{"stablehlo.uniform_quantize", fold_into_quantized_op}};
  return rewrite_greedily(function, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
