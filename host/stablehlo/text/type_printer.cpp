#include <fmt/format.h>

#include <iterator>

#include "host/stablehlo/ir/type_names.hpp"
#include "host/stablehlo/text/number_text.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

class TypePrinter {
 public:
  std::string take() { return std::move(text_); }

  void print(const Type& type) {
    if (const auto* integer = type.get_if<IntegerType>()) {
      text_ += integer->signedness == Signedness::kSignless ? "i"
               : integer->signedness == Signedness::kSigned ? "si"
                                                            : "ui";
      text_ += std::to_string(integer->width);
    } else if (const auto* floating = type.get_if<FloatType>()) {
      text_ += float_type_name(floating->kind);
    } else if (type.is<IndexType>()) {
      text_ += "index";
    } else if (type.is<NoneType>()) {
      text_ += "none";
    } else if (type.is<TokenType>()) {
      text_ += "!stablehlo.token";
    } else if (const auto* complex = type.get_if<ComplexType>()) {
      text_ += "complex<";
      print(complex->element);
      text_ += '>';
    } else if (const auto* quantized = type.get_if<QuantizedType>()) {
      print(*quantized);
    } else if (const auto* any = type.get_if<AnyQuantizedType>()) {
      print(*any);
    } else if (const auto* calibrated = type.get_if<CalibratedType>()) {
      text_ += "!quant.calibrated<";
      print(calibrated->expressed);
      text_ += "<" + scale(calibrated->min, FloatKind::kF64) + ":" + scale(calibrated->max, FloatKind::kF64) + ">>";
    } else if (const auto* tensor = type.get_if<TensorType>()) {
      print(*tensor);
    } else if (const auto* tuple = type.get_if<TupleType>()) {
      text_ += "tuple<";
      list(tuple->elements);
      text_ += '>';
    } else if (const auto* function = type.get_if<FunctionType>()) {
      text_ += print_function_type(*function);
    } else if (const auto* opaque = type.get_if<OpaqueType>()) {
      text_ += opaque->text;
    } else {
      text_ += "<<NULL TYPE>>";
    }
  }

 private:
  static std::string scale(double value, FloatKind kind) {
    return float_text(value, kind == FloatKind::kF80 || kind == FloatKind::kF128 ? FloatKind::kF64 : kind);
  }

  void list(const std::vector<Type>& types) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (i) text_ += ", ";
      print(types[i]);
    }
  }

  void print(const TensorType& tensor) {
    text_ += "tensor<";
    if (!tensor.ranked) text_ += "*x";
    for (const std::int64_t size : tensor.shape) text_ += (size == kDynamic ? "?" : std::to_string(size)) + "x";
    print(tensor.element);
    if (tensor.encoding) text_ += ", " + print_attribute(tensor.encoding);
    text_ += '>';
  }

  template <class Storage>
  void storage(const Storage& type) {
    constexpr std::string_view kPrefixes[] = {"i", "si", "u", "ui"};
    text_ += kPrefixes[static_cast<std::size_t>(type.spelling)];
    text_ += std::to_string(type.width);
    const bool is_signed = type.spelling == StorageSpelling::kI || type.spelling == StorageSpelling::kSi;
    QuantizedType whole;
    whole.width = type.width;
    whole.spelling = is_signed ? StorageSpelling::kI : StorageSpelling::kU;
    if (type.storage_min != whole.type_min() || type.storage_max != whole.type_max())
      fmt::format_to(std::back_inserter(text_), "<{}:{}>", type.storage_min, type.storage_max);
  }

  void print(const AnyQuantizedType& type) {
    text_ += "!quant.any<";
    storage(type);
    if (type.expressed) {
      text_ += ':';
      print(type.expressed);
    }
    text_ += '>';
  }

  void parameter(const QuantizedType& type, std::size_t k) {
    // Sub-channel scales are numbers of the expressed type, all others doubles.
    text_ += scale(type.scales[k], type.is_sub_channel() ? type.expressed.get<FloatType>().kind : FloatKind::kF64);
    std::int64_t zero_point = type.zero_points[k];
    // MLIR prints the zero points of a sub-channel type as signed numbers, and reads them back by their low bits.
    if (type.is_sub_channel() && zero_point > (std::int64_t{1} << (type.width - 1)) - 1)
      zero_point -= std::int64_t{1} << type.width;
    if (zero_point != 0) text_ += ":" + std::to_string(zero_point);
  }

  void scale_tensor(const QuantizedType& type, std::size_t level, std::size_t& next) {
    text_ += '{';
    for (std::int64_t i = 0; i < type.scale_shape[level]; ++i) {
      if (i) text_ += ", ";
      if (level + 1 == type.scale_shape.size())
        parameter(type, next++);
      else
        scale_tensor(type, level + 1, next);
    }
    text_ += '}';
  }

  void print(const QuantizedType& type) {
    text_ += "!quant.uniform<";
    storage(type);
    text_ += ':';
    print(type.expressed);
    if (type.is_per_axis()) {
      fmt::format_to(std::back_inserter(text_), ":{}, {{", type.axis);
      for (std::size_t k = 0; k < type.scales.size(); ++k) {
        if (k) text_ += ',';
        parameter(type, k);
      }
      text_ += '}';
    } else if (type.is_sub_channel()) {
      text_ += ":{";
      for (std::size_t b = 0; b < type.blocks.size(); ++b)
        fmt::format_to(std::back_inserter(text_), "{}{}:{}", b ? ", " : "", type.blocks[b].dimension,
                       type.blocks[b].size);
      text_ += "}, ";
      std::size_t next = 0;
      scale_tensor(type, 0, next);
    } else {
      text_ += ", ";
      parameter(type, 0);
    }
    text_ += '>';
  }

  std::string text_;
};

}  // namespace

std::string print_type(const Type& type) {
  TypePrinter printer;
  printer.print(type);
  return printer.take();
}

std::string print_types(const std::vector<Type>& types) {
  std::string text;
  for (std::size_t i = 0; i < types.size(); ++i) text += (i ? ", " : "") + print_type(types[i]);
  return text;
}

// A lone result stands without parentheses, unless it is a function itself.
std::string print_result_types(const std::vector<Type>& types) {
  if (types.size() == 1 && !types[0].is<FunctionType>()) return print_type(types[0]);
  return "(" + print_types(types) + ")";
}

std::string print_function_type(const FunctionType& type) {
  return "(" + print_types(type.inputs) + ") -> " + print_result_types(type.results);
}

}  // namespace qgpu::stablehlo
