#include <algorithm>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/ops/strided_copy.hpp"

// Ops that move elements without looking at them: for quantized tensors the stored integers.
namespace qgpu::stablehlo {

namespace {

using Dims = std::vector<std::int64_t>;

const Shape& result_shape(const OpCall& call) { return call.result_type().get<TensorType>().shape; }

Dims ones(std::size_t rank) { return Dims(rank, 1); }

std::vector<Literal> broadcast_in_dim(const OpCall& call) {
  return {broadcast_literal(call.operand(0), call.result_type(), call.dims("broadcast_dimensions"))};
}

std::vector<Literal> reshape(const OpCall& call) { return {call.operand(0).with_type(call.result_type())}; }

std::vector<Literal> transpose(const OpCall& call) {
  return {permuted(call.operand(0), call.dims("permutation")).with_type(call.result_type())};
}

std::vector<Literal> reverse(const OpCall& call) {
  const Literal& operand = call.operand(0);
  Literal result(call.result_type());
  StridedView from{0, strides_of(operand.shape())};
  for (std::int64_t dimension : call.dims("dimensions")) {
    const auto d = static_cast<std::size_t>(dimension);
    from.offset += (operand.shape().at(d) - 1) * from.strides[d];
    from.strides[d] = -from.strides[d];
  }
  copy_strided(result.shape(), operand, from, result, {0, strides_of(result.shape())});
  return {result};
}

std::vector<Literal> slice(const OpCall& call) {
  return {slice_literal(call.operand(0), call.result_type(), call.dims("start_indices"), call.dims("strides"))};
}

std::vector<Literal> real_dynamic_slice(const OpCall& call) {
  return {
      slice_literal(call.operand(0), call.result_type(), integers_of(call.operand(1)), integers_of(call.operand(3)))};
}

/// Scalar start indices, moved so that a box of `sizes` stays inside `shape`.
Dims clamped_starts(std::span<const Literal> starts, const Shape& shape, const Shape& sizes) {
  Dims clamped;
  for (std::size_t d = 0; d < starts.size(); ++d) {
    const bool huge = starts[d].format().storage == Storage::kU64 && starts[d].integer_at(0) < 0;
    const std::int64_t last = shape[d] - sizes[d];
    clamped.push_back(huge ? last : std::clamp<std::int64_t>(starts[d].integer_at(0), 0, last));
  }
  return clamped;
}

std::vector<Literal> dynamic_slice(const OpCall& call) {
  const Literal& operand = call.operand(0);
  const Dims starts = clamped_starts(call.operands.subspan(1), operand.shape(), result_shape(call));
  return {slice_literal(operand, call.result_type(), starts, ones(starts.size()))};
}

/// A copy of `operand` with `update` written at `starts`.
Literal updated(const Literal& operand, const Type& type, const Literal& update, const Dims& starts) {
  Literal result(type);
  std::copy_n(operand.bytes(), operand.num_bytes(), result.bytes());
  StridedView to{0, strides_of(result.shape())};
  for (std::size_t d = 0; d < starts.size(); ++d) to.offset += starts[d] * to.strides[d];
  copy_strided(update.shape(), update, {0, strides_of(update.shape())}, result, to);
  return result;
}

std::vector<Literal> dynamic_update_slice(const OpCall& call) {
  const Literal& operand = call.operand(0);
  const Literal& update = call.operand(1);
  return {updated(operand, call.result_type(), update,
                  clamped_starts(call.operands.subspan(2), operand.shape(), update.shape()))};
}

std::vector<Literal> concatenate(const OpCall& call) {
  Literal result(call.result_type());
  const auto dimension = static_cast<std::size_t>(call.integer("dimension"));
  StridedView to{0, strides_of(result.shape())};
  for (const Literal& operand : call.operands) {
    copy_strided(operand.shape(), operand, {0, strides_of(operand.shape())}, result, to);
    to.offset += operand.shape().at(dimension) * to.strides.at(dimension);
  }
  return {result};
}

std::vector<Literal> pad(const OpCall& call) {
  return {padded_literal(call.operand(0), call.operand(1), call.result_type(), call.dims("edge_padding_low"),
                         call.dims("interior_padding"))};
}

std::vector<Literal> dynamic_pad(const OpCall& call) {
  return {padded_literal(call.operand(0), call.operand(1), call.result_type(), integers_of(call.operand(2)),
                         integers_of(call.operand(4)))};
}

std::vector<Literal> get_dimension_size(const OpCall& call) {
  Literal result(call.result_type());
  result.data<std::int32_t>()[0] =
      static_cast<std::int32_t>(call.operand(0).shape().at(static_cast<std::size_t>(call.integer("dimension"))));
  return {result};
}

std::vector<Literal> optimization_barrier(const OpCall& call) { return {call.operands.begin(), call.operands.end()}; }

}  // namespace

std::span<const OpEntry> data_movement_ops() {
  static const OpEntry entries[] = {
      {"stablehlo.broadcast_in_dim", broadcast_in_dim},
      {"stablehlo.concatenate", concatenate},
      {"stablehlo.dynamic_broadcast_in_dim", broadcast_in_dim},
      {"stablehlo.dynamic_pad", dynamic_pad},
      {"stablehlo.dynamic_reshape", reshape},
      {"stablehlo.dynamic_slice", dynamic_slice},
      {"stablehlo.dynamic_update_slice", dynamic_update_slice},
      {"stablehlo.get_dimension_size", get_dimension_size},
      {"stablehlo.optimization_barrier", optimization_barrier},
      {"stablehlo.pad", pad},
      {"stablehlo.real_dynamic_slice", real_dynamic_slice},
      {"stablehlo.reshape", reshape},
      {"stablehlo.reverse", reverse},
      {"stablehlo.slice", slice},
      {"stablehlo.transpose", transpose},
  };
  return entries;
}

}  // namespace qgpu::stablehlo
