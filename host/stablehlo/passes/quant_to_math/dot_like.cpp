#include "host/stablehlo/passes/quant_to_math/dot_like.hpp"

#include <algorithm>

#include "host/stablehlo/passes/quant_to_math/emit.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {
namespace {

/// `zero_point` times the sum of a tensor over some dimensions, in i32.
Value* emit_scaled_sum(Builder& builder, Value* tensor, const Type& tensor_of, const std::vector<std::int64_t>& summed,
                       std::int64_t zero_point) {
  const auto& shape = tensor_of.get<TensorType>().shape;
  std::vector<std::int64_t> kept;
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(shape.size()); ++d)
    if (std::find(summed.begin(), summed.end(), d) == summed.end()) kept.push_back(shape[static_cast<std::size_t>(d)]);
  const Type sums = tensor_type(kept, i32_type()), scalar = scalar_tensor(i32_type());

  Value* wide = emit_convert(builder, tensor, with_element_type(tensor_of, i32_type()));
  Value* zero = emit_i32(builder, 0);
  Operation& reduce =
      builder.create_op("stablehlo.reduce", {wide, zero}, {sums}, {{"dimensions", i64_array_attr(summed)}}, 1);
  Block& body = reduce.region(0).add_block();
  Value* a = body.add_argument(scalar, builder.location());
  Value* b = body.add_argument(scalar, builder.location());
  Builder inside = Builder::at_end(body);
  inside.set_location(builder.location());
  Value* sum = inside.create("stablehlo.add", {a, b}, scalar);
  inside.create_op("stablehlo.return", {sum}, {});
  return emit_broadcast(builder, "multiply", reduce.result(), emit_i32(builder, zero_point), sums);
}

/// The sizes of a tensor as tensor<Rxi64>, for dynamic_broadcast_in_dim.
Value* emit_sizes(Builder& builder, Value* tensor, const Type& type) {
  const auto& shape = type.get<TensorType>().shape;
  const Type one = tensor_type({1}, i64_type());
  std::vector<Value*> sizes;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != kDynamic) {
      sizes.push_back(builder.constant(DenseElements::splat_integer(one, shape[d])));
      continue;
    }
    Value* size = builder.create("stablehlo.get_dimension_size", {tensor}, scalar_tensor(i32_type()),
                                 {{"dimension", i64_attr(static_cast<std::int64_t>(d))}});
    size = emit_convert(builder, size, scalar_tensor(i64_type()));
    sizes.push_back(builder.create("stablehlo.reshape", {size}, one));
  }
  return builder.create("stablehlo.concatenate", sizes,
                        tensor_type({static_cast<std::int64_t>(shape.size())}, i64_type()),
                        {{"dimension", i64_attr(0)}});
}

/// Spreads sums over the shape of the result; `sizes` is made once, at its first use.
Value* emit_spread(Builder& builder, Value* sums, const std::vector<std::int64_t>& to_result, Value* product,
                   const Type& type, Value*& sizes) {
  AttributeDictionary attributes{{"broadcast_dimensions", i64_array_attr(to_result)}};
  if (type.get<TensorType>().is_static())
    return builder.create("stablehlo.broadcast_in_dim", {sums}, type, std::move(attributes));
  if (sizes == nullptr) sizes = emit_sizes(builder, product, type);
  return builder.create("stablehlo.dynamic_broadcast_in_dim", {sums, sizes}, type, std::move(attributes));
}

/// zl * zr * K. The sizes that are known are multiplied here, wrapping in 32 bits; the others in the program.
Value* emit_zero_point_product(Builder& builder, Value* rhs, const Type& rhs_type,
                               const std::vector<std::int64_t>& summed, std::int64_t lhs_zero_point,
                               std::int64_t rhs_zero_point) {
  const Type scalar = scalar_tensor(i32_type());
  const auto& shape = rhs_type.get<TensorType>().shape;
  Value* dynamic = emit_i32(builder, 1);
  bool any_dynamic = false;
  std::uint32_t product = static_cast<std::uint32_t>(lhs_zero_point) * static_cast<std::uint32_t>(rhs_zero_point);
  for (const std::int64_t d : summed) {
    const std::int64_t size = shape[static_cast<std::size_t>(d)];
    if (size != kDynamic) {
      product *= static_cast<std::uint32_t>(size);
      continue;
    }
    any_dynamic = true;
    Value* extent = builder.create("stablehlo.get_dimension_size", {rhs}, scalar, {{"dimension", i64_attr(d)}});
    dynamic = builder.create("stablehlo.multiply", {dynamic, extent}, scalar);
  }
  Value* known = emit_i32(builder, static_cast<std::int32_t>(product));
  return any_dynamic ? builder.create("stablehlo.multiply", {known, dynamic}, scalar) : known;
}

