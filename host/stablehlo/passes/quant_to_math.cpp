#include <algorithm>

#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/quant_to_math/patterns.hpp"
#include "host/stablehlo/passes/quantized_op_to_qdq.hpp"

namespace qgpu::stablehlo {
namespace {

bool is_plain(const Type& type) { return !is_quantized(type); }

bool has_plain_types(const Operation& op) {
  const std::vector<Type> operands = op.operand_types(), results = op.result_types();
  return std::all_of(operands.begin(), operands.end(), is_plain) &&
         std::all_of(results.begin(), results.end(), is_plain);
}

// Special forms first; the last takes what they leave, in float32.
constexpr Pattern kPatterns[] = {
    {"stablehlo.uniform_quantize", lower_uniform_quantize},
    {"stablehlo.uniform_dequantize", lower_uniform_dequantize},
    {"stablehlo.add", lower_add},
    {"stablehlo.dot", lower_hybrid_dot},
    {"stablehlo.dot_general", lower_hybrid_dot},
    {"stablehlo.convolution", lower_hybrid_dot},
    {"stablehlo.dot", lower_dot},
    {"stablehlo.dot_general", lower_dot_general},
    {"stablehlo.convolution", lower_convolution},
    {"", change_types},
    {"", dequantize_compute_quantize},
};

}  // namespace

bool legalize_quant_to_math(Operation& function, Diagnostics& diagnostics) {
  return convert(function, {has_plain_types, to_storage_type}, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
