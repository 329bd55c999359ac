#pragma once
#include <cstdint>
#include <vector>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/matrix_product.hpp"

namespace qgpu::stablehlo {

/// A dot product as batches of rows x depth times columns x depth.
struct DotPlan {
  std::vector<std::int64_t> lhs_order;            ///< batch, free, contracting dimensions
  std::vector<std::int64_t> rhs_order;            ///< the same
  std::vector<std::int64_t> rhs_order_for_reals;  ///< batch, contracting, free
  std::vector<bool> rhs_summed;
  std::int64_t batches = 1;
  ProductShape product;
  Shape rhs_kept;  ///< sizes of batch and free dimensions of the rhs, in order
  std::vector<std::int64_t> rhs_kept_dims;
};

/// Of stablehlo.dot_general or stablehlo.dot.
DotPlan plan_dot(const OpCall& call);

/// For each batch and column the rhs scale that its sums carry; empty if there is only one.
std::vector<std::int32_t> rhs_parameters(const Literal& rhs, const DotPlan& plan);

}  // namespace qgpu::stablehlo
