#pragma once
#include <string_view>
#include <vector>

#include "host/stablehlo/passes/rewrite.hpp"

/// What the patterns of quant-to-math build with.
namespace qgpu::stablehlo {

/// Scales and zero points of a type as constants (rank 0 per tensor, rank 1 per axis) and the attribute that lays them
/// along the axis. The scales are float32 whatever the expressed type: that is the reference's lowering.
struct ParamConstants {
  Value* scales;
  Value* zero_points;
  AttributeDictionary along_axis;
};
enum class ZeroPoints { kFloat32, kInt32 };
ParamConstants emit_params(Builder& builder, const QuantizedType& type, ZeroPoints zero_points);

/// `{broadcast_dimensions = array<i64: axis>}`, empty per tensor.
AttributeDictionary along_axis(const QuantizedType& type);

/// One number per scale of the type: a scalar per tensor, a vector per axis.
Value* emit_f32_params(Builder& builder, const QuantizedType& type, const std::vector<double>& values);

Value* emit_f32(Builder& builder, double value);
Value* emit_i32(Builder& builder, std::int64_t value);

/// A literal of a rank-1 tensor; equal elements become a splat, as in MLIR.
DenseElements f32_vector(const std::vector<double>& values);
DenseElements i32_vector(const std::vector<std::int64_t>& values);

/// chlo.broadcast_OP.
Value* emit_broadcast(Builder& builder, std::string_view op, Value* lhs, Value* rhs, Type type,
                      AttributeDictionary attributes = {});
Value* emit_convert(Builder& builder, Value* value, Type type);

/// Codes of one quantized type as codes of another: one product and one sum with merged parameters, all in float32.
/// `type` is the integer tensor wanted; no clamp if its element has 32 bits. Codes of the same type are just converted.
Value* emit_requantize(Builder& builder, Value* codes, const QuantizedType& from, const QuantizedType& to, Type type);

bool has_zero_point(const QuantizedType& type);  ///< any that is not 0

}  // namespace qgpu::stablehlo
