#include <algorithm>
#include <numeric>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/eval/scalar_body.hpp"

namespace qgpu::stablehlo {

namespace {

/// Sorts along one dimension, all operands alike. Always stable: then `is_stable = false` has one answer too.
std::vector<Literal> sort(const OpCall& call) {
  const ScalarBody comparator(call.op.region(0), call.interpreter);
  const Literal& first = call.operand(0);
  const std::int64_t rank = first.rank();
  std::int64_t dimension = call.op.integer_attribute("dimension").value_or(-1);
  if (dimension < 0) dimension += rank;
  const std::int64_t length = first.shape().at(static_cast<std::size_t>(dimension));
  const std::int64_t stride = strides_of(first.shape()).at(static_cast<std::size_t>(dimension));
  std::vector<Literal> results;
  results.reserve(call.operands.size());
  for (std::size_t i = 0; i < call.operands.size(); ++i) results.emplace_back(call.result_type(i));
  std::vector<std::int64_t> order(static_cast<std::size_t>(length));
  const std::int64_t num_runs = length == 0 ? 0 : first.num_elements() / length;
  for (std::int64_t run = 0; run < num_runs; ++run) {
    const std::int64_t base = run / stride * stride * length + run % stride;
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) {
      std::vector<Literal> scalars;
      for (const Literal& operand : call.operands) {
        scalars.push_back(operand.element_at(base + a * stride));
        scalars.push_back(operand.element_at(base + b * stride));
      }
      return comparator(scalars).at(0).integer_at(0) != 0;
    });
    for (std::int64_t k = 0; k < length; ++k) {
      for (std::size_t i = 0; i < results.size(); ++i) {
        results[i].set_element(base + k * stride, call.operand(i).element_at(base + order[k] * stride));
      }
    }
  }
  return results;
}

}  // namespace

std::span<const OpEntry> sort_ops() {
  static const OpEntry entries[] = {{"stablehlo.sort", sort}};
  return entries;
}

}  // namespace qgpu::stablehlo
