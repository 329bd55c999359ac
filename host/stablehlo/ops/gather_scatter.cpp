#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/eval/scalar_body.hpp"
#include "host/stablehlo/ops/strided_copy.hpp"

namespace qgpu::stablehlo {

namespace {

bool contains(const Dimensions& dims, std::int64_t d) { return std::ranges::find(dims, d) != dims.end(); }

/// The coordinates of flat index `flat` in `shape`.
Shape coordinates(std::int64_t flat, const Shape& shape) {
  Shape at(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    at[d] = flat % shape[d];
    flat /= shape[d];
  }
  return at;
}

/// How an array of start indices is read: which of its dimensions are batch, which holds the index vector.
struct StartIndices {
  const Literal& indices;
  std::int64_t vector_dim;
  Shape batch_shape;
  std::vector<std::int64_t> batch_dims;

  StartIndices(const Literal& literal, std::int64_t index_vector_dim) : indices(literal), vector_dim(index_vector_dim) {
    for (std::int64_t d = 0; d < literal.rank(); ++d) {
      if (d == vector_dim) continue;
      batch_dims.push_back(d);
      batch_shape.push_back(literal.shape()[static_cast<std::size_t>(d)]);
    }
  }

  /// Entry k of the index vector at a batch position.
  std::int64_t entry(const Shape& batch, std::int64_t k) const {
    const Shape strides = strides_of(indices.shape());
    std::int64_t flat = 0;
    for (std::size_t d = 0; d < batch.size(); ++d) flat += batch[d] * strides[static_cast<std::size_t>(batch_dims[d])];
    if (vector_dim < indices.rank()) flat += k * strides[static_cast<std::size_t>(vector_dim)];
    return indices.integer_at(flat);
  }

