#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "host/stablehlo/ir/attribute.hpp"
#include "host/stablehlo/ir/type.hpp"
#include "qgpu/error.hpp"

/// The payloads a Type can hold. Build one and convert: `Type t = TensorType{{2, 3}, f32_type()};`
/// Ask with `t.get_if<TensorType>()` (null if it is another kind), `t.is<..>()`, or `t.get<..>()` (throws).
namespace qgpu::stablehlo {

/// A dimension whose size is only known at run time; prints as `?`.
constexpr std::int64_t kDynamic = std::numeric_limits<std::int64_t>::min();

enum class Signedness { kSignless, kSigned, kUnsigned };  ///< i8, si8, ui8

/// iN, siN, uiN. A signless integer counts as signed wherever StableHLO gives it a sign; i1 is the boolean.
struct IntegerType {
  unsigned width = 32;
  Signedness signedness = Signedness::kSignless;
  friend bool operator==(const IntegerType&, const IntegerType&) = default;
};

enum class FloatKind {
  kF4E2M1FN,
  kF6E2M3FN,
  kF6E3M2FN,
  kF8E3M4,
  kF8E4M3,
  kF8E4M3B11FNUZ,
  kF8E4M3FN,
  kF8E4M3FNUZ,
  kF8E5M2,
  kF8E5M2FNUZ,
  kF8E8M0FNU,
  kBF16,
  kF16,
  kTF32,
  kF32,
  kF64,
  kF80,
  kF128
};

struct FloatType {
  FloatKind kind = FloatKind::kF32;
  friend bool operator==(const FloatType&, const FloatType&) = default;
};

struct IndexType {
  friend bool operator==(const IndexType&, const IndexType&) = default;
};
struct NoneType {
  friend bool operator==(const NoneType&, const NoneType&) = default;
};
struct TokenType {
  friend bool operator==(const TokenType&, const TokenType&) = default;
};  ///< !stablehlo.token

struct ComplexType {
  Type element;
  friend bool operator==(const ComplexType&, const ComplexType&) = default;
};

/// How the storage of a quantized type was written: i8 and si8 are signed, u8 and ui8 unsigned. Kept for printing,
/// and because StableHLO tells the types apart.
enum class StorageSpelling { kI, kSi, kU, kUi };
enum class Granularity { kPerTensor, kPerAxis, kSubChannel };

/// One entry of a sub-channel block list: along `dimension`, `size` elements share a scale.
struct BlockSize {
  std::int64_t dimension = 0;
  std::int64_t size = 1;
  friend bool operator==(const BlockSize&, const BlockSize&) = default;
};

/// !quant.uniform<..>. Element x means (x - zero_points[k]) * scales[k]; k is 0 per tensor, the index along `axis` per
/// axis, and for sub-channel the C-order index into `scale_shape` of (x[d] / block size of d).
/// Scales are kept as the doubles of the text (sub-channel: already rounded to the expressed type, as MLIR does);
/// round them to the expressed type where they are used.
struct QuantizedType {
  unsigned width = 8;  ///< storage bits
  StorageSpelling spelling = StorageSpelling::kI;
  std::int64_t storage_min = -128;  ///< inclusive, also when it is the default
  std::int64_t storage_max = 127;
  Type expressed;  ///< a FloatType
  Granularity granularity = Granularity::kPerTensor;
  std::int64_t axis = 0;                  ///< per axis only
  std::vector<BlockSize> blocks;          ///< sub-channel only
  std::vector<std::int64_t> scale_shape;  ///< sub-channel only: the nesting of the scales
  std::vector<double> scales;             ///< one per tensor; else C order
  std::vector<std::int64_t> zero_points;  ///< as many as scales

