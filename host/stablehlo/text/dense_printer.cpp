#include <fmt/format.h>

#include "host/stablehlo/ir/float_format.hpp"
#include "host/stablehlo/text/attribute_printer.hpp"
#include "host/stablehlo/text/number_text.hpp"

namespace qgpu::stablehlo {
namespace {

// MLIR prints what is longer than this, and no splat, as the bytes themselves.
constexpr std::int64_t kMostPrintedElements = 100;

std::uint64_t load(std::span<const std::byte> bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) bits = bits << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return bits;
}

std::string float_bits_text(std::span<const std::byte> bytes, FloatKind kind) {
  const FloatFormat format = float_format(kind);
  const std::uint64_t bits = load(bytes);
  const double value = decode_float(bits, format);
  // A NaN keeps its payload.
  return value != value ? fmt::format("0x{:X}", bits) : float_text(value, kind);
}

std::string element_text(const DenseElements& elements, const Type& element, std::int64_t index) {
  if (const auto* complex = element.get_if<ComplexType>()) {
    const auto bytes = elements.element(index);
    const std::size_t half = bytes.size() / 2;
    const auto part = [&](std::size_t offset) {
      const auto of_part = bytes.subspan(offset, half);
      if (const auto* floating = complex->element.get_if<FloatType>()) return float_bits_text(of_part, floating->kind);
      const Type scalar = tensor_type({}, complex->element);
      return std::to_string(DenseElements::splat(scalar, {of_part.begin(), of_part.end()}).integer_at(0));
    };
    return "(" + part(0) + "," + part(half) + ")";
  }
  if (const auto* floating = element.get_if<FloatType>())
    return float_bits_text(elements.element(index), floating->kind);
  const std::int64_t value = elements.integer_at(index);
  const auto* integer = element.get_if<IntegerType>();
  if (integer && integer->width == 1) return value ? "true" : "false";
  if (integer && integer->signedness == Signedness::kUnsigned) return std::to_string(static_cast<std::uint64_t>(value));
  return std::to_string(value);
}

void print_list(const DenseElements& elements, const Type& element, const std::vector<std::int64_t>& shape,
                std::size_t level, std::int64_t& next, std::string& text) {
  if (level == shape.size()) {
    text += element_text(elements, element, next++);
    return;
  }
  text += '[';
  for (std::int64_t i = 0; i < shape[level]; ++i) {
    if (i) text += ", ";
    print_list(elements, element, shape, level + 1, next, text);
  }
  text += ']';
}

}  // namespace

std::string print_dense(const DenseElements& elements) {
  const auto& type = elements.type().get<TensorType>();
  if (elements.is_splat()) return "dense<" + element_text(elements, type.element, 0) + ">";
  if (elements.num_elements() == 0) return "dense<>";
  if (elements.num_elements() > kMostPrintedElements) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text = "dense<\"0x";
    text.reserve(text.size() + 2 * elements.bytes().size() + 2);
    for (const std::byte byte : elements.bytes()) {
      text += kDigits[std::to_integer<unsigned>(byte) >> 4];
      text += kDigits[std::to_integer<unsigned>(byte) & 15];
    }
    return text + "\">";
  }
  std::string text = "dense<";
  std::int64_t next = 0;
  print_list(elements, type.element, type.shape, 0, next, text);
  return text + ">";
}

}  // namespace qgpu::stablehlo
