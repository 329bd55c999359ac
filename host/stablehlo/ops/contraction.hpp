#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "host/stablehlo/eval/element_blocks.hpp"
#include "host/stablehlo/eval/literal.hpp"
#include "host/stablehlo/eval/quantized_parameters.hpp"
#include "host/stablehlo/ops/matrix_product.hpp"
#include "host/stablehlo/ops/strided_copy.hpp"

// What dot_general and convolution share: packing operands, and turning exact integer sums into results.
namespace qgpu::stablehlo {

/// True if the contraction is an exact integer sum: integers throughout, or quantized throughout with one lhs scale and
/// an rhs scale that does not change along what is summed (`rhs_summed[d]` says which rhs dimensions are).
bool is_integer_contraction(const Literal& lhs, const Literal& rhs, const Type& result_type,
                            const std::vector<bool>& rhs_summed);

/// Integers of an operand, dimensions in the order of `permutation`, zero points removed.
PackedIntegers pack_integers(const Literal& operand, std::span<const std::int64_t> permutation,
                             PackedIntegers::Width width);

/// The narrowest width that holds the zero-point-free values of both operands, and a bound on |lhs * rhs|.
struct ProductBounds {
  PackedIntegers::Width width;
  std::int64_t largest_product;
};
ProductBounds product_bounds(const Literal& lhs, const Literal& rhs);

/// Values of a float or quantized operand, converted to `Expressed`, dimensions in the order of `permutation`.
template <class Expressed>
std::vector<typename Expressed::Compute> pack_reals(const Literal& operand, std::span<const std::int64_t> permutation);

/// All elements of `result` from values of its arithmetic, already rounded, in C order.
void write_reals(Literal& result, const void* values);

/// Writes exact sums into the result of a contraction: cut to the integer type, or scaled by the double formula.
class SumWriter {
 public:
  SumWriter(Literal& result, const Literal& lhs, const Literal& rhs);
  /// Elements first, first + stride, ... of the result; rhs_parameters[i] is the rhs scale that went into sum i (null:
  /// there is only one).
  void write(std::int64_t first, std::int64_t stride, std::size_t count, const std::int64_t* sums,
             const std::int32_t* rhs_parameters) const;

 private:
  Literal result_;  // shares the elements
  const QuantizedType* type_;
  std::unique_ptr<ParameterIndex> parameters_;
  double lhs_scale_ = 1;
  std::vector<double> rhs_scales_, result_scales_;
};

}  // namespace qgpu::stablehlo
