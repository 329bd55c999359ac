#pragma once
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "host/stablehlo/ir/dense.hpp"
#include "host/stablehlo/ir/types.hpp"

namespace qgpu::stablehlo {

/// How one element lies in memory. Integers of 1, 2 and 4 bits take a byte each, sign- or zero-extended; a quantized
/// element lies as its storage integer.
enum class Storage : std::uint8_t {
  kI8,
  kI16,
  kI32,
  kI64,
  kU8,
  kU16,
  kU32,
  kU64,
  kF16,
  kBF16,
  kF32,
  kF64,
  kC64,
  kC128
};

/// The 16-bit floats as stored, so that each has a C++ type of its own.
struct F16Bits {
  std::uint16_t bits;
};
struct BF16Bits {
  std::uint16_t bits;
};

/// The one switch over Storage: calls `body` with a value of the element's C++ type.
template <class Body>
decltype(auto) with_storage(Storage storage, Body&& body) {
  switch (storage) {
    case Storage::kI8:
      return body(std::int8_t{});
    case Storage::kI16:
      return body(std::int16_t{});
    case Storage::kI32:
      return body(std::int32_t{});
    case Storage::kI64:
      return body(std::int64_t{});
    case Storage::kU8:
      return body(std::uint8_t{});
    case Storage::kU16:
      return body(std::uint16_t{});
    case Storage::kU32:
      return body(std::uint32_t{});
    case Storage::kU64:
      return body(std::uint64_t{});
    case Storage::kF16:
      return body(F16Bits{});
    case Storage::kBF16:
      return body(BF16Bits{});
    case Storage::kF32:
      return body(float{});
    case Storage::kF64:
      return body(double{});
    case Storage::kC64:
      return body(std::complex<float>{});
    case Storage::kC128:
      break;
  }
  return body(std::complex<double>{});
}

struct ElementFormat {
  Storage storage = Storage::kF32;
  unsigned bits = 32;  ///< of the type: 4 for i4

  std::size_t bytes() const;
  bool is_integer() const { return storage <= Storage::kU64; }
  bool is_signed_integer() const { return storage <= Storage::kI64; }
  bool is_boolean() const { return storage == Storage::kU8 && bits == 1; }
  bool is_float() const { return storage >= Storage::kF16 && storage <= Storage::kF64; }
  bool is_complex() const { return storage >= Storage::kC64; }
  friend bool operator==(const ElementFormat&, const ElementFormat&) = default;
};

/// Throws a file error (`unsupported: ...`) for element types that cannot be evaluated.
ElementFormat format_of(const Type& element);

using Shape = std::vector<std::int64_t>;

/// Product of the sizes; throws a file error when it does not fit 62 bits.
std::int64_t count_elements(std::span<const std::int64_t> shape);
/// Elements between neighbours along each dimension, C order.
Shape strides_of(std::span<const std::int64_t> shape);

/// A tensor's value: a static type and its elements in C order. Copies share the elements; write only to a literal that
/// nobody else has seen.
class Literal {
 public:
  Literal() = default;
  /// Elements undefined. Throws a file error if the type is dynamic, not evaluable, or too large for memory.
  explicit Literal(Type type);
  static Literal from_dense(const DenseElements& elements, Type type);
  static Literal scalar_boolean(bool value);

  explicit operator bool() const { return buffer_ != nullptr; }
  const Type& type() const { return type_; }
  Type element() const { return element_type(type_); }
  const Shape& shape() const { return type_.get<TensorType>().shape; }
  std::int64_t rank() const { return static_cast<std::int64_t>(shape().size()); }
  std::int64_t num_elements() const { return num_elements_; }
  ElementFormat format() const { return format_; }
  const QuantizedType* quantized() const { return quantized_element(type_); }
  std::size_t num_bytes() const { return static_cast<std::size_t>(num_elements_) * format_.bytes(); }

  const std::byte* bytes() const { return buffer_.get(); }
  std::byte* bytes() { return buffer_.get(); }
  template <class T>
  const T* data() const {
    return reinterpret_cast<const T*>(buffer_.get());
  }
  template <class T>
  T* data() {
    return reinterpret_cast<T*>(buffer_.get());
  }

  /// The same bytes under another type of the same number and width of elements.
  Literal with_type(Type type) const;
  /// Elements begin .. begin+count-1 in C order, as a tensor of one dimension that shares them.
  Literal strip(std::int64_t begin, std::int64_t count) const;
  /// Element `index` of an integer or boolean tensor (ui64 as its bit pattern).
  std::int64_t integer_at(std::int64_t index) const;
  /// Element `index` of a float tensor.
  double float_at(std::int64_t index) const;
  /// Element `index` as a rank-0 literal.
  Literal element_at(std::int64_t index) const;
  /// Overwrites element `index` with the rank-0 `value` of the same format.
  void set_element(std::int64_t index, const Literal& value);

  /// A tuple, or with no members a token.
  static Literal tuple(Type type, std::vector<Literal> members);
  const std::vector<Literal>& members() const { return *members_; }
  bool is_tensor() const { return members_ == nullptr; }

 private:
  Type type_;
  std::shared_ptr<const std::vector<Literal>> members_;
  ElementFormat format_;
  std::int64_t num_elements_ = 0;
  std::shared_ptr<std::byte[]> buffer_;
};

/// All elements of an integer tensor, in C order: a list of sizes or indices that a program computes.
std::vector<std::int64_t> integers_of(const Literal& values);

}  // namespace qgpu::stablehlo
