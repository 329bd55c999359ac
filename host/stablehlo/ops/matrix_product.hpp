#pragma once
#include <cstdint>
#include <functional>
#include <vector>

// The inner loops of dot_general and convolution, over packed operands: lhs is rows x depth, rhs is columns x depth for
// integers (both run along the depth) and depth x columns for floats (so that a row of results vectorises while each
// result still sums in the order of the depth).
namespace qgpu::stablehlo {

/// Packed integers, zero points removed, in the narrowest of three forms.
struct PackedIntegers {
  enum class Width { k16, k32, k64 };
  Width width = Width::k16;
  std::vector<std::int16_t> narrow;
  std::vector<std::int32_t> middle;
  std::vector<std::int64_t> wide;

  void resize(Width to, std::size_t count);
};

/// Exact sums for one block of results: `sums` holds rows x columns, row by row.
using IntegerSink = std::function<void(std::int64_t first_row, std::int64_t num_rows, std::int64_t first_column,
                                       std::int64_t num_columns, const std::int64_t* sums)>;

struct ProductShape {
  std::int64_t rows = 0, columns = 0, depth = 0;
};

/// Every sum of lhs[row][k] * rhs[column][k] over k, exact (mod 2^64 for k64), in parallel over blocks of results.
/// Both operands have the same width. `largest_product` bounds |lhs * rhs|: sums of k16 run in 32 bits as long as that
/// cannot overflow, then move to 64.
void integer_product(const ProductShape& shape, const PackedIntegers& lhs, std::int64_t lhs_offset,
                     const PackedIntegers& rhs, std::int64_t rhs_offset, std::int64_t largest_product,
                     const IntegerSink& sink);

/// result[row][column] = 0 + lhs[row][0] * rhs[0][column] + ... from left to right, each product and sum rounded to
/// Expressed.
template <class Expressed>
void float_product(const ProductShape& shape, const typename Expressed::Compute* lhs,
                   const typename Expressed::Compute* rhs, typename Expressed::Compute* result);

}  // namespace qgpu::stablehlo
