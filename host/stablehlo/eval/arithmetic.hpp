#pragma once
#include <concepts>
#include <cstdint>

#include "host/stablehlo/eval/literal.hpp"
#include "qgpu/error.hpp"
#include "qgpu/expressed_types.hpp"

namespace qgpu::stablehlo {

// Element-wise steps compute in one of six arithmetics, whatever the width in memory: the four expressed types, and
// 64-bit integers that are cut to the type's bits when stored. (For + - * and the bit operations the low bits of a
// 64-bit result are those of the narrow one; operands arrive sign- or zero-extended for the others.)
struct Signed {
  using Compute = std::int64_t;
};
struct Unsigned {
  using Compute = std::uint64_t;
};

template <class T>
concept ExpressedType = std::same_as<T, F16> || std::same_as<T, BF16> || std::same_as<T, F32> || std::same_as<T, F64>;

enum class Arithmetic : std::uint8_t { kF16, kBF16, kF32, kF64, kSigned, kUnsigned };

/// The one switch over Arithmetic.
template <class Body>
decltype(auto) with_arithmetic(Arithmetic arithmetic, Body&& body) {
  switch (arithmetic) {
    case Arithmetic::kF16:
      return body(F16{});
    case Arithmetic::kBF16:
      return body(BF16{});
    case Arithmetic::kF32:
      return body(F32{});
    case Arithmetic::kF64:
      return body(F64{});
    case Arithmetic::kSigned:
      return body(Signed{});
    case Arithmetic::kUnsigned:
      break;
  }
  return body(Unsigned{});
}

/// How elements of `element` compute; a quantized element as its expressed type.
inline Arithmetic arithmetic_of(const Type& element) {
  if (const auto* quantized = element.get_if<QuantizedType>()) return arithmetic_of(quantized->expressed);
  const ElementFormat format = format_of(element);
  switch (format.storage) {
    case Storage::kF16:
      return Arithmetic::kF16;
    case Storage::kBF16:
      return Arithmetic::kBF16;
    case Storage::kF32:
      return Arithmetic::kF32;
    case Storage::kF64:
      return Arithmetic::kF64;
    default:
      break;
  }
  if (format.is_complex()) throw file_error("unsupported: complex elements in this op");
  return format.is_signed_integer() ? Arithmetic::kSigned : Arithmetic::kUnsigned;
}

}  // namespace qgpu::stablehlo
