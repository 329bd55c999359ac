#pragma once
#include <string_view>
#include <vector>

namespace qgpu::stablehlo {

/// Which types the operands and results of an op may have. A constraint is a shape rule and, in the order of the
/// message, letters of element kinds.
/// Operands, then results; the last of either repeats. A `*` in front: variadic. `s` static, `b` static or bounded, `0`
/// and `1` the rank, `d` static of rank 1.
struct TypeConstraint {
  std::string_view op;
  std::vector<std::string_view> operands;
  std::vector<std::string_view> results;
};

/// Of every op that has any, read off StableHLO's own messages (1.17).
const std::vector<TypeConstraint>& type_constraints();

}  // namespace qgpu::stablehlo
