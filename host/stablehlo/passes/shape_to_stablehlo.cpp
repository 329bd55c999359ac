#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/rewrite.hpp"

// The shape dialect as StableHLO: a shape becomes a vector of i32.
namespace qgpu::stablehlo {
namespace {

Type i32_vector_type(std::int64_t size) { return tensor_type({size}, i32_type()); }

Value* emit_i32_sizes(Builder& builder, const std::vector<std::int64_t>& sizes) {
  return builder.constant(
      DenseElements::from_integers(i32_vector_type(static_cast<std::int64_t>(sizes.size())), sizes));
}

Outcome lower_const_shape(Operation& op, Rewriter& rewriter) {
  return rewriter.replace_with({emit_i32_sizes(rewriter, op.integers_attribute("shape").value())});
}

Outcome lower_shape_of(Operation& op, Rewriter& rewriter) {
  Value* operand = rewriter.converted(op.operand(0));
  const TensorType* type = operand->type().get_if<TensorType>();
  if (type == nullptr || !type->ranked) return Outcome::kNoMatch;
  if (type->is_static()) return rewriter.replace_with({emit_i32_sizes(rewriter, type->shape)});
  std::vector<Value*> sizes;
  for (std::int64_t d = 0; d < type->rank(); ++d) {
    Value* extent = rewriter.create("stablehlo.get_dimension_size", {operand}, scalar_tensor(i32_type()),
                                    {{"dimension", i64_attr(d)}});
    sizes.push_back(rewriter.create("stablehlo.reshape", {extent}, i32_vector_type(1)));
  }
  return rewriter.replace_with(
      {rewriter.create("stablehlo.concatenate", sizes, i32_vector_type(type->rank()), {{"dimension", i64_attr(0)}})});
}

/// Each size is the larger one, of shapes that fit; the shorter is filled with leading ones.
Outcome lower_shape_broadcast(Operation& op, Rewriter& rewriter) {
  const auto rank_of = [](const Value* value) {
    const TensorType* type = value->type().get_if<TensorType>();
    return type != nullptr && type->rank() == 1 ? type->shape.front() : kDynamic;
  };
  const std::int64_t rank = rank_of(op.result());
  if (rank == kDynamic) return Outcome::kNoMatch;
  Value* result = nullptr;
  for (Value* operand : op.operands()) {
    const std::int64_t own_rank = rank_of(operand);
    if (own_rank == kDynamic) return Outcome::kNoMatch;
    Value* shape = rewriter.converted(operand);
    if (own_rank < rank) {
      Value* ones = emit_i32_sizes(rewriter, std::vector<std::int64_t>(static_cast<std::size_t>(rank - own_rank), 1));
      shape =
          rewriter.create("stablehlo.concatenate", {ones, shape}, i32_vector_type(rank), {{"dimension", i64_attr(0)}});
    }
    result = result == nullptr ? shape : rewriter.create("stablehlo.maximum", {result, shape}, i32_vector_type(rank));
  }
  return rewriter.replace_with({result});
}

bool is_not_shape(const Operation& op) { return op.dialect() != "shape"; }
Type index_as_i32(const Type& type) {
  return element_type(type).is<IndexType>() ? with_element_type(type, i32_type()) : type;
}

constexpr Pattern kPatterns[] = {
    {"shape.const_shape", lower_const_shape},
    {"shape.shape_of", lower_shape_of},
    {"shape.broadcast", lower_shape_broadcast},
};

}  // namespace

bool legalize_shape_to_stablehlo(Operation& function, Diagnostics& diagnostics) {
  return convert(function, {is_not_shape, index_as_i32}, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
