#include "host/stablehlo/eval/element_blocks.hpp"

#include <type_traits>

#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

namespace {

template <class T>
constexpr bool kIsNarrow = std::is_integral_v<T> && sizeof(T) <= 2;
/// Integers wide enough for a difference of two stored values.
template <class T>
using Wide = std::conditional_t<kIsNarrow<T>, std::int32_t, std::int64_t>;

template <class Expressed, class T>
void dequantize_block(const QuantizedType& type, const ParameterIndex& index, const std::vector<double>& scales,
                      const T* stored, std::int64_t offset, std::size_t count, typename Expressed::Compute* out) {
  using Compute = typename Expressed::Compute;
  if (index.uniform()) {
    const auto zero_point = static_cast<Wide<T>>(type.zero_points[0]);
    const auto scale = static_cast<Compute>(scales[0]);
    for (std::size_t i = 0; i < count; ++i)
      out[i] = dequantize<Expressed>(static_cast<Wide<T>>(stored[i]), zero_point, scale);
    return;
  }
  std::int32_t k[kBlockElements];
  index.fill(offset, count, k);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = dequantize<Expressed>(static_cast<Wide<T>>(stored[i]), static_cast<Wide<T>>(type.zero_points[k[i]]),
                                   static_cast<Compute>(scales[k[i]]));
  }
}

template <class Expressed>
QuantizeTarget<Expressed> quantize_target(const QuantizedType& type, double scale, std::int64_t zero_point) {
  using Compute = typename Expressed::Compute;
  const auto expressed = [](std::int64_t v) { return Expressed::round(static_cast<Compute>(v)); };
  return {static_cast<Compute>(scale),
          expressed(zero_point),
          expressed(type.storage_min),
          expressed(type.storage_max),
          storage_min(static_cast<int>(type.width), type.is_signed()),
          storage_max(static_cast<int>(type.width), type.is_signed())};
}

template <class Expressed, class T>
T quantize_element(typename Expressed::Compute real, const QuantizeTarget<Expressed>& target) {
  if constexpr (std::is_same_v<Expressed, F32> && kIsNarrow<T>)
    return static_cast<T>(quantize_narrow(real, target));
  else
    return static_cast<T>(quantize(real, target));
}

template <class Expressed, class T>
void quantize_block(const QuantizedType& type, const ParameterIndex& index, const std::vector<double>& scales,
                    const typename Expressed::Compute* real, std::int64_t offset, std::size_t count, T* out) {
  auto target = quantize_target<Expressed>(type, scales[0], type.zero_points[0]);
  if (index.uniform()) {
    for (std::size_t i = 0; i < count; ++i) out[i] = quantize_element<Expressed, T>(real[i], target);
    return;
  }
  using Compute = typename Expressed::Compute;
  std::int32_t k[kBlockElements];
  index.fill(offset, count, k);
  for (std::size_t i = 0; i < count; ++i) {
    target.scale = static_cast<Compute>(scales[k[i]]);
    target.zero_point = Expressed::round(static_cast<Compute>(type.zero_points[k[i]]));
    out[i] = quantize_element<Expressed, T>(real[i], target);
  }
}

template <class T, class Compute>
void widen(const T* source, std::size_t count, Compute* out) {
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, F16Bits>)
      out[i] = static_cast<Compute>(f16_to_double(source[i].bits));
    else if constexpr (std::is_same_v<T, BF16Bits>)
      out[i] = static_cast<Compute>(bf16_to_float(source[i].bits));
    else if constexpr (std::is_arithmetic_v<T>)
      out[i] = static_cast<Compute>(+source[i]);  // promoted: an int8 is a number, no character
  }
}

template <class T, class Compute>
void narrow(const Compute* values, std::size_t count, ElementFormat format, T* out) {
  const bool partial = std::is_integral_v<T> && format.bits < 8 * sizeof(T);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, F16Bits>)
      out[i].bits = f16_from_double(static_cast<double>(values[i]));
    else if constexpr (std::is_same_v<T, BF16Bits>)
      out[i].bits = bf16_from_double(static_cast<double>(values[i]));
    else if constexpr (std::is_integral_v<T> && std::is_integral_v<Compute>) {
      out[i] = partial ? static_cast<T>(wrap_to_storage(static_cast<std::int64_t>(values[i]),
                                                        static_cast<int>(format.bits), std::is_signed_v<T>))
                       : static_cast<T>(values[i]);
    } else if constexpr (std::is_arithmetic_v<T>)
      out[i] = static_cast<T>(values[i]);
  }
}

}  // namespace

BlockReader::BlockReader(const Literal& source, bool splat)
    : source_(source), splat_(splat), arithmetic_(arithmetic_of(source.element())) {
  if (const auto* type = source_.quantized()) {
    parameters_ = std::make_unique<ParameterIndex>(*type, source_.shape());
    scales_ = expressed_scales(*type);
  }
}

const void* BlockReader::read(std::int64_t offset, std::size_t count, BlockBuffer& buffer) const {
  const std::int64_t first = splat_ ? 0 : offset;
  const std::size_t wanted = splat_ ? 1 : count;
  return with_arithmetic(arithmetic_, [&]<class A>(A) -> const void* {
    using Compute = typename A::Compute;
    Compute* out = buffer.as<Compute>();
    const void* result = with_storage(source_.format().storage, [&]<class T>(T) -> const void* {
      const T* stored = source_.data<T>() + first;
      if constexpr (ExpressedType<A> && std::is_integral_v<T>) {
        dequantize_block<A>(*source_.quantized(), *parameters_, scales_, stored, first, wanted, out);
      } else if constexpr (std::is_same_v<T, Compute>) {
        if (!splat_) return stored;
        out[0] = stored[0];
      } else {
        widen(stored, wanted, out);
      }
      return out;
    });
    if (splat_) std::fill_n(out + 1, count - 1, out[0]);
    return result;
  });
}

BlockWriter::BlockWriter(Literal& target) : target_(target), arithmetic_(arithmetic_of(target.element())) {
  if (const auto* type = target_.quantized()) {
    parameters_ = std::make_unique<ParameterIndex>(*type, target_.shape());
    scales_ = expressed_scales(*type);
  }
}

bool BlockWriter::in_place() const {
  const Storage storage = target_.format().storage;
  return storage == Storage::kF32 || storage == Storage::kF64 ||
         (storage == Storage::kI64 && target_.quantized() == nullptr) || storage == Storage::kU64;
}

void* BlockWriter::begin(std::int64_t offset, BlockBuffer& buffer) const {
  if (!in_place()) return buffer.bytes.data();
  return const_cast<std::byte*>(target_.bytes()) + static_cast<std::size_t>(offset) * target_.format().bytes();
}

void BlockWriter::finish(std::int64_t offset, std::size_t count, const void* values) const {
  if (in_place()) return;
  with_arithmetic(arithmetic_, [&]<class A>(A) {
    using Compute = typename A::Compute;
    const auto* block = static_cast<const Compute*>(values);
    with_storage(target_.format().storage, [&]<class T>(T) {
      T* out = const_cast<T*>(target_.data<T>()) + offset;
      if constexpr (ExpressedType<A> && std::is_integral_v<T>) {
        quantize_block<A>(*target_.quantized(), *parameters_, scales_, block, offset, count, out);
      } else {
        narrow(block, count, target_.format(), out);
      }
    });
  });
}

}  // namespace qgpu::stablehlo
