#include "host/stablehlo/passes/quant_to_math/emit.hpp"

#include <algorithm>

#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {
namespace {

Type vector_type(std::size_t size, const Type& element) {
  return tensor_type({static_cast<std::int64_t>(size)}, element);
}

}  // namespace

DenseElements f32_vector(const std::vector<double>& values) {
  const Type type = vector_type(values.size(), f32_type());
  DenseElements all = DenseElements::from_floats(type, values);
  // equal after rounding to float32, which is what is written
  const std::span<const std::byte> first = all.element(0);
  for (std::int64_t i = 1; i < all.num_elements(); ++i)
    if (!std::ranges::equal(all.element(i), first)) return all;
  return DenseElements::splat(type, {first.begin(), first.end()});
}

DenseElements i32_vector(const std::vector<std::int64_t>& values) {
  const Type type = vector_type(values.size(), i32_type());
  const bool splat = std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == values.front(); });
  return splat ? DenseElements::splat_integer(type, values.front()) : DenseElements::from_integers(type, values);
}

Value* emit_f32(Builder& builder, double value) {
  return builder.constant(DenseElements::splat_float(scalar_tensor(f32_type()), value));
}

Value* emit_i32(Builder& builder, std::int64_t value) {
  return builder.constant(DenseElements::splat_integer(scalar_tensor(i32_type()), value));
}

AttributeDictionary along_axis(const QuantizedType& type) {
  if (type.is_per_tensor()) return {};
  return {{"broadcast_dimensions", i64_array_attr({type.axis})}};
}

Value* emit_f32_params(Builder& builder, const QuantizedType& type, const std::vector<double>& values) {
  return type.is_per_tensor() ? emit_f32(builder, values.front()) : builder.constant(f32_vector(values));
}

ParamConstants emit_params(Builder& builder, const QuantizedType& type, ZeroPoints zero_points) {
  Value* scales = emit_f32_params(builder, type, type.scales);
  Value* zeros = nullptr;
  if (zero_points == ZeroPoints::kFloat32)
    zeros = emit_f32_params(builder, type, {type.zero_points.begin(), type.zero_points.end()});
  else if (type.is_per_tensor())
    zeros = emit_i32(builder, type.zero_points.front());
  else
    zeros = builder.constant(i32_vector(type.zero_points));
  return {scales, zeros, along_axis(type)};
}

Value* emit_broadcast(Builder& builder, std::string_view op, Value* lhs, Value* rhs, Type type,
                      AttributeDictionary attributes) {
  return builder.create("chlo.broadcast_" + std::string(op), {lhs, rhs}, std::move(type), std::move(attributes));
}

Value* emit_convert(Builder& builder, Value* value, Type type) {
  return builder.create("stablehlo.convert", {value}, std::move(type));
}

bool has_zero_point(const QuantizedType& type) {
  return std::any_of(type.zero_points.begin(), type.zero_points.end(), [](std::int64_t z) { return z != 0; });
}

Value* emit_requantize(Builder& builder, Value* codes, const QuantizedType& from, const QuantizedType& to, Type type) {
  if (from == to) return emit_convert(builder, codes, std::move(type));
  const Type f32 = with_element_type(type, f32_type());
  Value* value = emit_convert(builder, codes, f32);

  const QuantizedType& params = to.is_per_axis() ? to : from;  // whichever has one number per channel
  std::vector<double> scales, zero_points;
  for (std::size_t i = 0; i < params.scales.size(); ++i) {
    const std::size_t in = from.is_per_axis() ? i : 0, out = to.is_per_axis() ? i : 0;
    const MergedRescale merged =
        merge_rescale(from.scales[in], from.zero_points[in], to.scales[out], to.zero_points[out]);
    scales.push_back(merged.scale);
    zero_points.push_back(merged.zero_point);
  }
  value = emit_broadcast(builder, "multiply", value, emit_f32_params(builder, params, scales), f32, along_axis(params));
  if (std::any_of(zero_points.begin(), zero_points.end(), [](double z) { return z != 0; })) {
    Value* offsets = emit_f32_params(builder, params, zero_points);
    value = emit_broadcast(builder, "add", value, offsets, f32, along_axis(params));
  }
  if (bit_width(element_type(type)) < 32) {
    Value* lowest = emit_f32(builder, static_cast<double>(to.storage_min));
    Value* highest = emit_f32(builder, static_cast<double>(to.storage_max));
    value = builder.create("stablehlo.clamp", {lowest, value, highest}, f32);
  }
  value = builder.create("stablehlo.round_nearest_even", {value}, f32);
  return emit_convert(builder, value, std::move(type));
}

}  // namespace qgpu::stablehlo