  /// Where in the operand the slice of a batch position begins.
  Shape start(const Shape& batch, std::size_t operand_rank, const Dimensions& index_map,
              const Dimensions& operand_batching, const Dimensions& indices_batching) const {
    Shape at(operand_rank, 0);
    for (std::size_t k = 0; k < index_map.size(); ++k)
      at.at(static_cast<std::size_t>(index_map[k])) = entry(batch, static_cast<std::int64_t>(k));
    for (std::size_t k = 0; k < operand_batching.size(); ++k) {
      const auto position = std::ranges::find(batch_dims, indices_batching.at(k)) - batch_dims.begin();
      at.at(static_cast<std::size_t>(operand_batching[k])) = batch.at(static_cast<std::size_t>(position));
    }
    return at;
  }
};

std::vector<Literal> gather_slices(const OpCall& call, const Shape& slice_sizes) {
  const Literal& operand = call.operand(0);
  const Attribute numbers = call.op.attribute("dimension_numbers");
  const auto& dims = numbers.get<GatherDimensionsAttr>();
  const StartIndices starts(call.operand(1), dims.index_vector_dim);
  if (slice_sizes.size() != operand.shape().size()) throw file_error("a slice with another rank than its operand");
  for (std::size_t d = 0; d < slice_sizes.size(); ++d) {
    if (slice_sizes[d] < 0 || slice_sizes[d] > operand.shape()[d])
      throw file_error(fmt::format("a slice of {} in dimension {} of size {}", slice_sizes[d], d, operand.shape()[d]));
  }
  Literal result(call.result_type());
  const Shape result_strides = strides_of(result.shape());
  const Shape operand_strides = strides_of(operand.shape());
  // Dimensions of the slice that stay, and the result dimension each goes to.
  Shape kept;
  StridedView from, to;
  for (std::size_t d = 0; d < slice_sizes.size(); ++d) {
    if (contains(dims.collapsed_slice_dims, static_cast<std::int64_t>(d)) ||
        contains(dims.operand_batching_dims, static_cast<std::int64_t>(d)))
      continue;
    to.strides.push_back(result_strides.at(static_cast<std::size_t>(dims.offset_dims.at(kept.size()))));
    from.strides.push_back(operand_strides[d]);
    kept.push_back(slice_sizes[d]);
  }
  std::vector<std::int64_t> batch_dims;
  for (std::int64_t d = 0; d < result.rank(); ++d) {
    if (!contains(dims.offset_dims, d)) batch_dims.push_back(d);
  }
  for (std::int64_t b = 0; b < count_elements(starts.batch_shape); ++b) {
    const Shape batch = coordinates(b, starts.batch_shape);
    const Shape start = starts.start(batch, operand.shape().size(), dims.start_index_map, dims.operand_batching_dims,
                                     dims.start_indices_batching_dims);
    from.offset = 0;
    for (std::size_t d = 0; d < start.size(); ++d) {
      from.offset += std::clamp<std::int64_t>(start[d], 0, operand.shape()[d] - slice_sizes[d]) * operand_strides[d];
    }
    to.offset = 0;
    for (std::size_t d = 0; d < batch.size(); ++d)
      to.offset += batch[d] * result_strides[static_cast<std::size_t>(batch_dims.at(d))];
    copy_strided(kept, operand, from, result, to);
  }
  return {result};
}

std::vector<Literal> gather(const OpCall& call) { return gather_slices(call, call.dims("slice_sizes")); }

std::vector<Literal> dynamic_gather(const OpCall& call) { return gather_slices(call, integers_of(call.operand(2))); }

/// Flat operand index for an update index, or -1 outside: such an update is dropped.
std::int64_t scatter_target(const Shape& update, const Shape& operand_shape, const ScatterDimensionsAttr& dims,
                            const StartIndices& starts) {
  Shape batch, window;
  for (std::size_t d = 0; d < update.size(); ++d)
    (contains(dims.update_window_dims, static_cast<std::int64_t>(d)) ? window : batch).push_back(update[d]);
  Shape at = starts.start(batch, operand_shape.size(), dims.scatter_dims_to_operand_dims, dims.input_batching_dims,
                          dims.scatter_indices_batching_dims);
  std::size_t next = 0;
  for (std::size_t d = 0; d < at.size(); ++d) {
    if (contains(dims.inserted_window_dims, static_cast<std::int64_t>(d)) ||
        contains(dims.input_batching_dims, static_cast<std::int64_t>(d)))
      continue;
    at[d] += window.at(next++);
  }
  const Shape strides = strides_of(operand_shape);
  std::int64_t flat = 0;
  for (std::size_t d = 0; d < at.size(); ++d) {
    if (at[d] < 0 || at[d] >= operand_shape[d]) return -1;
    flat += at[d] * strides[d];
  }
  return flat;
}

std::vector<Literal> scatter(const OpCall& call) {
  const ScalarBody body(call.op.region(0), call.interpreter);
  const std::size_t num_inputs = (call.operands.size() - 1) / 2;
  const Attribute numbers = call.op.attribute("scatter_dimension_numbers");
  const auto& dims = numbers.get<ScatterDimensionsAttr>();
  const StartIndices starts(call.operand(num_inputs), dims.index_vector_dim);
  std::vector<Literal> results, updates;
  for (std::size_t i = 0; i < num_inputs; ++i) {
    const Literal input = promoted(call.operand(i), body.argument_element(i));
    Literal result(call.result_type(i));
    std::memcpy(result.bytes(), input.bytes(), input.num_bytes());
    results.push_back(result);
    updates.push_back(promoted(call.operand(num_inputs + 1 + i), body.argument_element(num_inputs + i)));
  }
  for (std::int64_t u = 0; u < updates[0].num_elements(); ++u) {
    const std::int64_t to = scatter_target(coordinates(u, updates[0].shape()), results[0].shape(), dims, starts);
    if (to < 0) continue;
    std::vector<Literal> scalars;
    scalars.reserve(2 * num_inputs);
    for (const Literal& result : results) scalars.push_back(result.element_at(to));
    for (const Literal& update : updates) scalars.push_back(update.element_at(u));
    const std::vector<Literal> combined = body(scalars);
    for (std::size_t i = 0; i < num_inputs; ++i) results[i].set_element(to, combined.at(i));
  }
  return results;
}

}  // namespace

std::span<const OpEntry> gather_scatter_ops() {
  static const OpEntry entries[] = {
      {"stablehlo.dynamic_gather", dynamic_gather}, {"stablehlo.gather", gather}, {"stablehlo.scatter", scatter}};
  return entries;
}

}  // namespace qgpu::stablehlo
