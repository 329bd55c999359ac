#pragma once
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "host/stablehlo/ir/attribute.hpp"
#include "host/stablehlo/ir/dense.hpp"
#include "host/stablehlo/ir/types.hpp"
#include "qgpu/error.hpp"

/// The payloads an Attribute can hold; used as those of Type are.
namespace qgpu::stablehlo {

/// A name and its value. `in_properties` remembers, for an op that is not in the table of op definitions, that the
/// text had it between `<{` and `}>`; for known ops the table decides and the flag is false.
struct NamedAttribute {
  std::string name;
  Attribute value;
  bool in_properties = false;
  friend bool operator==(const NamedAttribute&, const NamedAttribute&) = default;
};

/// Attributes by name, sorted by name as MLIR prints them.
class AttributeDictionary {
 public:
  AttributeDictionary() = default;
  AttributeDictionary(std::initializer_list<std::pair<std::string, Attribute>> entries);

  /// Null if there is none of that name.
  Attribute get(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  void set(std::string_view name, Attribute value, bool in_properties = false);
  void erase(std::string_view name);

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  friend bool operator==(const AttributeDictionary&, const AttributeDictionary&) = default;

 private:
  const NamedAttribute* find(std::string_view name) const;
  std::vector<NamedAttribute> entries_;
};

struct UnitAttr {
  friend bool operator==(const UnitAttr&, const UnitAttr&) = default;
};
struct BoolAttr {  ///< true, false; also what `1 : i1` reads as
  bool value = false;
  friend bool operator==(const BoolAttr&, const BoolAttr&) = default;
};
struct IntegerAttr {
  std::int64_t value = 0;  ///< up to 64 bits; unsigned types hold the bit pattern
  Type type = {};          ///< an IntegerType or index; i64 when the text has none
  friend bool operator==(const IntegerAttr&, const IntegerAttr&) = default;
};
struct FloatAttr {
  double value = 0;                                                ///< already a value of `type`
  Type type = {};                                                  ///< f64 when the text has none
  friend bool operator==(const FloatAttr& a, const FloatAttr& b);  ///< by bits: NaN equals itself, 0 is not -0
};
struct StringAttr {
  std::string value;  ///< unescaped bytes
  friend bool operator==(const StringAttr&, const StringAttr&) = default;
};
struct SymbolAttr {  ///< @root or @root::@nested
  std::string root;
  std::vector<std::string> nested = {};
  friend bool operator==(const SymbolAttr&, const SymbolAttr&) = default;
};
struct TypeAttr {
  Type type;
  friend bool operator==(const TypeAttr&, const TypeAttr&) = default;
};
struct ArrayAttr {
  std::vector<Attribute> elements;
  friend bool operator==(const ArrayAttr&, const ArrayAttr&) = default;
};
struct DictionaryAttr {
  AttributeDictionary entries;
  friend bool operator==(const DictionaryAttr&, const DictionaryAttr&) = default;
};
struct DenseArrayAttr {  ///< array<i64: 1, 2>; floats in `floats`, everything else (i1 as 0 and 1) in `integers`
  Type element;
  std::vector<std::int64_t> integers;
  std::vector<double> floats = {};
  friend bool operator==(const DenseArrayAttr& a, const DenseArrayAttr& b);
};
struct DenseAttr {  ///< dense<..> : type
  DenseElements elements;
  friend bool operator==(const DenseAttr&, const DenseAttr&) = default;
};

/// `#stablehlo<precision DEFAULT>`: dialect "stablehlo", name "precision", value "DEFAULT". All enum attributes of
/// stablehlo and chlo (comparison_direction, comparison_type, fft_type, rng_algorithm, transpose, ...).
struct EnumAttr {
  std::string dialect;
  std::string name;
  std::string value;
  friend bool operator==(const EnumAttr&, const EnumAttr&) = default;
};

using Dimensions = std::vector<std::int64_t>;

struct DotDimensionsAttr {  ///< #stablehlo.dot<..>
  Dimensions lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
  friend bool operator==(const DotDimensionsAttr&, const DotDimensionsAttr&) = default;
};
/// #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>. In `[b, 0, 1, f]` batch is 0, feature 3, and
/// spatial[k] is the position of the digit k.
struct ConvDimensionsAttr {
  std::int64_t input_batch = 0, input_feature = 0;
  Dimensions input_spatial;
  std::int64_t kernel_input_feature = 0, kernel_output_feature = 0;
  Dimensions kernel_spatial;
  std::int64_t output_batch = 0, output_feature = 0;
  Dimensions output_spatial;
  friend bool operator==(const ConvDimensionsAttr&, const ConvDimensionsAttr&) = default;
};
struct GatherDimensionsAttr {  ///< #stablehlo.gather<..>
  Dimensions offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims, start_index_map;
  std::int64_t index_vector_dim = 0;
  friend bool operator==(const GatherDimensionsAttr&, const GatherDimensionsAttr&) = default;
};
struct ScatterDimensionsAttr {  ///< #stablehlo.scatter<..>
  Dimensions update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
      scatter_dims_to_operand_dims;
  std::int64_t index_vector_dim = 0;
  friend bool operator==(const ScatterDimensionsAttr&, const ScatterDimensionsAttr&) = default;
};
struct ChannelHandleAttr {  ///< #stablehlo.channel_handle<handle = 1, type = 0>
  std::int64_t handle = 0, type = 0;
  friend bool operator==(const ChannelHandleAttr&, const ChannelHandleAttr&) = default;
};
struct BoundsAttr {  ///< #stablehlo.bounds<3, ?>, `?` is kDynamic
  Dimensions bounds;
  friend bool operator==(const BoundsAttr&, const BoundsAttr&) = default;
};
struct DotAlgorithmAttr {  ///< #stablehlo.dot_algorithm<..>
  Type lhs_precision_type, rhs_precision_type, accumulation_type;
  std::int64_t lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1;
  bool allow_imprecise_accumulation = false;
  friend bool operator==(const DotAlgorithmAttr&, const DotAlgorithmAttr&) = default;
};
struct ResultAccuracyAttr {  ///< #stablehlo.result_accuracy<..>
  double atol = 0, rtol = 0;
  std::int64_t ulps = 0;
  std::string mode;  ///< DEFAULT, HIGHEST, TOLERANCE
  friend bool operator==(const ResultAccuracyAttr&, const ResultAccuracyAttr&) = default;
};
/// Any other attribute (#sparse_tensor.encoding<..>, affine_map<..>, ...): its text, whole, blanks as MLIR prints them
/// only if the text had them so.
struct OpaqueAttr {
  std::string text;
  friend bool operator==(const OpaqueAttr&, const OpaqueAttr&) = default;
};

using AttributePayload = std::variant<UnitAttr, BoolAttr, IntegerAttr, FloatAttr, StringAttr, SymbolAttr, TypeAttr,
                                      ArrayAttr, DictionaryAttr, DenseArrayAttr, DenseAttr, EnumAttr, DotDimensionsAttr,
                                      ConvDimensionsAttr, GatherDimensionsAttr, ScatterDimensionsAttr,
                                      ChannelHandleAttr, BoundsAttr, DotAlgorithmAttr, ResultAccuracyAttr, OpaqueAttr>;

struct AttributeStorage {
  AttributePayload payload;
};

template <AttributeKind Kind>
Attribute::Attribute(Kind kind)
    : storage_(std::make_shared<const AttributeStorage>(AttributeStorage{std::move(kind)})) {}

template <AttributeKind Kind>
const Kind* Attribute::get_if() const {
  return storage_ ? std::get_if<Kind>(&storage_->payload) : nullptr;
}

template <AttributeKind Kind>
const Kind& Attribute::get() const {
  if (const Kind* kind = get_if<Kind>()) return *kind;
  throw internal_error("stablehlo: an attribute is not of the expected kind");
}

// Shorthands.
inline Attribute i64_attr(std::int64_t value) { return IntegerAttr{value, i64_type()}; }
inline Attribute i32_attr(std::int64_t value) { return IntegerAttr{value, i32_type()}; }
Attribute i64_array_attr(std::vector<std::int64_t> values);  ///< array<i64: ..>
inline Attribute string_attr(std::string value) { return StringAttr{std::move(value)}; }
inline Attribute stablehlo_enum(std::string name, std::string value) {
  return EnumAttr{"stablehlo", std::move(name), std::move(value)};
}
/// A list of integers however it is written: array<i64: ..>, dense<..> : tensor<Nxi64>, or [1, 2]; nothing otherwise.
std::optional<std::vector<std::int64_t>> integers_of(const Attribute& attribute);

}  // namespace qgpu::stablehlo
