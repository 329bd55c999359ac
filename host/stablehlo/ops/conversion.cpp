#include <bit>
#include <cmath>
#include <cstring>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/complex_elements.hpp"
#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/text/text.hpp"
#include "qgpu/arith_stablehlo.hpp"

// Ops that change how an element is represented: convert, the quantization ops, bitcast_convert, reduce_precision; and
// those that make elements from nothing: constant, iota.
namespace qgpu::stablehlo {

namespace {

using Inputs = std::span<const void* const>;

template <class To>
std::uint64_t integer_from_float(double value, unsigned bits) {
  if (bits == 1) return value != 0;
  if constexpr (std::is_same_v<To, Unsigned>) {
    if (bits == 64) return !(value > 0) ? 0 : value >= 0x1p64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(value);
  }
  const bool is_signed = std::is_same_v<To, Signed>;
  return static_cast<std::uint64_t>(saturate_to_integer(value, storage_min(static_cast<int>(bits), is_signed),
                                                        storage_max(static_cast<int>(bits), is_signed)));
}

template <class From, class To>
typename To::Compute convert_value(typename From::Compute value, unsigned bits) {
  using Result = typename To::Compute;
  if constexpr (ExpressedType<From> && ExpressedType<To>)
    return To::round(static_cast<double>(value));
  else if constexpr (ExpressedType<From>)
    return static_cast<Result>(integer_from_float<To>(static_cast<double>(value), bits));
  else if constexpr (std::is_same_v<To, F16> || std::is_same_v<To, BF16>)
    return To::round(jammed(value));
  else if constexpr (ExpressedType<To>)
    return static_cast<Result>(value);
  else
    return bits == 1 ? static_cast<Result>(value != 0) : static_cast<Result>(value);
}

std::vector<Literal> convert(const OpCall& call) {
  if (call.operand(0).format().is_complex() || element_type(call.result_type()).is<ComplexType>()) {
    return {complex_convert(call.operand(0), call.result_type())};
  }
  return {converted(call.operand(0), call.result_type())};
}

/// uniform_quantize and uniform_dequantize: reading and writing the elements does the work.
std::vector<Literal> requantize(const OpCall& call) {
  const bool single = arithmetic_of(call.operand(0).element()) == Arithmetic::kF32;
  const std::size_t width = single ? sizeof(float) : sizeof(double);
  return {map_elements(call.result_type(), call.operands,
                       [=](Inputs in, void* out, std::size_t n) { std::memcpy(out, in[0], n * width); })};
}

Literal repack_bits(const Literal& source, const Type& type) {
  Literal result(type);
  const unsigned from = source.format().bits;
  const unsigned to = result.format().bits;
  if (source.num_elements() * from != result.num_elements() * to)
    throw internal_error("stablehlo: bitcast_convert changes the size");
  if (from % 8 == 0 && to % 8 == 0) {
    std::memcpy(result.bytes(), source.bytes(), result.num_bytes());
    return result;
  }
  for (std::int64_t i = 0; i < result.num_elements(); ++i) {
    std::uint64_t bits = 0;
    for (unsigned done = 0; done < to; done += std::min(from, to)) {
      const std::int64_t position = i * to + done;
      const auto stored = static_cast<std::uint64_t>(source.integer_at(position / from)) >> (position % from);
      bits |= (stored & (~std::uint64_t{0} >> (64 - std::min(from, to)))) << done;
    }
    const std::int64_t value =
        wrap_to_storage(static_cast<std::int64_t>(bits), static_cast<int>(to), result.format().is_signed_integer());
    with_storage(result.format().storage, [&]<class T>(T) {
      if constexpr (std::is_integral_v<T>) result.data<T>()[i] = static_cast<T>(value);
    });
  }
  return result;
}

std::vector<Literal> bitcast_convert(const OpCall& call) {
  const Literal& operand = call.operand(0);
  const ElementFormat to = format_of(element_type(call.result_type()));
  const bool same = operand.format().bits == to.bits &&
                    (to.bits >= 8 || operand.format().is_signed_integer() == to.is_signed_integer());
  return {same ? operand.with_type(call.result_type()) : repack_bits(operand, call.result_type())};
}

double reduced(F16, double value, FloatLayout target) {
  return f16_to_double(static_cast<std::uint16_t>(reduce_precision(f16_from_double(value), {5, 10}, target)));
}
double reduced(BF16, double value, FloatLayout target) {
  return bf16_to_float(static_cast<std::uint16_t>(reduce_precision(bf16_from_double(value), {8, 7}, target)));
}
float reduced(F32, float value, FloatLayout target) {
  const auto bits = reduce_precision(std::bit_cast<std::uint32_t>(value), {8, 23}, target);
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
double reduced(F64, double value, FloatLayout target) {
  return std::bit_cast<double>(reduce_precision(std::bit_cast<std::uint64_t>(value), {11, 52}, target));
}

std::vector<Literal> reduce_precision_op(const OpCall& call) {
  const FloatLayout target{static_cast<int>(call.integer("exponent_bits")),
                           static_cast<int>(call.integer("mantissa_bits"))};
  return {with_arithmetic(arithmetic_of(call.operand(0).element()), [&]<class A>(A format) -> Literal {
    if constexpr (ExpressedType<A>) {
      return map_elements(call.result_type(), call.operands, [=](Inputs in, void* out, std::size_t n) {
        const auto* x = static_cast<const typename A::Compute*>(in[0]);
        for (std::size_t i = 0; i < n; ++i)
          static_cast<typename A::Compute*>(out)[i] = std::isnan(x[i]) ? x[i] : reduced(format, x[i], target);
      });
    }
    throw internal_error("stablehlo: reduce_precision of integers");
  })};
}

std::vector<Literal> constant(const OpCall& call) {
  const Attribute value = call.op.attribute("value");
  const auto* dense = value.get_if<DenseAttr>();
  if (dense == nullptr) throw file_error("unsupported: " + call.op.name() + " without a dense value");
  return {Literal::from_dense(dense->elements, call.result_type())};
}

Literal indices_along(const OpCall& call, const Type& type) {
  Literal result(type);
  const auto dimension = static_cast<std::size_t>(call.integer("iota_dimension"));
  const std::int64_t size = result.shape().at(dimension);
  const std::int64_t stride = strides_of(result.shape()).at(dimension);
  const BlockWriter writer(result);
  with_arithmetic(writer.arithmetic(), [&]<class A>(A) {
    parallel_ranges(result.num_elements(), kBlockElements, [&](std::int64_t begin, std::int64_t end) {
      BlockBuffer buffer;
      auto* out = static_cast<typename A::Compute*>(writer.begin(begin, buffer));
      for (std::int64_t i = begin; i < end; ++i) out[i - begin] = convert_value<Signed, A>(i / stride % size, 64);
      writer.finish(begin, static_cast<std::size_t>(end - begin), out);
    });
  });
  return result;
}

std::vector<Literal> iota(const OpCall& call) {
  if (const Type element = element_type(call.result_type()); element.is<ComplexType>()) {
    const Type part = with_element_type(call.result_type(), element.get<ComplexType>().element);
    return {complex_from_real(indices_along(call, part), call.result_type())};
  }
  return {indices_along(call, call.result_type())};
}

}  // namespace

Literal converted(const Literal& operand, const Type& result_type) {
  const Type to_element = element_type(result_type);
  const unsigned bits = format_of(to_element).bits;
  return with_arithmetic(arithmetic_of(operand.element()), [&]<class From>(From) {
    return with_arithmetic(arithmetic_of(to_element), [&]<class To>(To) {
      return map_elements(result_type, std::span(&operand, 1), [bits](Inputs in, void* out, std::size_t n) {
        const auto* x = static_cast<const typename From::Compute*>(in[0]);
        for (std::size_t i = 0; i < n; ++i) {
          static_cast<typename To::Compute*>(out)[i] = convert_value<From, To>(x[i], bits);
        }
      });
    });
  });
}

std::span<const OpEntry> conversion_ops() {
  static const OpEntry entries[] = {
      {"stablehlo.bitcast_convert", bitcast_convert},
      {"stablehlo.constant", constant},
      {"stablehlo.convert", convert},
      {"stablehlo.dynamic_iota", iota},
      {"stablehlo.iota", iota},
      {"stablehlo.reduce_precision", reduce_precision_op},
      {"stablehlo.uniform_dequantize", requantize},
      {"stablehlo.uniform_quantize", requantize},
      {"chlo.constant", constant},
      {"tosa.const",
       [](const OpCall& call) -> std::vector<Literal> {
         const Attribute values = call.op.attribute("values");
         return {Literal::from_dense(values.get<DenseAttr>().elements, call.result_type())};
       }},
  };
  return entries;
}

}  // namespace qgpu::stablehlo
