#include <algorithm>

#include "host/stablehlo/passes/quant_to_math/dot_like.hpp"
#include "host/stablehlo/passes/quant_to_math/emit.hpp"
#include "host/stablehlo/passes/quant_to_math/patterns.hpp"

namespace qgpu::stablehlo {
namespace {

/// The result has the batching dimensions first, then what is left of lhs, then what is left of rhs. Batching
/// dimensions are numbered as they come in the operand.
std::vector<std::int64_t> to_result(std::int64_t rank, const Dimensions& batching, const Dimensions& contracting,
                                    std::int64_t first_free) {
  std::vector<std::int64_t> result;
  std::int64_t next_batching = 0;
  for (std::int64_t d = 0; d < rank; ++d) {
    if (std::find(contracting.begin(), contracting.end(), d) != contracting.end()) continue;
    const bool is_batching = std::find(batching.begin(), batching.end(), d) != batching.end();
    result.push_back(is_batching ? next_batching++ : first_free++);
  }
  return result;
}

Outcome lower(Operation& op, Rewriter& rewriter, AttributeDictionary attributes) {
  const auto* dims = attributes.get("dot_dimension_numbers").get_if<DotDimensionsAttr>();
  if (dims == nullptr) return Outcome::kNoMatch;
  const DotDimensionsAttr d = *dims;
  const auto& lhs_shape = op.operand(0)->type().get<TensorType>();
  const auto& rhs_shape = op.operand(1)->type().get<TensorType>();
  if (std::any_of(d.lhs_contracting.begin(), d.lhs_contracting.end(),
                  [&](std::int64_t dim) { return dim >= lhs_shape.rank(); }))
    return rewriter.refuse("lhs_contracting_dimensions value: " + std::to_string(d.lhs_contracting.front()) +
                           " is out of range: [0, " + std::to_string(lhs_shape.rank()) + ")");
  const auto batching = static_cast<std::int64_t>(d.lhs_batching.size());
  const auto contracting = static_cast<std::int64_t>(d.lhs_contracting.size());
  const DotLikeDimensions dimensions{
      d.lhs_contracting, d.rhs_contracting, to_result(lhs_shape.rank(), d.lhs_batching, d.lhs_contracting, batching),
      to_result(rhs_shape.rank(), d.rhs_batching, d.rhs_contracting, lhs_shape.rank() - contracting)};
  Value *lhs = rewriter.converted(op.operand(0)), *rhs = rewriter.converted(op.operand(1));
  Value* product = rewriter.create("stablehlo.dot_general", {lhs, rhs},
                                   with_element_type(op.result()->type(), i32_type()), std::move(attributes));
  return finish_dot_like(op, rewriter, lhs, rhs, product, dimensions);
}

}  // namespace

Outcome lower_dot(Operation& op, Rewriter& rewriter) {
  if (dot_kind(op) != DotKind::kQuantized) return Outcome::kNoMatch;
  AttributeDictionary attributes = op.attributes();
  attributes.set("dot_dimension_numbers", DotDimensionsAttr{{}, {}, {1}, {0}});
  return lower(op, rewriter, std::move(attributes));
}

Outcome lower_dot_general(Operation& op, Rewriter& rewriter) {
  if (dot_kind(op) != DotKind::kQuantized) return Outcome::kNoMatch;
  return lower(op, rewriter, op.attributes());
}

Outcome lower_hybrid_dot(Operation& op, Rewriter& rewriter) {
  if (dot_kind(op) != DotKind::kHybrid) return Outcome::kNoMatch;
  const QuantizedType& type = *quantized_element(op.operand(1)->type());
  const Type f32 = with_element_type(op.operand(1)->type(), f32_type());
  // The barrier keeps later passes from folding the weights into floats.
  Value* rhs = rewriter.converted(op.operand(1));
  rhs = rewriter.create("stablehlo.optimization_barrier", {rhs}, to_storage_type(op.operand(1)->type()));
  const ParamConstants params = emit_params(rewriter, type, ZeroPoints::kFloat32);
  rhs = emit_convert(rewriter, rhs, f32);
  if (has_zero_point(type)) rhs = emit_broadcast(rewriter, "subtract", rhs, params.zero_points, f32, params.along_axis);
  rhs = emit_broadcast(rewriter, "multiply", rhs, params.scales, f32, params.along_axis);
  return rewriter.replace_with(
      {rewriter.create(op.name(), {rewriter.converted(op.operand(0)), rhs}, op.result()->type(), op.attributes())});
}

}  // namespace qgpu::stablehlo
