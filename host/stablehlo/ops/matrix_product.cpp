#include "host/stablehlo/ops/matrix_product.hpp"

#include <algorithm>

#include "host/stablehlo/ops/elementwise.hpp"
#include "host/task_order.hpp"
#include "qgpu/error.hpp"
#include "qgpu/expressed_types.hpp"

// The same loop for each level of vector instructions, picked when the program starts; integers, so equal bits.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define QGPU_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define QGPU_VECTOR_CLONES
#endif

namespace qgpu::stablehlo {

namespace {

constexpr std::int64_t kTile = 4;        // results a side that share their loads
constexpr std::int64_t kBlockRows = 64;  // a block of results: its rhs rows stay in the second-level cache
constexpr std::int64_t kBlockColumns = 64;
constexpr std::int64_t kDepthPiece = 4096;

/// sums[i][j] += a[i] . b[j] over `depth` values, in 32 bits: the caller knows that they suffice.
QGPU_VECTOR_CLONES
void add_tile(const std::int16_t* a, const std::int16_t* b, std::int64_t stride, std::int64_t depth, std::int64_t* sums,
              std::int64_t sum_stride) {
  const std::int16_t *a0 = a, *a1 = a + stride, *a2 = a + 2 * stride, *a3 = a + 3 * stride;
  const std::int16_t *b0 = b, *b1 = b + stride, *b2 = b + 2 * stride, *b3 = b + 3 * stride;
  std::int32_t s00 = 0, s01 = 0, s02 = 0, s03 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0;
  std::int32_t s20 = 0, s21 = 0, s22 = 0, s23 = 0, s30 = 0, s31 = 0, s32 = 0, s33 = 0;
  for (std::int64_t k = 0; k < depth; ++k) {
    s00 += a0[k] * b0[k];
    s01 += a0[k] * b1[k];
    s02 += a0[k] * b2[k];
    s03 += a0[k] * b3[k];
    s10 += a1[k] * b0[k];
    s11 += a1[k] * b1[k];
    s12 += a1[k] * b2[k];
    s13 += a1[k] * b3[k];
    s20 += a2[k] * b0[k];
    s21 += a2[k] * b1[k];
    s22 += a2[k] * b2[k];
    s23 += a2[k] * b3[k];
    s30 += a3[k] * b0[k];
    s31 += a3[k] * b1[k];
    s32 += a3[k] * b2[k];
    s33 += a3[k] * b3[k];
  }
  const std::int32_t all[4][4] = {
      {s00, s01, s02, s03}, {s10, s11, s12, s13}, {s20, s21, s22, s23}, {s30, s31, s32, s33}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) sums[i * sum_stride + j] += all[i][j];
  }
}

QGPU_VECTOR_CLONES
std::int32_t dot_narrow(const std::int16_t* a, const std::int16_t* b, std::int64_t depth) {
  std::int32_t sum = 0;
  for (std::int64_t k = 0; k < depth; ++k) sum += a[k] * b[k];
  return sum;
}

QGPU_VECTOR_CLONES
std::int64_t dot_middle(const std::int32_t* a, const std::int32_t* b, std::int64_t depth) {
  std::uint64_t sum = 0;
  for (std::int64_t k = 0; k < depth; ++k) sum += static_cast<std::uint64_t>(std::int64_t{a[k]} * b[k]);
  return static_cast<std::int64_t>(sum);
}

std::int64_t dot_wide(const std::int64_t* a, const std::int64_t* b, std::int64_t depth) {
  std::uint64_t sum = 0;
  for (std::int64_t k = 0; k < depth; ++k) sum += static_cast<std::uint64_t>(a[k]) * static_cast<std::uint64_t>(b[k]);
  return static_cast<std::int64_t>(sum);
}

struct Block {
  std::int64_t row, rows, column, columns;
};

void narrow_block(const Block& block, std::int64_t depth, std::int64_t piece, const std::int16_t* lhs,
                  const std::int16_t* rhs, std::int64_t* sums) {
  for (std::int64_t k = 0; k < depth; k += piece) {
    const std::int64_t length = std::min(piece, depth - k);
    for (std::int64_t i = 0; i < block.rows; i += kTile) {
      const std::int16_t* a = lhs + (block.row + i) * depth + k;
      for (std::int64_t j = 0; j < block.columns; j += kTile) {
        const std::int16_t* b = rhs + (block.column + j) * depth + k;
        std::int64_t* out = sums + i * block.columns + j;
        if (i + kTile <= block.rows && j + kTile <= block.columns) {
          add_tile(a, b, depth, length, out, block.columns);
          continue;
        }
        for (std::int64_t y = 0; y < std::min(kTile, block.rows - i); ++y) {
          for (std::int64_t x = 0; x < std::min(kTile, block.columns - j); ++x) {
            out[y * block.columns + x] += dot_narrow(a + y * depth, b + x * depth, length);
          }
        }
      }
    }
  }
}

template <class T, class Dot>
void simple_block(const Block& block, std::int64_t depth, const T* lhs, const T* rhs, std::int64_t* sums, Dot dot) {
  for (std::int64_t i = 0; i < block.rows; ++i) {
    for (std::int64_t j = 0; j < block.columns; ++j) {
      sums[i * block.columns + j] = dot(lhs + (block.row + i) * depth, rhs + (block.column + j) * depth, depth);
    }
  }
}

}  // namespace

