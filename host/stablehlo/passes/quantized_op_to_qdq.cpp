#include "host/stablehlo/passes/quantized_op_to_qdq.hpp"

#include <algorithm>
#include <array>

#include "host/stablehlo/passes/passes.hpp"

namespace qgpu::stablehlo {
namespace {

constexpr std::array<std::string_view, 40> kOps = {"abs",
                                                   "add",
                                                   "atan2",
                                                   "batch_norm_grad",
                                                   "batch_norm_inference",
                                                   "batch_norm_training",
                                                   "cbrt",
                                                   "ceil",
                                                   "cholesky",
                                                   "clamp",
                                                   "compare",
                                                   "convolution",
                                                   "cosine",
                                                   "divide",
                                                   "dot",
                                                   "dot_general",
                                                   "exponential",
                                                   "exponential_minus_one",
                                                   "floor",
                                                   "log",
                                                   "log_plus_one",
                                                   "logistic",
                                                   "maximum",
                                                   "minimum",
                                                   "multiply",
                                                   "negate",
                                                   "power",
                                                   "reduce_precision",
                                                   "remainder",
                                                   "round_nearest_afz",
                                                   "round_nearest_even",
                                                   "rsqrt",
                                                   "select",
                                                   "sign",
                                                   "sine",
                                                   "sqrt",
                                                   "subtract",
                                                   "tan",
                                                   "tanh",
                                                   "triangular_solve"};

bool any_quantized(const std::vector<Type>& types) { return std::any_of(types.begin(), types.end(), is_quantized); }

}  // namespace

Outcome dequantize_compute_quantize(Operation& op, Rewriter& rewriter) {
  if (op.dialect() != "stablehlo" || std::find(kOps.begin(), kOps.end(), op.name_in_dialect()) == kOps.end())
    return Outcome::kNoMatch;
  if (!any_quantized(op.operand_types()) && !any_quantized(op.result_types())) return Outcome::kNoMatch;

  std::vector<Value*> operands;
  for (Value* operand : op.operands()) {
    operands.push_back(is_quantized(operand->type()) ? rewriter.create("stablehlo.uniform_dequantize", {operand},
                                                                       to_expressed_type(operand->type()))
                                                     : rewriter.converted(operand));
  }
  std::vector<Type> types;
  for (const Type& type : op.result_types()) types.push_back(to_expressed_type(type));
  Operation& computed = rewriter.create_op(op.name(), operands, types, op.attributes());

  std::vector<Value*> results;
  for (std::size_t i = 0; i < op.num_results(); ++i) {
    const Type& type = op.result(i)->type();
    Value* value = computed.result(i);
    results.push_back(is_quantized(type) ? rewriter.create("stablehlo.uniform_quantize", {value}, type) : value);
  }
  return rewriter.replace_with(results);
}

bool legalize_quantized_op_to_qdq(Operation& function, Diagnostics& diagnostics) {
  static constexpr Pattern kPatterns[] = {{"", dequantize_compute_quantize}};
  return rewrite_greedily(function, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