/// The correction for the zero points, or null if both are 0.
Value* emit_offset(Operation& op, Builder& builder, Value* lhs, Value* rhs, Value* product, const Type& i32,
                   const DotLikeDimensions& dimensions) {
  const QuantizedType& l = *quantized_element(op.operand(0)->type());
  const QuantizedType& r = *quantized_element(op.operand(1)->type());
  const std::int64_t lhs_zero_point = l.zero_points.front();
  const std::int64_t rhs_zero_point = r.is_per_tensor() ? r.zero_points.front() : 0;  // per axis they are all 0
  const Type &lhs_type = lhs->type(), rhs_type = op.operand(1)->type();
  Value *offset = nullptr, *sizes = nullptr;
  if (rhs_zero_point != 0) {
    offset = emit_scaled_sum(builder, lhs, lhs_type, dimensions.lhs_summed, rhs_zero_point);
    offset = emit_spread(builder, offset, dimensions.lhs_to_result, product, i32, sizes);
  }
  if (lhs_zero_point != 0) {
    Value* part = emit_scaled_sum(builder, rhs, rhs_type, dimensions.rhs_summed, lhs_zero_point);
    part = emit_spread(builder, part, dimensions.rhs_to_result, product, i32, sizes);
    offset = offset == nullptr ? part : builder.create("stablehlo.add", {offset, part}, i32);
  }
  if (lhs_zero_point != 0 && rhs_zero_point != 0) {
    Value* both =
        emit_zero_point_product(builder, rhs, rhs_type, dimensions.rhs_summed, lhs_zero_point, rhs_zero_point);
    offset = emit_broadcast(builder, "subtract", offset, both, i32);
  }
  return offset;
}

}  // namespace

DotKind dot_kind(const Operation& op) {
  const QuantizedType* lhs = quantized_element(op.operand(0)->type());
  const QuantizedType* rhs = quantized_element(op.operand(1)->type());
  const QuantizedType* result = quantized_element(op.result()->type());
  for (const QuantizedType* type : {lhs, rhs, result})
    if (type != nullptr && type->is_sub_channel()) return DotKind::kOther;
  if (lhs != nullptr && lhs->is_per_tensor() && rhs != nullptr && result != nullptr &&
      rhs->granularity == result->granularity)
    return DotKind::kQuantized;
  if (lhs == nullptr && rhs != nullptr && result == nullptr) return DotKind::kHybrid;
  return DotKind::kOther;
}

Outcome finish_dot_like(Operation& op, Rewriter& rewriter, Value* lhs, Value* rhs, Value* product,
                        const DotLikeDimensions& dimensions) {
  const QuantizedType& l = *quantized_element(op.operand(0)->type());
  const QuantizedType& r = *quantized_element(op.operand(1)->type());
  const QuantizedType& to = *quantized_element(op.result()->type());
  const Type type = op.result()->type();
  const Type i32 = with_element_type(type, i32_type()), f32 = with_element_type(type, f32_type());

  Value* offset = emit_offset(op, rewriter, lhs, rhs, product, i32, dimensions);

  // Per axis, the first channel stands for all.
  const double scale = accumulator_scale(l.scales.front(), r.scales.front(), to.scales.front());
  if (math_keeps_scale(scale)) {
    Value* factor = emit_f32(rewriter, scale);
    const auto scaled = [&](Value* integers) {
      Value* floats = emit_convert(rewriter, integers, f32);
      floats = emit_broadcast(rewriter, "multiply", floats, factor, f32);
      return emit_convert(rewriter, floats, i32);
    };
    product = scaled(product);
    if (offset != nullptr) offset = scaled(offset);
  }

  Value* zero_point = emit_i32(rewriter, to.is_per_tensor() ? to.zero_points.front() : 0);
  if (offset != nullptr) zero_point = emit_broadcast(rewriter, "subtract", zero_point, offset, i32);
  Value* sum = emit_broadcast(rewriter, "add", product, zero_point, i32);
  return rewriter.replace_with({emit_convert(rewriter, sum, to_storage_type(type))});
}

}  // namespace qgpu::stablehlo
