#include <optional>

#include "host/stablehlo/passes/passes.hpp"
#include "host/stablehlo/passes/rewrite.hpp"

// Dynamic ops whose sizes are constants, and whose types say so, as their static forms.
namespace qgpu::stablehlo {
namespace {

bool is_static(const Value* value) {
  const TensorType* type = value->type().get_if<TensorType>();
  return type != nullptr && type->is_static();
}

std::optional<std::vector<std::int64_t>> constant_integers(const Value* value) {
  const std::optional<DenseElements> elements = constant_elements(value);
  if (!elements) return std::nullopt;
  std::vector<std::int64_t> integers;
  integers.reserve(static_cast<std::size_t>(elements->num_elements()));
  for (std::int64_t i = 0; i < elements->num_elements(); ++i) integers.push_back(elements->integer_at(i));
  return integers;
}

/// The op under another name, with its first operands and the same attributes but for those given.
Outcome make_static(Operation& op, Rewriter& rewriter, std::string name, std::size_t num_operands,
                    const AttributeDictionary& more = {}) {
  AttributeDictionary attributes = op.attributes();
  for (const std::string_view hint : {"known_expanding_dimensions", "known_nonexpanding_dimensions"})
    attributes.erase(hint);
  for (const NamedAttribute& each : more) attributes.set(each.name, each.value);
  std::vector<Value*> operands = op.operands();
  operands.resize(num_operands);
  return rewriter.replace_with(
      {rewriter.create(std::move(name), operands, op.result()->type(), std::move(attributes))});
}

Outcome broadcast_in_dim(Operation& op, Rewriter& rewriter) {
  if (!is_static(op.operand(0)) || !is_static(op.result()) || !constant_integers(op.operand(1)))
    return Outcome::kNoMatch;
  return make_static(op, rewriter, "stablehlo.broadcast_in_dim", 1);
}

Outcome reshape(Operation& op, Rewriter& rewriter) {
  if (!is_static(op.result())) return Outcome::kNoMatch;
  return make_static(op, rewriter, "stablehlo.reshape", 1);
}

Outcome iota(Operation& op, Rewriter& rewriter) {
  if (!is_static(op.result()) || !constant_integers(op.operand(0))) return Outcome::kNoMatch;
  return make_static(op, rewriter, "stablehlo.iota", 0);
}

/// The last operands of an op as attributes of these names.
Outcome with_constant_operands(Operation& op, Rewriter& rewriter, std::string name, std::size_t num_kept,
                               std::initializer_list<std::string_view> names) {
  AttributeDictionary attributes;
  std::size_t index = num_kept;
  for (const std::string_view each : names) {
    const auto integers = constant_integers(op.operand(index++));
    if (!integers) return Outcome::kNoMatch;
    attributes.set(each, i64_array_attr(*integers));
  }
  return make_static(op, rewriter, std::move(name), num_kept, attributes);
}

Outcome pad(Operation& op, Rewriter& rewriter) {
  return with_constant_operands(op, rewriter, "stablehlo.pad", 2,
                                {"edge_padding_low", "edge_padding_high", "interior_padding"});
}
Outcome slice(Operation& op, Rewriter& rewriter) {
  return with_constant_operands(op, rewriter, "stablehlo.slice", 1, {"start_indices", "limit_indices", "strides"});
}
Outcome gather(Operation& op, Rewriter& rewriter) {
  return with_constant_operands(op, rewriter, "stablehlo.gather", 2, {"slice_sizes"});
}

Outcome convolution(Operation& op, Rewriter& rewriter) {
  const std::optional<DenseElements> padding = constant_elements(op.operand(2));
  if (!padding) return Outcome::kNoMatch;
  const std::vector<std::int64_t> sizes = constant_integers(op.operand(2)).value();
  const Type type = with_element_type(padding->type(), i64_type());
  return make_static(op, rewriter, "stablehlo.convolution", 2,
                     {{"padding", DenseAttr{DenseElements::from_integers(type, sizes)}}});
}

constexpr Pattern kPatterns[] = {
    {"stablehlo.dynamic_broadcast_in_dim", broadcast_in_dim},
    {"stablehlo.dynamic_reshape", reshape},
    {"stablehlo.dynamic_iota", iota},
    {"stablehlo.dynamic_pad", pad},
    {"stablehlo.real_dynamic_slice", slice},
    {"stablehlo.dynamic_gather", gather},
    {"stablehlo.dynamic_conv", convolution},
};

}  // namespace

bool canonicalize_dynamism(Operation& function, Diagnostics& diagnostics) {
  return rewrite_greedily(function, kPatterns, diagnostics);
}

}  // namespace qgpu::stablehlo