void PackedIntegers::resize(Width to, std::size_t count) {
  width = to;
  if (to == Width::k16)
    narrow.resize(count);
  else if (to == Width::k32)
    middle.resize(count);
  else
    wide.resize(count);
}

void integer_product(const ProductShape& shape, const PackedIntegers& lhs, std::int64_t lhs_offset,
                     const PackedIntegers& rhs, std::int64_t rhs_offset, std::int64_t largest_product,
                     const IntegerSink& sink) {
  if (lhs.width != rhs.width) throw internal_error("stablehlo: packed operands of different widths");
  const std::int64_t safe = INT32_MAX / std::max<std::int64_t>(largest_product, 1);
  const std::int64_t piece = std::clamp<std::int64_t>(safe, 1, kDepthPiece);
  const std::int64_t row_blocks = (shape.rows + kBlockRows - 1) / kBlockRows;
  const std::int64_t column_blocks = (shape.columns + kBlockColumns - 1) / kBlockColumns;
  for_each_in_parallel(row_blocks * column_blocks, [&](std::int64_t index) {
    // Neighbouring indices share their rhs rows.
    Block block{index % row_blocks * kBlockRows, 0, index / row_blocks * kBlockColumns, 0};
    block.rows = std::min(kBlockRows, shape.rows - block.row);
    block.columns = std::min(kBlockColumns, shape.columns - block.column);
    std::int64_t sums[kBlockRows * kBlockColumns] = {};
    switch (lhs.width) {
      case PackedIntegers::Width::k16:
        narrow_block(block, shape.depth, piece, lhs.narrow.data() + lhs_offset, rhs.narrow.data() + rhs_offset, sums);
        break;
      case PackedIntegers::Width::k32:
        simple_block(block, shape.depth, lhs.middle.data() + lhs_offset, rhs.middle.data() + rhs_offset, sums,
                     dot_middle);
        break;
      case PackedIntegers::Width::k64:
        simple_block(block, shape.depth, lhs.wide.data() + lhs_offset, rhs.wide.data() + rhs_offset, sums, dot_wide);
        break;
    }
    sink(block.row, block.rows, block.column, block.columns, sums);
  });
}

template <class Expressed>
void float_product(const ProductShape& shape, const typename Expressed::Compute* lhs,
                   const typename Expressed::Compute* rhs, typename Expressed::Compute* result) {
  using Compute = typename Expressed::Compute;
  constexpr std::int64_t kColumns = 512;  // a piece of a result row stays in the first-level cache
  const std::int64_t pieces = (shape.columns + kColumns - 1) / kColumns;
  const std::int64_t grain =
      std::max<std::int64_t>(1, (1 << 16) / std::max<std::int64_t>(1, shape.depth * std::min(kColumns, shape.columns)));
  parallel_ranges(shape.rows * pieces, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t index = begin; index < end; ++index) {
      const std::int64_t row = index % shape.rows;
      const std::int64_t first = index / shape.rows * kColumns;
      const std::int64_t count = std::min(kColumns, shape.columns - first);
      Compute* out = result + row * shape.columns + first;
      std::fill_n(out, count, Compute{0});
      for (std::int64_t k = 0; k < shape.depth; ++k) {
        const Compute a = lhs[row * shape.depth + k];
        const Compute* b = rhs + k * shape.columns + first;
        for (std::int64_t j = 0; j < count; ++j) out[j] = Expressed::round(out[j] + Expressed::round(a * b[j]));
      }
    }
  });
}

template void float_product<F16>(const ProductShape&, const double*, const double*, double*);
template void float_product<BF16>(const ProductShape&, const double*, const double*, double*);
template void float_product<F32>(const ProductShape&, const float*, const float*, float*);
template void float_product<F64>(const ProductShape&, const double*, const double*, double*);

}  // namespace qgpu::stablehlo
