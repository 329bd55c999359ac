#pragma once
#include <cstdint>

#include "qgpu/parameters.hpp"

namespace qgpu::cpu {

/// What the loops need of a group's parameters.
struct GroupConstants {
  float scale;
  std::int32_t zero_point;
  arith::Reciprocal reciprocal;
};

inline GroupConstants constants_of(float scale, std::int32_t zero_point) {
  return {scale, zero_point, arith::reciprocal_of(scale)};
}
inline GroupConstants constants_of(const Parameters& parameters, std::uint64_t group) {
  return constants_of(parameters.scale_of(group), parameters.zero_point_of(group));
}

/// How all groups' values become codes.
struct CodeRule {
  arith::CodeLimits limits;
  Order order;
};

inline std::int32_t code_of(float x, const GroupConstants& group, const CodeRule& rule) {
  return rule.order == Order::kOnnx ? arith::quantize_onnx(x, group.scale, group.zero_point, rule.limits)
                                    : arith::quantize_stablehlo(x, group.scale, group.zero_point, rule.limits);
}
/// Of a finite value.
inline bool is_clipped(float x, const GroupConstants& group, const CodeRule& rule) {
  return rule.order == Order::kOnnx ? arith::is_clipped_onnx(x, group.scale, group.zero_point, rule.limits)
                                    : arith::is_clipped_stablehlo(x, group.scale, group.zero_point, rule.limits);
}

}  // namespace qgpu::cpu
