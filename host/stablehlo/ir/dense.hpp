#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "host/stablehlo/ir/type.hpp"

namespace qgpu::stablehlo {

/// The elements of a `dense<..>` literal: one bit pattern for a splat, else every element in C order. An element
/// takes ceil(bits / 8) bytes, little-endian; i1, i2 and i4 take one byte with the unused high bits 0 (so -1 : i4 is
/// 0x0F); complex takes its two parts one after the other. Immutable and shared, so copies cost nothing.
class DenseElements {
 public:
  DenseElements() = default;
  /// `type` is a static, ranked tensor of integers, index, floats or complex; bytes holds one element (splat) or all.
  /// Throws an internal error if the sizes do not fit: check hostile shapes first.
  static DenseElements splat(Type type, std::vector<std::byte> element);
  static DenseElements full(Type type, std::vector<std::byte> elements);
  /// Integers (each cut to the element's width) and floats (each rounded to nearest even into the element type).
  static DenseElements from_integers(Type type, std::span<const std::int64_t> values);
  static DenseElements from_floats(Type type, std::span<const double> values);
  static DenseElements splat_integer(Type type, std::int64_t value);
  static DenseElements splat_float(Type type, double value);

  const Type& type() const { return type_; }
  bool is_splat() const { return is_splat_; }
  /// Elements of the shape, not of the storage.
  std::int64_t num_elements() const { return num_elements_; }
  std::size_t element_bytes() const { return element_bytes_; }
  std::span<const std::byte> bytes() const {
    return bytes_ ? std::span<const std::byte>(*bytes_) : std::span<const std::byte>();
  }
  std::span<const std::byte> element(std::int64_t index) const {
    return bytes().subspan(is_splat_ ? 0 : static_cast<std::size_t>(index) * element_bytes_, element_bytes_);
  }
  /// Signless and signed integers sign-extended (i1: 0 or 1), unsigned ones zero-extended (ui64 as its bit pattern).
  std::int64_t integer_at(std::int64_t index) const;
  /// The exact value of a float element; of an integer one, its value.
  double float_at(std::int64_t index) const;
  /// The same bytes seen as another type with the same element width and number of elements (reshape, bitcast).
  DenseElements with_type(Type type) const;

  friend bool operator==(const DenseElements& a, const DenseElements& b);

 private:
  Type type_;
  bool is_splat_ = false;
  std::int64_t num_elements_ = 0;
  std::size_t element_bytes_ = 0;
  std::shared_ptr<const std::vector<std::byte>> bytes_;
};

}  // namespace qgpu::stablehlo
