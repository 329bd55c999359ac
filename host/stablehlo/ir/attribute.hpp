#pragma once
#include <memory>

#include "host/stablehlo/ir/type.hpp"

namespace qgpu::stablehlo {

// The kinds of attributes; what each holds is in attributes.hpp.
struct UnitAttr;
struct BoolAttr;
struct IntegerAttr;
struct FloatAttr;
struct StringAttr;
struct SymbolAttr;
struct TypeAttr;
struct ArrayAttr;
struct DictionaryAttr;
struct DenseArrayAttr;
struct DenseAttr;
struct EnumAttr;
struct DotDimensionsAttr;
struct ConvDimensionsAttr;
struct GatherDimensionsAttr;
struct ScatterDimensionsAttr;
struct ChannelHandleAttr;
struct BoundsAttr;
struct DotAlgorithmAttr;
struct ResultAccuracyAttr;
struct OpaqueAttr;

template <class T>
concept AttributeKind =
    OneOf<T, UnitAttr, BoolAttr, IntegerAttr, FloatAttr, StringAttr, SymbolAttr, TypeAttr, ArrayAttr, DictionaryAttr,
          DenseArrayAttr, DenseAttr, EnumAttr, DotDimensionsAttr, ConvDimensionsAttr, GatherDimensionsAttr,
          ScatterDimensionsAttr, ChannelHandleAttr, BoundsAttr, DotAlgorithmAttr, ResultAccuracyAttr, OpaqueAttr>;

struct AttributeStorage;

/// An attribute of an op: like Type a small immutable value, cheap to copy, equal by structure, null when default-made.
class Attribute {
 public:
  Attribute() = default;
  template <AttributeKind Kind>
  Attribute(Kind kind);

  explicit operator bool() const { return storage_ != nullptr; }
  template <AttributeKind Kind>
  bool is() const {
    return get_if<Kind>() != nullptr;
  }
  /// Null if the attribute is null or of another kind; lives as long as any copy of this attribute.
  template <AttributeKind Kind>
  const Kind* get_if() const;
  /// Throws an internal error where get_if gives null.
  template <AttributeKind Kind>
  const Kind& get() const;

  friend bool operator==(const Attribute& a, const Attribute& b);

 private:
  std::shared_ptr<const AttributeStorage> storage_;
};

}  // namespace qgpu::stablehlo
