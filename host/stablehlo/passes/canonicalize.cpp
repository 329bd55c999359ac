#include <algorithm>
#include <optional>

#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/rewrite.hpp"

// StableHLO's own ops have no canonical forms in the reference: constants are uniqued and moved to the front, dead ops
// go. What is rewritten is the shape dialect that chlo-legalize-to-stablehlo brings in.
namespace qgpu::stablehlo {
namespace {

using Shape = std::vector<std::int64_t>;

/// What is known of a shape value: the sizes, kDynamic where unknown; nothing if not even the rank.
std::optional<Shape> known_shape(const Value* value) {
  const Operation* op = value->defining_op();
  if (op != nullptr && op->name() == "shape.const_shape") return op->integers_attribute("shape");
  if (op != nullptr && op->name() == "shape.shape_of") {
    const TensorType* type = op->operand(0)->type().get_if<TensorType>();
    if (type != nullptr && type->ranked) return type->shape;
  }
  return std::nullopt;
}

bool is_static(const Shape& shape) { return std::find(shape.begin(), shape.end(), kDynamic) == shape.end(); }

Value* emit_const_shape(Builder& builder, const Shape& shape) {
  const Type type = tensor_type({static_cast<std::int64_t>(shape.size())}, IndexType{});
  return builder.create("shape.const_shape", {}, type,
                        {{"shape", DenseAttr{DenseElements::from_integers(type, shape)}}});
}

Outcome fold_shape_of(Operation& op, Rewriter& rewriter) {
  const std::optional<Shape> shape = known_shape(op.result());
  if (!shape || !is_static(*shape)) return Outcome::kNoMatch;
  return rewriter.replace_with({emit_const_shape(rewriter, *shape)});
}

/// The operands that can matter for a broadcast: no scalars, none twice.
std::vector<Value*> relevant(const Operation& op) {
  std::vector<Value*> values;
  for (Value* value : op.operands()) {
    const std::optional<Shape> shape = known_shape(value);
    const bool scalar = shape && shape->empty();
    if (!scalar && std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

/// Every dimension, counted from the last: all sizes are 1 but for one size, or one unknown size.
bool surely_broadcastable(const std::vector<Value*>& values) {
  if (values.size() <= 1) return true;
  std::vector<std::optional<std::int64_t>> seen;
  for (const Value* value : values) {
    const std::optional<Shape> shape = known_shape(value);
    if (!shape) return false;
    seen.resize(std::max(seen.size(), shape->size()));
    for (std::size_t i = 0; i < shape->size(); ++i) {
      const std::int64_t size = (*shape)[shape->size() - 1 - i];
      if (size == 1) continue;
      if (seen[i] && (*seen[i] != size || size == kDynamic)) return false;
      seen[i] = size;
    }
  }
  return true;
}

Outcome fold_cstr_broadcastable(Operation& op, Rewriter& rewriter) {
  if (!surely_broadcastable(relevant(op))) return Outcome::kNoMatch;
  return rewriter.replace_with(
      {rewriter.create("shape.const_witness", {}, op.result()->type(), {{"passing", BoolAttr{true}}})});
}

Outcome fold_shape_broadcast(Operation& op, Rewriter& rewriter) {
  const std::vector<Value*> values = relevant(op);
  if (values.size() == 1 && values.front()->type() == op.result()->type())
    return rewriter.replace_with({values.front()});
  Shape result;
  for (const Value* value : values) {
    const std::optional<Shape> shape = known_shape(value);
    if (!shape || !is_static(*shape) || !surely_broadcastable(values)) return Outcome::kNoMatch;
    if (shape->size() > result.size()) result.insert(result.begin(), shape->size() - result.size(), 1);
    for (std::size_t i = 0; i < shape->size(); ++i) {
      std::int64_t& size = result[result.size() - 1 - i];
      if (size == 1) size = (*shape)[shape->size() - 1 - i];
    }
  }
  return rewriter.replace_with({emit_const_shape(rewriter, result)});
}

/// What is assumed is known: the body moves out.
Outcome inline_assuming(Operation& op, Rewriter& rewriter) {
  const Operation* witness = op.operand(0)->defining_op();
  if (witness == nullptr || witness->name() != "shape.const_witness" || !witness->bool_attribute("passing"))
    return Outcome::kNoMatch;
  Block& body = op.region(0).front();
  while (body.front().name() != "shape.assuming_yield") body.front().move_before(op);
  return rewriter.replace_with(body.front().operands());
}

constexpr Pattern kPatterns[] = {
    {"shape.shape_of", fold_shape_of},
    {"shape.cstr_broadcastable", fold_cstr_broadcastable},
    {"shape.broadcast", fold_shape_broadcast},
    {"shape.assuming", inline_assuming},
};

}  // namespace

bool canonicalize(Operation& function, Diagnostics& diagnostics) {
  return rewrite_greedily(function, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