  bool is_signed() const { return spelling == StorageSpelling::kI || spelling == StorageSpelling::kSi; }
  bool is_per_tensor() const { return granularity == Granularity::kPerTensor; }
  bool is_per_axis() const { return granularity == Granularity::kPerAxis; }
  bool is_sub_channel() const { return granularity == Granularity::kSubChannel; }
  /// The smallest and largest value that `width` and the sign allow, whatever the range says.
  std::int64_t type_min() const { return is_signed() ? -(std::int64_t{1} << (width - 1)) : 0; }
  std::int64_t type_max() const { return (std::int64_t{1} << (is_signed() ? width - 1 : width)) - 1; }
  friend bool operator==(const QuantizedType&, const QuantizedType&) = default;
};

/// !quant.any and !quant.calibrated: read and printed, accepted by no op.
struct AnyQuantizedType {
  unsigned width = 8;
  StorageSpelling spelling = StorageSpelling::kI;
  std::int64_t storage_min = -128;
  std::int64_t storage_max = 127;
  Type expressed;  ///< may be null
  friend bool operator==(const AnyQuantizedType&, const AnyQuantizedType&) = default;
};
struct CalibratedType {
  Type expressed;
  double min = 0;
  double max = 0;
  friend bool operator==(const CalibratedType&, const CalibratedType&) = default;
};

/// tensor<2x?xf32, encoding>, or tensor<*xf32> when not ranked.
struct TensorType {
  std::vector<std::int64_t> shape;  ///< kDynamic for `?`; empty for a scalar
  Type element;
  Attribute encoding = {};  ///< may be null; BoundsAttr for #stablehlo.bounds
  bool ranked = true;

  std::int64_t rank() const { return static_cast<std::int64_t>(shape.size()); }
  bool is_static() const;
  /// Nothing if a dimension is dynamic or the product does not fit: sizes come from files.
  std::optional<std::int64_t> num_elements() const;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

struct TupleType {
  std::vector<Type> elements;
  friend bool operator==(const TupleType&, const TupleType&) = default;
};
struct FunctionType {
  std::vector<Type> inputs;
  std::vector<Type> results;
  friend bool operator==(const FunctionType&, const FunctionType&) = default;
};
/// A type of another dialect or of no use here (!shape.witness, vector<..>): its text, whole.
struct OpaqueType {
  std::string text;
  friend bool operator==(const OpaqueType&, const OpaqueType&) = default;
};

using TypePayload = std::variant<IntegerType, FloatType, IndexType, NoneType, TokenType, ComplexType, QuantizedType,
                                 AnyQuantizedType, CalibratedType, TensorType, TupleType, FunctionType, OpaqueType>;

struct TypeStorage {
  TypePayload payload;
};

template <TypeKind Kind>
Type::Type(Kind kind) : storage_(std::make_shared<const TypeStorage>(TypeStorage{std::move(kind)})) {}

template <TypeKind Kind>
const Kind* Type::get_if() const {
  return storage_ ? std::get_if<Kind>(&storage_->payload) : nullptr;
}

template <TypeKind Kind>
const Kind& Type::get() const {
  if (const Kind* kind = get_if<Kind>()) return *kind;
  throw internal_error("stablehlo: a type is not of the expected kind");
}

// Shorthands.
Type integer_type(unsigned width, Signedness signedness = Signedness::kSignless);
Type float_type(FloatKind kind);
inline Type f32_type() { return float_type(FloatKind::kF32); }
inline Type i1_type() { return integer_type(1); }
inline Type i32_type() { return integer_type(32); }
inline Type i64_type() { return integer_type(64); }
Type tensor_type(std::vector<std::int64_t> shape, Type element);
inline Type scalar_tensor(Type element) { return tensor_type({}, std::move(element)); }

/// The element of a tensor; of any other type the type itself (MLIR's getElementTypeOrSelf).
Type element_type(const Type& type);
/// The same shape and encoding with another element; a type that is no tensor becomes `element`.
Type with_element_type(const Type& type, Type element);
/// The quantized element of a tensor or the type itself if quantized; else null.
const QuantizedType* quantized_element(const Type& type);
inline bool is_quantized(const Type& type) { return quantized_element(type) != nullptr; }
/// i8 for i8 and u8 (signless), si8 for si8, ui8 for ui8: the integer type MLIR stores the codes in.
Type storage_integer_type(const QuantizedType& type);
/// Quantized element -> storage integer (or expressed float) element, shape kept; other types unchanged.
Type to_storage_type(const Type& type);
Type to_expressed_type(const Type& type);

/// Bits of one element as held in a dense literal: i1 counts 1, complex twice its part; 0 for types without a width.
unsigned bit_width(const Type& element);
bool is_integer(const Type& type);                  ///< iN siN uiN, not index
bool is_integer(const Type& type, unsigned width);  ///< of that width, any sign
bool is_float(const Type& type);
bool is_float(const Type& type, FloatKind kind);

}  // namespace qgpu::stablehlo
