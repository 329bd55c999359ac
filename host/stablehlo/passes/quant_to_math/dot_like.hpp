#pragma once
#include <vector>

#include "host/stablehlo/passes/rewrite.hpp"

/// dot, dot_general and convolution are one sum of products over integers with a correction for the zero points:
///
///   sum (l - zl)(r - zr) = sum l*r - (zr*sum l + zl*sum r - zl*zr*K)
///
/// The reference scales both parts to the result on their own, in float32, truncating, does not clamp, and leaves a
/// scale out that is within 0.1 % of 1.
namespace qgpu::stablehlo {

/// What a dot-like op is, by the types of its operands and result.
enum class DotKind {
  kQuantized,  ///< all quantized, lhs per tensor, rhs and result alike in granularity
  kHybrid,     ///< only rhs is quantized
  kOther,      ///< anything else: left to the fallback
};
DotKind dot_kind(const Operation& op);

/// How the dimensions of the operands go into those of the result.
struct DotLikeDimensions {
  std::vector<std::int64_t> lhs_summed;  ///< in the order in which the reference lists them
  std::vector<std::int64_t> rhs_summed;
  std::vector<std::int64_t> lhs_to_result;  ///< result dimension of each lhs dimension that is left, in order
  std::vector<std::int64_t> rhs_to_result;
};

/// The correction and the scaling around an integer product that has been built. `lhs` and `rhs` are the integer
/// operands of `product`, an i32 tensor in the shape of op's result.
Outcome finish_dot_like(Operation& op, Rewriter& rewriter, Value* lhs, Value* rhs, Value* product,
                        const DotLikeDimensions& dimensions);

}  // namespace qgpu::stablehlo
