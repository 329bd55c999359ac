#include "host/stablehlo/eval/quantized_parameters.hpp"

#include "host/stablehlo/eval/arithmetic.hpp"

namespace qgpu::stablehlo {

ParameterIndex::ParameterIndex(const QuantizedType& type, std::span<const std::int64_t> shape)
    : uniform_(type.scales.size() == 1) {
  if (uniform_) return;
  const std::size_t rank = shape.size();
  strides_ = strides_of(shape);
  sizes_.assign(shape.begin(), shape.end());
  blocks_.assign(rank, 1);
  parameter_strides_.assign(rank, 0);
  if (type.is_per_axis()) {
    parameter_strides_.at(static_cast<std::size_t>(type.axis)) = 1;
    return;
  }
  for (std::size_t d = 0; d < rank; ++d) blocks_[d] = std::max<std::int64_t>(shape[d], 1);
  for (const BlockSize& block : type.blocks) blocks_.at(static_cast<std::size_t>(block.dimension)) = block.size;
  for (std::size_t d = 0; d < rank; ++d) {
    if (type.scale_shape.size() != rank || type.scale_shape[d] * blocks_[d] < shape[d]) {
      throw file_error("a sub-channel type does not fit the shape of its tensor");
    }
  }
  std::int64_t stride = 1;
  for (std::size_t d = rank; d-- > 0;) {
    parameter_strides_[d] = stride;
    stride *= type.scale_shape.at(d);
  }
}

void ParameterIndex::fill(std::int64_t offset, std::size_t count, std::int32_t* indices) const {
  if (uniform_) {
    std::fill_n(indices, count, 0);
    return;
  }
  const std::size_t rank = sizes_.size();
  std::vector<std::int64_t> index(rank);
  for (std::size_t d = 0; d < rank; ++d) index[d] = (offset / strides_[d]) % sizes_[d];
  const std::size_t last = rank - 1;
  for (std::size_t done = 0; done < count;) {
    std::int64_t row = 0;  // parameter of this row, apart from its last dimension
    for (std::size_t d = 0; d < last; ++d) row += index[d] / blocks_[d] * parameter_strides_[d];
    for (; index[last] < sizes_[last] && done < count; ++index[last], ++done) {
      const std::int64_t along =
          parameter_strides_[last] == 0 ? 0 : index[last] / blocks_[last] * parameter_strides_[last];
      indices[done] = static_cast<std::int32_t>(row + along);
    }
    for (std::size_t d = last; d > 0 && index[d] == sizes_[d]; --d) {
      index[d] = 0;
      ++index[d - 1];
    }
  }
}

std::vector<double> expressed_scales(const QuantizedType& type) {
  return with_arithmetic(arithmetic_of(type.expressed), [&]<class E>(E) {
    std::vector<double> scales;
    scales.reserve(type.scales.size());
    for (double scale : type.scales) {
      if constexpr (ExpressedType<E>) scales.push_back(static_cast<double>(E::round(scale)));
    }
    return scales;
  });
}

}  // namespace qgpu::stablehlo
