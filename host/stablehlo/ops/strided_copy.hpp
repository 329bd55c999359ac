#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "host/stablehlo/eval/literal.hpp"

namespace qgpu::stablehlo {

/// A box of elements in memory: element at index i lies at offset + sum i[d] * strides[d], in elements.
struct StridedView {
  std::int64_t offset = 0;
  Shape strides;
};

/// Copies a box of `shape` elements of `element_bytes` each. Strides may be 0 (broadcast) or negative (reverse); the
/// target's elements must be distinct. Every op that only moves elements is one of these.
void copy_strided(std::span<const std::int64_t> shape, std::size_t element_bytes, const std::byte* source,
                  const StridedView& from, std::byte* target, const StridedView& to);

/// The same between literals of one element format. Throws a file error where the box does not lie inside both: nothing
/// that the verifier overlooked, or that a program computes, reaches other memory.
void copy_strided(std::span<const std::int64_t> shape, const Literal& source, const StridedView& from, Literal& target,
                  const StridedView& to);

/// What transpose makes of a shape, and of a tensor in C order: dimension d is the operand's `permutation[d]`.
Shape permuted_shape(std::span<const std::int64_t> shape, std::span<const std::int64_t> permutation);
StridedView permuted_view(std::span<const std::int64_t> shape, std::span<const std::int64_t> permutation);

/// broadcast_in_dim: operand dimension d goes to result dimension `dims[d]`; size 1 repeats.
Literal broadcast_literal(const Literal& operand, const Type& result_type, std::span<const std::int64_t> dims);

/// transpose.
Literal permuted(const Literal& operand, std::span<const std::int64_t> permutation);

/// A box from `starts` on with `steps` between its elements, as a literal of `result_type`. Throws a file error where
/// it leaves the operand.
Literal slice_literal(const Literal& operand, const Type& result_type, std::span<const std::int64_t> starts,
                      std::span<const std::int64_t> steps);

/// Every element of a new literal equal to the rank-0 `value`.
Literal filled(const Type& result_type, const Literal& value);

/// pad: `low[d]` values before (negative: elements cut) and `interior[d]` between neighbours; what lies behind follows
/// from the result's shape. Throws a file error for a negative interior.
Literal padded_literal(const Literal& operand, const Literal& value, const Type& result_type,
                       std::span<const std::int64_t> low, std::span<const std::int64_t> interior);

}  // namespace qgpu::stablehlo
