#include <algorithm>
#include <array>

#include "host/stablehlo/passes/quant_to_math/patterns.hpp"

namespace qgpu::stablehlo {
namespace {

constexpr std::array<std::string_view, 20> kOps = {"func.return",
                                                   "stablehlo.bitcast_convert",
                                                   "stablehlo.broadcast_in_dim",
                                                   "stablehlo.composite",
                                                   "stablehlo.concatenate",
                                                   "stablehlo.constant",
                                                   "stablehlo.dynamic_broadcast_in_dim",
                                                   "stablehlo.dynamic_reshape",
                                                   "stablehlo.dynamic_slice",
                                                   "stablehlo.gather",
                                                   "stablehlo.get_dimension_size",
                                                   "stablehlo.maximum",
                                                   "stablehlo.minimum",
                                                   "stablehlo.pad",
                                                   "stablehlo.reduce_window",
                                                   "stablehlo.reshape",
                                                   "stablehlo.return",
                                                   "stablehlo.select",
                                                   "stablehlo.slice",
                                                   "stablehlo.transpose"};

/// The ops go along unchanged and are rewritten where they then stand; only the arguments get new types here.
void move_region(Region& from, Region& to, Rewriter& rewriter) {
  for (std::size_t b = 0; b < from.num_blocks(); ++b) {
    Block& old_block = from.block(b);
    Block& block = to.add_block();
    for (Value* argument : old_block.arguments())
      rewriter.map_argument(argument, block.add_argument(to_storage_type(argument->type()), argument->location()));
    while (!old_block.empty()) block.insert(old_block.front().remove());
  }
}

}  // namespace

Outcome change_types(Operation& op, Rewriter& rewriter) {
  if (std::find(kOps.begin(), kOps.end(), op.name()) == kOps.end()) return Outcome::kNoMatch;
  if (op.name() == "stablehlo.maximum" || op.name() == "stablehlo.minimum") {
    // The order of codes is the order of the numbers only if all three types agree.
    const QuantizedType* result = quantized_element(op.result()->type());
    for (const Value* operand : op.operands()) {
      const QuantizedType* type = quantized_element(operand->type());
      if (type == nullptr || result == nullptr || *type != *result) return Outcome::kNoMatch;
    }
  }
  std::vector<Type> types;
  for (const Type& type : op.result_types()) types.push_back(to_storage_type(type));
  Operation& changed =
      rewriter.create_op(op.name(), rewriter.converted(op.operands()), types, op.attributes(), op.num_regions());
  for (std::size_t r = 0; r < op.num_regions(); ++r) move_region(op.region(r), changed.region(r), rewriter);
  return rewriter.replace_with(changed.results());
}

}  // namespace qgpu::stablehlo
