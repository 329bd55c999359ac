#include <fmt/format.h>

#include <algorithm>

#include "qgpu/error.hpp"
#include "qgpu/npy.hpp"

namespace qgpu {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kGrowthDigits = 21;  // numpy's GROWTH_AXIS_MAX_DIGITS: 2^64 - 1 and a sign
constexpr std::size_t kPreambleBytes = 10;

/// True where C and Fortran order are the same bytes; numpy calls such an array C-contiguous.
bool orders_agree(const std::vector<std::uint64_t>& shape) {
  const bool is_empty = std::find(shape.begin(), shape.end(), 0u) != shape.end();
  return is_empty || std::count_if(shape.begin(), shape.end(), [](std::uint64_t n) { return n > 1; }) <= 1;
}

}  // namespace

std::string format_npy_header(const std::string& descr, bool fortran_order, const std::vector<std::uint64_t>& shape) {
  if (shape.size() > kMaxNpyRank) throw internal_error("npy header: more axes than a .npy file may have");
  const bool fortran = fortran_order && !orders_agree(shape);
  std::string dictionary =
      fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}{}), }}", descr, fortran ? "True" : "False",
                  fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  if (!shape.empty()) {
    dictionary.append(kGrowthDigits - fmt::formatted_size("{}", fortran ? shape.back() : shape.front()), ' ');
  }
  // As numpy: a whole line of padding where none would be needed.
  dictionary.append(kAlignment - (kPreambleBytes + dictionary.size() + 1) % kAlignment, ' ');
  dictionary += '\n';
  std::string header = "\x93NUMPY\x01";
  header += '\0';
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

std::string npy_descr(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
      return "<f4";
    case ElementType::kFloat64:
      return "<f8";
    case ElementType::kUint8:
      return "|u1";
    case ElementType::kInt8:
      return "|i1";
  }
  throw internal_error("element type: not one of the enumeration");
}

}  // namespace qgpu
