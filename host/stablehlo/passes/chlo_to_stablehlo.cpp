#include <algorithm>
#include <array>
#include <numeric>

#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/rewrite.hpp"

// chlo.broadcast_OP as an explicit broadcast and stablehlo.OP. The reference does so only where the smaller operand
// lies along the last dimensions, and fails otherwise; here any broadcast_dimensions do.
namespace qgpu::stablehlo {
namespace {

constexpr std::string_view kPrefix = "chlo.broadcast_";
constexpr std::array<std::string_view, 15> kOps = {"add",
                                                   "and",
                                                   "atan2",
                                                   "compare",
                                                   "divide",
                                                   "maximum",
                                                   "minimum",
                                                   "multiply",
                                                   "or",
                                                   "power",
                                                   "remainder",
                                                   "shift_left",
                                                   "shift_right_arithmetic",
                                                   "shift_right_logical",
                                                   "subtract"};

Type shape_type(std::int64_t rank) { return tensor_type({rank}, IndexType{}); }

AttributeDictionary along(std::vector<std::int64_t> dimensions) {
  return {{"broadcast_dimensions", i64_array_attr(std::move(dimensions))}};
}

/// The dimensions of the result along which an operand lies: all, or as the attribute says, or the last ones.
std::vector<std::int64_t> dimensions_of(const Operation& op, const TensorType& operand, std::int64_t result_rank) {
  std::vector<std::int64_t> dimensions(static_cast<std::size_t>(operand.rank()));
  std::iota(dimensions.begin(), dimensions.end(), result_rank - operand.rank());
  if (operand.rank() == result_rank) return dimensions;
  return op.integers_attribute("broadcast_dimensions").value_or(dimensions);
}

/// Attributes of the plain op: no broadcast_dimensions, and StableHLO's own enums.
AttributeDictionary plain_attributes(const Operation& op) {
  AttributeDictionary attributes;
  for (const NamedAttribute& each : op.attributes()) {
    if (each.name == "broadcast_dimensions") continue;
    const EnumAttr* chlo = each.value.get_if<EnumAttr>();
    attributes.set(each.name, chlo ? Attribute(EnumAttr{"stablehlo", chlo->name, chlo->value}) : each.value);
  }
  return attributes;
}

Value* broadcast_to(Rewriter& rewriter, const Operation& op, Value* operand, const TensorType& result) {
  const TensorType& type = operand->type().get<TensorType>();
  if (type.shape == result.shape) return operand;
  return rewriter.create("stablehlo.broadcast_in_dim", {operand}, tensor_type(result.shape, type.element),
                         along(dimensions_of(op, type, result.rank())));
}

struct Dynamic {
  const Operation& op;
  std::string name;
  const TensorType& result;

  /// Both operands spread over `shape`, and the op.
  Value* compute(Builder& builder, Value* lhs, Value* rhs, Value* shape) const {
    std::array<Value*, 2> operands = {lhs, rhs};
    for (Value*& operand : operands) {
      const TensorType& type = operand->type().get<TensorType>();
      operand = builder.create("stablehlo.dynamic_broadcast_in_dim", {operand, shape},
                               tensor_type(result.shape, type.element), along(dimensions_of(op, type, result.rank())));
    }
    return builder.create(name, operands, op.result()->type(), plain_attributes(op));
  }

  Value* shape_of(Builder& builder, Value* value) const {
    return builder.create("shape.shape_of", {value}, shape_type(value->type().get<TensorType>().rank()));
  }

  /// In numpy's manner the sizes decide at run time, behind an assumption that they fit.
  Outcome rewrite(Rewriter& rewriter, Value* lhs, Value* rhs) const {
    const Type witness = OpaqueType{"!shape.witness"};
    Value* fits =
        rewriter.create("shape.cstr_broadcastable", {shape_of(rewriter, lhs), shape_of(rewriter, rhs)}, witness);
    Operation& assuming = rewriter.create_op("shape.assuming", {fits}, {op.result()->type()}, {}, 1);
    Builder inside = Builder::at_end(assuming.region(0).add_block());
    inside.set_location(op.location());
    Value* lhs_shape = shape_of(inside, lhs);
    Value* rhs_shape = shape_of(inside, rhs);
    Value* shape = inside.create("shape.broadcast", {lhs_shape, rhs_shape}, shape_type(result.rank()));
    inside.create_op("shape.assuming_yield", {compute(inside, lhs, rhs, shape)}, {});
    return rewriter.replace_with({assuming.result()});
  }
};

bool lies_along_last(const Operation& op, const TensorType& type, std::int64_t rank) {
  const std::vector<std::int64_t> dimensions = dimensions_of(op, type, rank);
  for (std::size_t i = 0; i < dimensions.size(); ++i)
    if (dimensions[i] != rank - type.rank() + static_cast<std::int64_t>(i)) return false;
  return true;
}

Outcome lower_broadcast(Operation& op, Rewriter& rewriter) {
  if (!op.name().starts_with(kPrefix) || op.num_operands() != 2) return Outcome::kNoMatch;
  const std::string name = op.name().substr(kPrefix.size());
  if (std::find(kOps.begin(), kOps.end(), name) == kOps.end()) return Outcome::kNoMatch;
  Value *lhs = rewriter.converted(op.operand(0)), *rhs = rewriter.converted(op.operand(1));
  const TensorType *l = lhs->type().get_if<TensorType>(), *r = rhs->type().get_if<TensorType>();
  const TensorType* result = op.result()->type().get_if<TensorType>();
  if (l == nullptr || r == nullptr || result == nullptr || !l->ranked || !r->ranked) return Outcome::kNoMatch;

  if (l->is_static() && r->is_static()) {
    lhs = broadcast_to(rewriter, op, lhs, *result);
    rhs = broadcast_to(rewriter, op, rhs, *result);
    return rewriter.replace_with(
        {rewriter.create("stablehlo." + name, {lhs, rhs}, op.result()->type(), plain_attributes(op))});
  }
  const Dynamic dynamic{op, "stablehlo." + name, *result};
  if (lies_along_last(op, *l, result->rank()) && lies_along_last(op, *r, result->rank()))
    return dynamic.rewrite(rewriter, lhs, rhs);
  Value* shape = dynamic.shape_of(rewriter, l->rank() == result->rank() ? lhs : rhs);
  return rewriter.replace_with({dynamic.compute(rewriter, lhs, rhs, shape)});
}

bool is_not_chlo(const Operation& op) { return op.dialect() != "chlo"; }
Type same_type(const Type& type) { return type; }

constexpr Pattern kPatterns[] = {{"", lower_broadcast}};

}  // namespace

bool legalize_chlo_to_stablehlo(Operation& function, Diagnostics& diagnostics) {
  return convert(function, {is_not_chlo, same_type}, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
