#include "qgpu/tensor.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "qgpu/error.hpp"

namespace qgpu {

std::size_t element_size(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
      return 4;
    case ElementType::kFloat64:
      return 8;
    case ElementType::kUint8:
    case ElementType::kInt8:
      return 1;
  }
  throw internal_error("element type: not one of the enumeration");
}

const char* element_name(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
      return "float32";
    case ElementType::kFloat64:
      return "float64";
    case ElementType::kUint8:
      return "uint8";
    case ElementType::kInt8:
      return "int8";
  }
  throw internal_error("element type: not one of the enumeration");
}

std::uint64_t TensorInfo::count() const {
  std::uint64_t product = 1;
  for (const std::uint64_t extent : shape) product *= extent;
  return product;
}

bool TensorInfo::has_countable_size() const {
  std::uint64_t bytes = element_size(type);
  for (const std::uint64_t extent : shape) {
    if (extent == 0) continue;
    if (bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / extent) return false;
    bytes *= extent;
  }
  return true;
}

std::vector<std::uint64_t> TensorInfo::stored_shape() const {
  std::vector<std::uint64_t> stored = shape;
  if (fortran_order) std::reverse(stored.begin(), stored.end());
  return stored;
}

std::uint64_t logical_index(const TensorInfo& info, std::uint64_t stored_index) {
  if (!info.fortran_order) return stored_index;
  // Stored: first axis fastest. Peel coordinates from the first axis on, and weigh each with its C-order stride.
  std::uint64_t stride = info.count();
  std::uint64_t rest = stored_index;
  std::uint64_t index = 0;
  for (const std::uint64_t extent : info.shape) {
    stride /= extent;
    index += (rest % extent) * stride;
    rest /= extent;
  }
  return index;
}

void MemorySource::read(std::uint64_t first, std::uint64_t count, std::byte* out) const {
  const std::size_t size = element_size(info_.type);
  std::memcpy(out, data_ + first * size, count * size);
}

void MemorySink::write(std::uint64_t offset, const std::byte* bytes, std::size_t size) {
  std::memcpy(data_ + offset, bytes, size);
}

}  // namespace qgpu
