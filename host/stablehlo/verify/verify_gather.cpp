#include <algorithm>
#include <set>

#include "host/stablehlo/verify/op_checks.hpp"

namespace qgpu::stablehlo {
namespace {

bool has_duplicates(const Dimensions& values) {
  return std::set<std::int64_t>(values.begin(), values.end()).size() != values.size();
}

}  // namespace

void verify_gather(const OpChecks& checks) {
  const bool computed = checks.name() == "stablehlo.dynamic_gather";  // slice sizes: known to the evaluation alone
  if (checks.name() != "stablehlo.gather" && !computed) return;
  const auto& dims = *checks.op().attribute_if<GatherDimensionsAttr>("dimension_numbers");
  const TensorType& operand = checks.operand(0);
  const TensorType& indices = checks.operand(1);
  const Dimensions sizes = computed ? Dimensions(operand.shape.size(), kDynamic) : checks.integers("slice_sizes");
  if (operand.element != checks.result().element)
    checks.fail_op("failed to verify that all of {{operand, result}} have same element type");
  if (dims.index_vector_dim < 0 || dims.index_vector_dim > indices.rank())
    checks.fail("index_vector_dim {} is out of bounds for start indices with rank {}", dims.index_vector_dim,
                indices.rank());
  const auto vector_dim = static_cast<std::size_t>(dims.index_vector_dim);
  const std::int64_t vector_size = dims.index_vector_dim == indices.rank() ? 1 : indices.shape[vector_dim];
  if (vector_size != kDynamic && vector_size != static_cast<std::int64_t>(dims.start_index_map.size()))
    checks.fail("start_index_map size ({}) is not equal to size of index dimension ({}) of start_indices ({})",
                dims.start_index_map.size(), dims.index_vector_dim, vector_size);
  const auto in_operand = [&](std::string_view name, const Dimensions& list) {
    for (const std::int64_t d : list)
      if (d < 0 || d >= operand.rank())
        checks.fail("{} [{}] is out of bounds for operand rank {}", name, fmt::join(list, ", "), operand.rank());
    if (has_duplicates(list)) checks.fail("expects {} to not repeat, got: [{}]", name, fmt::join(list, ", "));
  };
  in_operand("start_index_map", dims.start_index_map);
  in_operand("collapsed_slice_dims", dims.collapsed_slice_dims);
  in_operand("operand_batching_dims", dims.operand_batching_dims);
  if (static_cast<std::int64_t>(sizes.size()) != operand.rank())
    checks.fail("slice_sizes.size ({}) not equal to (implied) operand rank ({})", sizes.size(), operand.rank());
  std::vector<std::int64_t> window;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (!computed && (sizes[d] < 0 || (operand.shape[d] != kDynamic && sizes[d] > operand.shape[d])))
      checks.fail("slice size ({}) is out of bounds for operand dimension ({}) at index {}", sizes[d], operand.shape[d],
                  d);
    const auto contains = [&](const Dimensions& list) {
      return std::ranges::find(list, static_cast<std::int64_t>(d)) != list.end();
    };
    const bool collapsed = contains(dims.collapsed_slice_dims) || contains(dims.operand_batching_dims);
    if (collapsed && !computed && sizes[d] > 1)
      checks.fail("expects that for each dim in collapsed_slice_dims, slice_sizes[{}] should be <= 1, but got {}", d,
                  sizes[d]);
    if (!collapsed) window.push_back(sizes[d]);
  }
  if (window.size() != dims.offset_dims.size())
    checks.fail(
        "offset_dims size ({}) plus collapse_slice_dims size ({}) plus operand_batching_dims size ({}) is not equal to "
        "operand rank ({})",
        dims.offset_dims.size(), dims.collapsed_slice_dims.size(), dims.operand_batching_dims.size(), operand.rank());
  std::vector<std::int64_t> batch;
  for (std::size_t d = 0; d < indices.shape.size(); ++d)
    if (d != vector_dim) batch.push_back(indices.shape[d]);
  std::vector<std::int64_t> shape(batch.size() + window.size(), kDynamic);
  for (const std::int64_t d : dims.offset_dims)
    if (d < 0 || d >= static_cast<std::int64_t>(shape.size()))
      checks.fail("offset_dims [{}] is out of bounds for implied result rank {}", fmt::join(dims.offset_dims, ", "),
                  shape.size());
  if (has_duplicates(dims.offset_dims))
    checks.fail("expects offset_dims to not repeat, got: [{}]", fmt::join(dims.offset_dims, ", "));
  std::size_t next_window = 0, next_batch = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const bool is_offset = std::ranges::find(dims.offset_dims, static_cast<std::int64_t>(d)) != dims.offset_dims.end();
    shape[d] = is_offset ? window[next_window++] : batch[next_batch++];
  }
  checks.expect_inferred(tensor_type(shape, operand.element));
}

}  // namespace qgpu::stablehlo
