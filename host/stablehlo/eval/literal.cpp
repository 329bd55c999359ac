#include "host/stablehlo/eval/literal.hpp"

#include <cstring>
#include <new>

#include "host/stablehlo/text/text.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

std::size_t ElementFormat::bytes() const {
  return with_storage(storage, [](auto element) { return sizeof(element); });
}

namespace {

ElementFormat integer_format(unsigned width, bool is_signed) {
  const unsigned step = width <= 8 ? 0 : width <= 16 ? 1 : width <= 32 ? 2 : 3;
  return {static_cast<Storage>(static_cast<unsigned>(is_signed ? Storage::kI8 : Storage::kU8) + step), width};
}

}  // namespace

ElementFormat format_of(const Type& element) {
  if (const auto* quantized = element.get_if<QuantizedType>()) {
    return integer_format(quantized->width, quantized->is_signed());
  }
  if (const auto* integer = element.get_if<IntegerType>(); integer != nullptr && integer->width <= 64) {
    return integer_format(integer->width, integer->width > 1 && integer->signedness != Signedness::kUnsigned);
  }
  if (element.is<IndexType>()) return integer_format(64, true);
  if (const auto* floating = element.get_if<FloatType>()) {
    if (floating->kind == FloatKind::kF16) return {Storage::kF16, 16};
    if (floating->kind == FloatKind::kBF16) return {Storage::kBF16, 16};
    if (floating->kind == FloatKind::kF32) return {Storage::kF32, 32};
    if (floating->kind == FloatKind::kF64) return {Storage::kF64, 64};
  }
  if (const auto* complex = element.get_if<ComplexType>()) {
    if (is_float(complex->element, FloatKind::kF32)) return {Storage::kC64, 64};
    if (is_float(complex->element, FloatKind::kF64)) return {Storage::kC128, 128};
  }
  throw file_error("unsupported: element type " + print_type(element));
}

std::int64_t count_elements(std::span<const std::int64_t> shape) {
  std::int64_t count = 1;
  bool too_large = false;
  for (std::int64_t size : shape) {
    std::int64_t product = 0;
    too_large |= __builtin_mul_overflow(count, size, &product) || product >= (std::int64_t{1} << 62);
    count = too_large ? (size == 0 ? 0 : 1) : product;
    if (size == 0) return 0;
  }
  if (too_large) throw file_error("a tensor has too many elements for this machine");
  return count;
}

Shape strides_of(std::span<const std::int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

Literal::Literal(Type type) : type_(std::move(type)) {
  const auto* tensor = type_.get_if<TensorType>();
  if (tensor == nullptr || !tensor->is_static()) throw file_error("unsupported: value of type " + print_type(type_));
  format_ = format_of(tensor->element);
  num_elements_ = count_elements(tensor->shape);
  try {
    buffer_ = std::make_shared_for_overwrite<std::byte[]>(std::max<std::size_t>(num_bytes(), 1));
  } catch (const std::bad_alloc&) {
    throw file_error(print_type(type_) + ": does not fit in memory");
  }
}

Literal Literal::from_dense(const DenseElements& elements, Type type) {
  Literal literal(std::move(type));
  const std::size_t width = literal.format_.bytes();
  const bool extend = literal.format_.is_integer() && literal.format_.bits < 8;
  std::byte* out = literal.bytes();
  if (elements.element_bytes() != width || elements.num_elements() != literal.num_elements_) {
    throw internal_error("stablehlo: a dense literal does not fit its type");
  }
  if (literal.num_elements_ == 0) return literal;
  if (!elements.is_splat()) {
    std::memcpy(out, elements.bytes().data(), literal.num_bytes());
  } else {
    // Doubling copies: one memcpy an element would rule for large splats.
    std::memcpy(out, elements.bytes().data(), width);
    for (std::size_t done = width; done < literal.num_bytes(); done *= 2) {
      std::memcpy(out + done, out, std::min(done, literal.num_bytes() - done));
    }
  }
  if (extend) {
    for (std::int64_t i = 0; i < literal.num_elements_; ++i) {
      const auto stored = static_cast<std::int64_t>(out[i]);
      out[i] = static_cast<std::byte>(
          wrap_to_storage(stored, static_cast<int>(literal.format_.bits), literal.format_.is_signed_integer()));
    }
  }
  return literal;
}

Literal Literal::scalar_boolean(bool value) {
  Literal literal(scalar_tensor(i1_type()));
  literal.bytes()[0] = static_cast<std::byte>(value);
  return literal;
}

Literal Literal::with_type(Type type) const {
  Literal other = *this;
  const auto& tensor = type.get<TensorType>();
  other.format_ = format_of(tensor.element);
  if (other.format_.bytes() != format_.bytes() || count_elements(tensor.shape) != num_elements_) {
    throw internal_error("stablehlo: " + print_type(type_) + " seen as " + print_type(type));
  }
  other.type_ = std::move(type);
  return other;
}

Literal Literal::strip(std::int64_t begin, std::int64_t count) const {
  Literal part = *this;
  part.type_ = tensor_type({count}, element());
  part.num_elements_ = count;
  part.buffer_ = {buffer_, buffer_.get() + static_cast<std::size_t>(begin) * format_.bytes()};
  return part;
}

std::int64_t Literal::integer_at(std::int64_t index) const {
  return with_storage(format_.storage, [&]<class T>(T) -> std::int64_t {
    if constexpr (std::is_integral_v<T>) return static_cast<std::int64_t>(data<T>()[index]);
    throw internal_error("stablehlo: an integer was expected, not " + print_type(type_));
  });
}

double Literal::float_at(std::int64_t index) const {
  switch (format_.storage) {
    case Storage::kF16:
      return f16_to_double(data<std::uint16_t>()[index]);
    case Storage::kBF16:
      return bf16_to_float(data<std::uint16_t>()[index]);
    case Storage::kF32:
      return data<float>()[index];
    case Storage::kF64:
      return data<double>()[index];
    default:
      throw internal_error("stablehlo: a float was expected, not " + print_type(type_));
  }
}

Literal Literal::element_at(std::int64_t index) const {
  Literal scalar(scalar_tensor(element()));
  const std::size_t width = format_.bytes();
  std::memcpy(scalar.bytes(), bytes() + static_cast<std::size_t>(index) * width, width);
  return scalar;
}

void Literal::set_element(std::int64_t index, const Literal& value) {
  const std::size_t width = format_.bytes();
  std::memcpy(bytes() + static_cast<std::size_t>(index) * width, value.bytes(), width);
}

Literal Literal::tuple(Type type, std::vector<Literal> members) {
  Literal literal;
  literal.type_ = std::move(type);
  literal.members_ = std::make_shared<const std::vector<Literal>>(std::move(members));
  return literal;
}

std::vector<std::int64_t> integers_of(const Literal& values) {
  std::vector<std::int64_t> all;
  all.reserve(static_cast<std::size_t>(values.num_elements()));
  for (std::int64_t i = 0; i < values.num_elements(); ++i) all.push_back(values.integer_at(i));
  return all;
}

}  // namespace qgpu::stablehlo
