#pragma once
#include <concepts>
#include <memory>

namespace qgpu::stablehlo {

// The kinds of types; what each holds is in types.hpp.
struct IntegerType;
struct FloatType;
struct IndexType;
struct NoneType;
struct TokenType;
struct ComplexType;
struct QuantizedType;
struct AnyQuantizedType;
struct CalibratedType;
struct TensorType;
struct TupleType;
struct FunctionType;
struct OpaqueType;

template <class T, class... Kinds>
concept OneOf = (std::same_as<T, Kinds> || ...);

template <class T>
concept TypeKind = OneOf<T, IntegerType, FloatType, IndexType, NoneType, TokenType, ComplexType, QuantizedType,
                         AnyQuantizedType, CalibratedType, TensorType, TupleType, FunctionType, OpaqueType>;

struct TypeStorage;

/// A type of the program: a small immutable value, cheap to copy, equal by structure, null when default-made.
class Type {
 public:
  Type() = default;
  template <TypeKind Kind>
  Type(Kind kind);

  explicit operator bool() const { return storage_ != nullptr; }
  template <TypeKind Kind>
  bool is() const {
    return get_if<Kind>() != nullptr;
  }
  /// Null if the type is null or of another kind; lives as long as any copy of this type.
  template <TypeKind Kind>
  const Kind* get_if() const;
  /// Throws an internal error where get_if gives null.
  template <TypeKind Kind>
  const Kind& get() const;

  friend bool operator==(const Type& a, const Type& b);

 private:
  std::shared_ptr<const TypeStorage> storage_;
};

}  // namespace qgpu::stablehlo
