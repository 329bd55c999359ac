#include <algorithm>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/complex_elements.hpp"
#include "host/stablehlo/ops/contraction.hpp"
#include "host/stablehlo/ops/dot_plan.hpp"
#include "host/stablehlo/ops/elementwise.hpp"

namespace qgpu::stablehlo {

namespace {

std::vector<std::int64_t> free_dims(const Literal& operand, const Dimensions& batch, const Dimensions& contracting) {
  std::vector<std::int64_t> dims;
  for (std::int64_t d = 0; d < operand.rank(); ++d) {
    if (std::ranges::find(batch, d) == batch.end() && std::ranges::find(contracting, d) == contracting.end())
      dims.push_back(d);
  }
  return dims;
}

std::int64_t size_of(const Literal& operand, const std::vector<std::int64_t>& dims) {
  std::int64_t size = 1;
  for (std::int64_t d : dims) size *= operand.shape().at(static_cast<std::size_t>(d));
  return size;
}

std::vector<std::int64_t> joined(std::initializer_list<std::vector<std::int64_t>> parts) {
  std::vector<std::int64_t> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

DotPlan plan_of(const Literal& lhs, const Literal& rhs, const DotDimensionsAttr& dims) {
  const auto lhs_free = free_dims(lhs, dims.lhs_batching, dims.lhs_contracting);
  const auto rhs_free = free_dims(rhs, dims.rhs_batching, dims.rhs_contracting);
  DotPlan plan;
  plan.lhs_order = joined({dims.lhs_batching, lhs_free, dims.lhs_contracting});
  plan.rhs_order = joined({dims.rhs_batching, rhs_free, dims.rhs_contracting});
  plan.rhs_order_for_reals = joined({dims.rhs_batching, dims.rhs_contracting, rhs_free});
  plan.rhs_kept_dims = joined({dims.rhs_batching, rhs_free});
  for (std::int64_t d : plan.rhs_kept_dims) plan.rhs_kept.push_back(rhs.shape().at(static_cast<std::size_t>(d)));
  plan.rhs_summed.assign(static_cast<std::size_t>(rhs.rank()), false);
  for (std::int64_t d : dims.rhs_contracting) plan.rhs_summed.at(static_cast<std::size_t>(d)) = true;
  plan.batches = size_of(lhs, dims.lhs_batching);
  plan.product = {size_of(lhs, lhs_free), size_of(rhs, rhs_free), size_of(lhs, dims.lhs_contracting)};
  return plan;
}

Literal integer_dot(const Literal& lhs, const Literal& rhs, const Type& result_type, const DotPlan& plan) {
  Literal result(result_type);
  const ProductBounds bounds = product_bounds(lhs, rhs);
  const PackedIntegers a = pack_integers(lhs, plan.lhs_order, bounds.width);
  const PackedIntegers b = pack_integers(rhs, plan.rhs_order, bounds.width);
  const std::vector<std::int32_t> parameters = rhs_parameters(rhs, plan);
  const SumWriter writer(result, lhs, rhs);
  const auto [rows, columns, depth] = plan.product;
  for (std::int64_t batch = 0; batch < plan.batches; ++batch) {
    integer_product(plan.product, a, batch * rows * depth, b, batch * columns * depth, bounds.largest_product,
                    [&, columns = columns, rows = rows](std::int64_t row, std::int64_t num_rows, std::int64_t column,
                                                        std::int64_t num_columns, const std::int64_t* sums) {
                      const std::int32_t* k =
                          parameters.empty() ? nullptr : parameters.data() + batch * columns + column;
                      for (std::int64_t i = 0; i < num_rows; ++i) {
                        const std::int64_t first = (batch * rows + row + i) * columns + column;
                        writer.write(first, 1, static_cast<std::size_t>(num_columns), sums + i * num_columns, k);
                      }
                    });
  }
  return result;
}

template <ExpressedType E>
Literal float_dot(const Literal& lhs, const Literal& rhs, const Type& result_type, const DotPlan& plan) {
  using Compute = typename E::Compute;
  Literal result(result_type);
  const std::vector<Compute> a = pack_reals<E>(lhs, plan.lhs_order);
  const std::vector<Compute> b = pack_reals<E>(rhs, plan.rhs_order_for_reals);
  std::vector<Compute> sums(static_cast<std::size_t>(result.num_elements()));
  const auto [rows, columns, depth] = plan.product;
  for (std::int64_t batch = 0; batch < plan.batches; ++batch) {
    float_product<E>(plan.product, a.data() + batch * rows * depth, b.data() + batch * columns * depth,
                     sums.data() + batch * rows * columns);
  }
  write_reals(result, sums.data());
  return result;
}

std::vector<Literal> dot(const OpCall& call) {
  const Literal& lhs = call.operand(0);
  const Literal& rhs = call.operand(1);
  if (lhs.format().is_complex()) return {complex_dot(call)};
  const DotPlan plan = plan_dot(call);
  if (is_integer_contraction(lhs, rhs, call.result_type(), plan.rhs_summed)) {
    return {integer_dot(lhs, rhs, call.result_type(), plan)};
  }
  return {with_arithmetic(arithmetic_of(element_type(call.result_type())), [&]<class A>(A) -> Literal {
    if constexpr (ExpressedType<A>) return float_dot<A>(lhs, rhs, call.result_type(), plan);
    throw file_error("unsupported: " + call.op.name() + " of mixed element types");
  })};
}

}  // namespace

DotPlan plan_dot(const OpCall& call) {
  const Attribute dims = call.op.attribute("dot_dimension_numbers");
  if (const auto* general = dims.get_if<DotDimensionsAttr>())
    return plan_of(call.operand(0), call.operand(1), *general);
  // stablehlo.dot of vectors and matrices: the last dimension of lhs with the first of rhs.
  return plan_of(call.operand(0), call.operand(1), {{}, {}, {call.operand(0).rank() - 1}, {0}});
}

std::vector<std::int32_t> rhs_parameters(const Literal& rhs, const DotPlan& plan) {
  const QuantizedType* type = rhs.quantized();
  if (type == nullptr || type->scales.size() == 1) return {};
  const auto at = std::ranges::find(plan.rhs_kept_dims, type->axis) - plan.rhs_kept_dims.begin();
  const Shape strides = strides_of(plan.rhs_kept);
  std::vector<std::int32_t> parameters(static_cast<std::size_t>(plan.batches * plan.product.columns));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    parameters[i] = static_cast<std::int32_t>(static_cast<std::int64_t>(i) / strides[at] % plan.rhs_kept[at]);
  }
  return parameters;
}

std::span<const OpEntry> dot_ops() {
  static const OpEntry entries[] = {{"stablehlo.dot", dot}, {"stablehlo.dot_general", dot}};
  return entries;
}

}  // namespace qgpu::stablehlo
