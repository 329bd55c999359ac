#include "host/stablehlo/ir/types.hpp"

#include "host/stablehlo/ir/attributes.hpp"

namespace qgpu::stablehlo {

bool operator==(const Type& a, const Type& b) {
  if (a.storage_ == b.storage_) return true;
  return a.storage_ && b.storage_ && a.storage_->payload == b.storage_->payload;
}

bool TensorType::is_static() const {
  for (const std::int64_t size : shape)
    if (size == kDynamic) return false;
  return ranked;
}

std::optional<std::int64_t> TensorType::num_elements() const {
  if (!is_static()) return std::nullopt;
  std::int64_t count = 1;
  bool empty = false;
  for (const std::int64_t size : shape) empty = empty || size == 0;
  if (empty) return 0;
  for (const std::int64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count)) return std::nullopt;
  return count;
}

Type integer_type(unsigned width, Signedness signedness) { return IntegerType{width, signedness}; }
Type float_type(FloatKind kind) { return FloatType{kind}; }
Type tensor_type(std::vector<std::int64_t> shape, Type element) {
  return TensorType{std::move(shape), std::move(element)};
}

Type element_type(const Type& type) {
  if (const auto* tensor = type.get_if<TensorType>()) return tensor->element;
  return type;
}

Type with_element_type(const Type& type, Type element) {
  const auto* tensor = type.get_if<TensorType>();
  if (!tensor) return element;
  TensorType changed = *tensor;
  changed.element = std::move(element);
  return changed;
}

const QuantizedType* quantized_element(const Type& type) {
  if (const auto* tensor = type.get_if<TensorType>()) return tensor->element.get_if<QuantizedType>();
  return type.get_if<QuantizedType>();
}

Type storage_integer_type(const QuantizedType& type) {
  const Signedness signedness = type.spelling == StorageSpelling::kSi   ? Signedness::kSigned
                                : type.spelling == StorageSpelling::kUi ? Signedness::kUnsigned
                                                                        : Signedness::kSignless;
  return integer_type(type.width, signedness);
}

Type to_storage_type(const Type& type) {
  const QuantizedType* quantized = quantized_element(type);
  return quantized ? with_element_type(type, storage_integer_type(*quantized)) : type;
}

Type to_expressed_type(const Type& type) {
  const QuantizedType* quantized = quantized_element(type);
  return quantized ? with_element_type(type, quantized->expressed) : type;
}

unsigned bit_width(const Type& element) {
  if (const auto* integer = element.get_if<IntegerType>()) return integer->width;
  if (const auto* quantized = element.get_if<QuantizedType>()) return quantized->width;
  if (const auto* complex = element.get_if<ComplexType>()) return 2 * bit_width(complex->element);
  if (element.is<IndexType>()) return 64;
  const auto* floating = element.get_if<FloatType>();
  if (!floating) return 0;
  switch (floating->kind) {
    case FloatKind::kF4E2M1FN:
      return 4;
    case FloatKind::kF6E2M3FN:
    case FloatKind::kF6E3M2FN:
      return 6;
    case FloatKind::kF8E3M4:
    case FloatKind::kF8E4M3:
    case FloatKind::kF8E4M3B11FNUZ:
    case FloatKind::kF8E4M3FN:
    case FloatKind::kF8E4M3FNUZ:
    case FloatKind::kF8E5M2:
    case FloatKind::kF8E5M2FNUZ:
    case FloatKind::kF8E8M0FNU:
      return 8;
    case FloatKind::kBF16:
    case FloatKind::kF16:
      return 16;
    case FloatKind::kTF32:
      return 19;
    case FloatKind::kF32:
      return 32;
    case FloatKind::kF64:
      return 64;
    case FloatKind::kF80:
      return 80;
    case FloatKind::kF128:
      return 128;
  }
  return 0;
}

bool is_integer(const Type& type) { return type.is<IntegerType>(); }
bool is_integer(const Type& type, unsigned width) {
  const auto* integer = type.get_if<IntegerType>();
  return integer && integer->width == width;
}
bool is_float(const Type& type) { return type.is<FloatType>(); }
bool is_float(const Type& type, FloatKind kind) {
  const auto* floating = type.get_if<FloatType>();
  return floating && floating->kind == kind;
}

}  // namespace qgpu::stablehlo
