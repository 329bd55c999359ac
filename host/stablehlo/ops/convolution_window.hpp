#pragma once
#include <cstdint>
#include <vector>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/eval/literal.hpp"

namespace qgpu::stablehlo {

/// The geometry of a convolution: from an output position and a place in the kernel to an input position.
struct ConvolutionPlan {
  ConvDimensionsAttr dims;
  std::vector<std::int64_t> strides, padding_low, lhs_dilation, rhs_dilation;
  std::vector<bool> reversed;
  std::int64_t feature_groups = 1, batch_groups = 1;

  std::vector<std::int64_t> input_size, kernel_size, output_size;  ///< spatial
  std::int64_t group_batch = 1;                                    ///< batches of one group, also those of the output
  std::int64_t kernel_input_features = 1;                          ///< input features of one group
  std::int64_t group_columns = 1;                                  ///< output features of one group
  std::vector<std::int64_t> lhs_order;                             ///< batch, spatial, feature
  std::vector<std::int64_t> rhs_order;                             ///< output feature, spatial, input feature
  Shape output_strides;

  std::int64_t num_groups() const { return feature_groups * batch_groups; }
  std::int64_t rows() const;   ///< output positions of one group: batch, then spatial
  std::int64_t depth() const;  ///< kernel places: spatial, then input feature
  /// Rows whose patches are laid out at a time: at least one, else no more than 2^22 values.
  std::int64_t rows_at_once() const;
  /// Flat index of the result element at (row, output feature 0).
  std::int64_t result_index(std::int64_t row) const;
};

ConvolutionPlan plan_convolution(const OpCall& call);

/// im2col: rows first .. first + count - 1 of `group`, each `depth()` values long, from an lhs packed in lhs_order.
/// Padding and the holes of a dilated input are 0. Instantiated for the packed integers and reals.
template <class T>
void fill_patches(const ConvolutionPlan& plan, std::int64_t group, std::int64_t first, std::int64_t count, const T* lhs,
                  T* patches);

}  // namespace qgpu::stablehlo
