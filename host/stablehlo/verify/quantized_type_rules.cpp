#include "host/stablehlo/verify/quantized_type_rules.hpp"

#include <fmt/format.h>

#include "host/counted.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

std::vector<std::string> reasons_not_stablehlo(const QuantizedType& type) {
  std::vector<std::string> reasons;
  const unsigned width = type.width;
  if (width != 2 && width != 4 && width != 8 && width != 16 && width != 32)
    reasons.push_back(fmt::format("storage of {}; expected 2, 4, 8, 16 or 32", counted(width, "bit")));
  if (type.spelling == StorageSpelling::kSi)
    reasons.push_back(fmt::format("storage written si{0}; expected i{0}", width));
  const FloatKind kind = type.expressed.get<FloatType>().kind;
  if (kind == FloatKind::kTF32 || kind == FloatKind::kF80 || kind == FloatKind::kF128)
    reasons.push_back(
        fmt::format("expressed type {}; expected f16, bf16, f32, f64 or a smaller float", print_type(type.expressed)));
  if (type.is_sub_channel()) reasons.push_back("sub-channel granularity, which StableHLO does not have yet");
  for (std::size_t k = 0; k < type.zero_points.size(); ++k) {
    const std::int64_t zero_point = type.zero_points[k];
    if (zero_point >= type.storage_min && zero_point <= type.storage_max) continue;
    reasons.push_back(fmt::format("zero point {} at {}; expected one within {}..{}", zero_point, k, type.storage_min,
                                  type.storage_max));
    break;
  }
  return reasons;
}

namespace {

void axis_conflicts(const QuantizedType& type, const std::vector<std::int64_t>& shape,
                    std::vector<std::string>& found) {
  if (type.axis >= static_cast<std::int64_t>(shape.size())) {
    found.push_back(fmt::format("axis {}; expected one below the rank, {}", type.axis, shape.size()));
    return;
  }
  const std::int64_t size = shape[static_cast<std::size_t>(type.axis)];
  if (size != kDynamic && size != static_cast<std::int64_t>(type.scales.size()))
    found.push_back(fmt::format("{}; expected {}, the size of dimension {}", counted(type.scales.size(), "scale"), size,
                                type.axis));
}

void block_conflicts(const QuantizedType& type, const std::vector<std::int64_t>& shape,
                     std::vector<std::string>& found) {
  if (type.scale_shape.size() != shape.size()) {
    found.push_back(fmt::format("scales nested {} deep; expected {}, the rank", type.scale_shape.size(), shape.size()));
    return;
  }
  std::vector<std::int64_t> blocks(shape.size(), 0);  // 0: the whole dimension
  for (const BlockSize& block : type.blocks) {
    if (block.dimension >= static_cast<std::int64_t>(shape.size())) {
      found.push_back(
          fmt::format("block dimension {}; expected one below the rank, {}", block.dimension, shape.size()));
      return;
    }
    std::int64_t& size = blocks[static_cast<std::size_t>(block.dimension)];
    if (size != 0) found.push_back(fmt::format("block dimension {} twice", block.dimension));
    size = block.size;
  }
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == kDynamic && blocks[d] != 0) continue;
    if (blocks[d] != 0 && shape[d] % blocks[d] != 0) {
      found.push_back(
          fmt::format("dimension {} has size {}; expected a multiple of the block, {}", d, shape[d], blocks[d]));
      continue;
    }
    const std::int64_t expected = blocks[d] == 0 ? 1 : shape[d] / blocks[d];
    if (type.scale_shape[d] != expected)
      found.push_back(
          fmt::format("{} along dimension {}; expected {}", counted(type.scale_shape[d], "scale"), d, expected));
  }
}

}  // namespace

std::vector<std::string> shape_conflicts(const QuantizedType& type, const std::vector<std::int64_t>& shape) {
  std::vector<std::string> found;
  if (type.is_per_axis()) axis_conflicts(type, shape, found);
  if (type.is_sub_channel()) block_conflicts(type, shape, found);
  return found;
}

}  // namespace qgpu::stablehlo
