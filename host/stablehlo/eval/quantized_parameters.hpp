#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "host/stablehlo/eval/literal.hpp"
#include "host/stablehlo/ir/types.hpp"

namespace qgpu::stablehlo {

/// Which scale and zero point an element of a quantized tensor takes: index = C-order position among the type's
/// parameters. Works for every granularity and for any axis.
class ParameterIndex {
 public:
  ParameterIndex(const QuantizedType& type, std::span<const std::int64_t> shape);

  bool uniform() const { return uniform_; }
  /// The parameter of each of the `count` elements from flat position `offset` on.
  void fill(std::int64_t offset, std::size_t count, std::int32_t* indices) const;

 private:
  bool uniform_ = true;
  // Along each dimension: flat stride of the tensor, block size, stride among the parameters (0: the dimension shares).
  std::vector<std::int64_t> strides_, sizes_, blocks_, parameter_strides_;
};

/// Scales of `type` rounded to the expressed type, as double.
std::vector<double> expressed_scales(const QuantizedType& type);

}  // namespace qgpu::stablehlo
