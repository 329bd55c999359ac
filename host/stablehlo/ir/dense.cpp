#include "host/stablehlo/ir/dense.hpp"

#include <algorithm>
#include <cstring>

#include "host/stablehlo/ir/attributes.hpp"
#include "host/stablehlo/ir/float_format.hpp"

namespace qgpu::stablehlo {
namespace {

std::size_t bytes_of_element(const Type& type) {
  const Type element = element_type(type);
  if (const auto* complex = element.get_if<ComplexType>()) return 2 * ((bit_width(complex->element) + 7) / 8);
  return (bit_width(element) + 7) / 8;
}

std::uint64_t load(std::span<const std::byte> bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = std::min<std::size_t>(bytes.size(), 8); i-- > 0;)
    bits = bits << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return bits;
}

void store(std::uint64_t bits, std::span<std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = i < 8 ? std::byte(bits >> (8 * i)) : std::byte(0);
}

std::uint64_t masked(std::uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

std::uint64_t bits_of(const Type& element, double value) {
  return encode_float(value, float_format(element.get<FloatType>().kind));
}

}  // namespace

DenseElements DenseElements::full(Type type, std::vector<std::byte> elements) {
  DenseElements made;
  const auto count = type.get<TensorType>().num_elements();
  made.element_bytes_ = bytes_of_element(type);
  std::size_t total = 0;
  if (!count || made.element_bytes_ == 0 ||
      __builtin_mul_overflow(static_cast<std::size_t>(*count), made.element_bytes_, &total) || total != elements.size())
    throw internal_error("stablehlo: a dense literal has not as many bytes as its type");
  // As MLIR does: elements that are all the same are a splat, so that equal values have equal forms.
  const std::size_t width = made.element_bytes_;
  if (total >= width && std::memcmp(elements.data(), elements.data() + width, total - width) == 0) {
    elements.resize(width);
    return splat(std::move(type), std::move(elements));
  }
  made.num_elements_ = *count;
  made.type_ = std::move(type);
  made.bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(elements));
  return made;
}

DenseElements DenseElements::splat(Type type, std::vector<std::byte> element) {
  DenseElements made;
  const auto count = type.get<TensorType>().num_elements();
  made.element_bytes_ = bytes_of_element(type);
  if (!count || made.element_bytes_ == 0 || made.element_bytes_ != element.size())
    throw internal_error("stablehlo: a splat is not of its type's size");
  made.num_elements_ = *count;
  made.is_splat_ = true;
  made.type_ = std::move(type);
  made.bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(element));
  return made;
}

DenseElements DenseElements::from_integers(Type type, std::span<const std::int64_t> values) {
  const std::size_t width = bytes_of_element(type);
  const unsigned bits = bit_width(element_type(type));
  std::vector<std::byte> bytes(values.size() * width);
  for (std::size_t i = 0; i < values.size(); ++i)
    store(masked(static_cast<std::uint64_t>(values[i]), bits), std::span(bytes).subspan(i * width, width));
  return full(std::move(type), std::move(bytes));
}

DenseElements DenseElements::from_floats(Type type, std::span<const double> values) {
  const std::size_t width = bytes_of_element(type);
  const Type element = element_type(type);
  std::vector<std::byte> bytes(values.size() * width);
  for (std::size_t i = 0; i < values.size(); ++i)
    store(bits_of(element, values[i]), std::span(bytes).subspan(i * width, width));
  return full(std::move(type), std::move(bytes));
}

DenseElements DenseElements::splat_integer(Type type, std::int64_t value) {
  std::vector<std::byte> bytes(bytes_of_element(type));
  store(masked(static_cast<std::uint64_t>(value), bit_width(element_type(type))), bytes);
  return splat(std::move(type), std::move(bytes));
}

DenseElements DenseElements::splat_float(Type type, double value) {
  std::vector<std::byte> bytes(bytes_of_element(type));
  store(bits_of(element_type(type), value), bytes);
  return splat(std::move(type), std::move(bytes));
}

std::int64_t DenseElements::integer_at(std::int64_t index) const {
  const Type type = element_type(type_);
  std::uint64_t bits = load(element(index));
  const auto* integer = type.get_if<IntegerType>();
  const bool is_signed = !integer || (integer->signedness != Signedness::kUnsigned && integer->width != 1);
  const unsigned width = integer ? std::min(integer->width, 64u) : 64;
  if (is_signed && width < 64 && (bits >> (width - 1)) & 1) bits |= ~std::uint64_t{0} << width;
  return static_cast<std::int64_t>(bits);
}

double DenseElements::float_at(std::int64_t index) const {
  const Type type = element_type(type_);
  const auto* floating = type.get_if<FloatType>();
  if (!floating) return static_cast<double>(integer_at(index));
  return decode_float(load(element(index)), float_format(floating->kind));
}

DenseElements DenseElements::with_type(Type type) const {
  const std::vector<std::byte> copy(bytes().begin(), bytes().end());
  return is_splat_ ? splat(std::move(type), copy) : full(std::move(type), copy);
}

// A splat equals only a splat: full() leaves no other form of one.
bool operator==(const DenseElements& a, const DenseElements& b) {
  return a.is_splat_ == b.is_splat_ && a.type_ == b.type_ && std::ranges::equal(a.bytes(), b.bytes());
}

}  // namespace qgpu::stablehlo
