#include "host/stablehlo/text/attribute_printer.hpp"

#include <fmt/format.h>

#include "host/stablehlo/text/number_text.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

bool is_bare_identifier(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && c != '_' && c != '$' && c != '.') return false;
  }
  return text[0] != '$' && text[0] != '.';
}

/// ` name = [..]` fields, the empty ones left out.
class Fields {
 public:
  void add(std::string_view name, const std::string& value) {
    if (!text_.empty()) text_ += ", ";
    text_ += fmt::format("{} = {}", name, value);
  }
  void add(std::string_view name, const Dimensions& values) {
    if (!values.empty()) add(name, print_integers(values));
  }
  std::string in(std::string_view name) const { return fmt::format("{}<{}>", name, text_); }

 private:
  std::string text_;
};

std::string print(const DotDimensionsAttr& dot) {
  Fields fields;
  fields.add("lhs_batching_dimensions", dot.lhs_batching);
  fields.add("rhs_batching_dimensions", dot.rhs_batching);
  fields.add("lhs_contracting_dimensions", dot.lhs_contracting);
  fields.add("rhs_contracting_dimensions", dot.rhs_contracting);
  return fields.in("#stablehlo.dot");
}

std::string print(const GatherDimensionsAttr& gather) {
  Fields fields;
  fields.add("offset_dims", gather.offset_dims);
  fields.add("collapsed_slice_dims", gather.collapsed_slice_dims);
  fields.add("operand_batching_dims", gather.operand_batching_dims);
  fields.add("start_indices_batching_dims", gather.start_indices_batching_dims);
  fields.add("start_index_map", gather.start_index_map);
  if (gather.index_vector_dim) fields.add("index_vector_dim", std::to_string(gather.index_vector_dim));
  return fields.in("#stablehlo.gather");
}

std::string print(const ScatterDimensionsAttr& scatter) {
  Fields fields;
  fields.add("update_window_dims", scatter.update_window_dims);
  fields.add("inserted_window_dims", scatter.inserted_window_dims);
  fields.add("input_batching_dims", scatter.input_batching_dims);
  fields.add("scatter_indices_batching_dims", scatter.scatter_indices_batching_dims);
  fields.add("scatter_dims_to_operand_dims", scatter.scatter_dims_to_operand_dims);
  if (scatter.index_vector_dim) fields.add("index_vector_dim", std::to_string(scatter.index_vector_dim));
  return fields.in("#stablehlo.scatter");
}

std::string print(const ResultAccuracyAttr& accuracy) {
  Fields fields;
  if (accuracy.atol != 0) fields.add("atol", float_text(accuracy.atol, FloatKind::kF64));
  if (accuracy.rtol != 0) fields.add("rtol", float_text(accuracy.rtol, FloatKind::kF64));
  if (accuracy.ulps != 0) fields.add("ulps", std::to_string(accuracy.ulps));
  fields.add("mode", "#stablehlo.result_accuracy_mode<" + accuracy.mode + ">");
  return fields.in("#stablehlo.result_accuracy");
}

std::string print(const BoundsAttr& bounds) {
  std::string text;
  for (const std::int64_t bound : bounds.bounds)
    text += (text.empty() ? "" : ", ") + (bound == kDynamic ? std::string("?") : std::to_string(bound));
  return "#stablehlo.bounds<" + text + ">";
}

std::string print(const DenseArrayAttr& array) {
  std::string text = "array<" + print_type(array.element);
  const auto* floating = array.element.get_if<FloatType>();
  const bool is_bool = array.element == i1_type();
  for (std::size_t i = 0; i < std::max(array.integers.size(), array.floats.size()); ++i) {
    text += i ? ", " : ": ";
    if (floating)
      text += float_text(array.floats[i], floating->kind);
    else if (is_bool)
      text += array.integers[i] ? "true" : "false";
    else if (array.element.get<IntegerType>().signedness == Signedness::kUnsigned)
      text += std::to_string(static_cast<std::uint64_t>(array.integers[i]));
    else
      text += std::to_string(array.integers[i]);
  }
  return text + ">";
}

std::string print_integer(const IntegerAttr& integer) {
  const auto* type = integer.type.get_if<IntegerType>();
  if (type && type->signedness == Signedness::kUnsigned)
    return std::to_string(static_cast<std::uint64_t>(integer.value));
  return std::to_string(integer.value);
}

// Inside an array the types i64 and f64 go without saying.
std::string print(const Attribute& attribute, bool in_array) {
  if (const auto* integer = attribute.get_if<IntegerAttr>()) {
    if (in_array && integer->type == i64_type()) return print_integer(*integer);
    return print_integer(*integer) + " : " + print_type(integer->type);
  }
  if (const auto* floating = attribute.get_if<FloatAttr>()) {
    std::string text = float_text(floating->value, floating->type.get<FloatType>().kind);
    // Hexadecimal bits without their type would read as an integer.
    if (in_array && floating->type == float_type(FloatKind::kF64) && !text.starts_with("0x")) return text;
    return text + " : " + print_type(floating->type);
  }
  if (attribute.is<UnitAttr>()) return "unit";
  if (const auto* boolean = attribute.get_if<BoolAttr>()) return boolean->value ? "true" : "false";
  if (const auto* string = attribute.get_if<StringAttr>()) return print_quoted(string->value);
  if (const auto* symbol = attribute.get_if<SymbolAttr>()) return print_symbol(*symbol);
  if (const auto* type = attribute.get_if<TypeAttr>()) return print_type(type->type);
  if (const auto* array = attribute.get_if<ArrayAttr>()) {
    std::string text;
    for (const Attribute& element : array->elements) text += (text.empty() ? "" : ", ") + print(element, true);
    return "[" + text + "]";
  }
  if (const auto* dictionary = attribute.get_if<DictionaryAttr>()) return print_dictionary(dictionary->entries);
  if (const auto* array = attribute.get_if<DenseArrayAttr>()) return print(*array);
  if (const auto* dense = attribute.get_if<DenseAttr>())
    return print_dense(dense->elements) + " : " + print_type(dense->elements.type());
  if (const auto* choice = attribute.get_if<EnumAttr>()) {
    if (choice->dialect == "tosa") return fmt::format("#tosa.{}<{}>", choice->name, choice->value);
    return fmt::format("#{}<{} {}>", choice->dialect, choice->name, choice->value);
  }
  if (const auto* dot = attribute.get_if<DotDimensionsAttr>()) return print(*dot);
  if (const auto* gather = attribute.get_if<GatherDimensionsAttr>()) return print(*gather);
  if (const auto* scatter = attribute.get_if<ScatterDimensionsAttr>()) return print(*scatter);
  if (const auto* conv = attribute.get_if<ConvDimensionsAttr>())
    return "#stablehlo.conv<" + print_conv_dimensions(*conv) + ">";
  if (const auto* handle = attribute.get_if<ChannelHandleAttr>())
    return fmt::format("#stablehlo.channel_handle<handle = {}, type = {}>", handle->handle, handle->type);
  if (const auto* bounds = attribute.get_if<BoundsAttr>()) return print(*bounds);
  if (const auto* algorithm = attribute.get_if<DotAlgorithmAttr>())
    return "#stablehlo.dot_algorithm" + print_dot_algorithm(*algorithm);
  if (const auto* accuracy = attribute.get_if<ResultAccuracyAttr>()) return print(*accuracy);
  if (const auto* opaque = attribute.get_if<OpaqueAttr>()) return opaque->text;
  return "<<NULL ATTRIBUTE>>";
}

}  // namespace

std::string print_quoted(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    if (c == '\\')
      text += "\\\\";
    else if (c >= 0x20 && c < 0x7F && c != '"')
      text += c;
    else
      text += fmt::format("\\{:02X}", static_cast<unsigned char>(c));
  }
  return text + "\"";
}

std::string print_symbol(const SymbolAttr& symbol) {
  const auto name = [](const std::string& text) {
    return "@" + (is_bare_identifier(text) ? text : print_quoted(text));
  };
  std::string text = name(symbol.root);
  for (const std::string& nested : symbol.nested) text += "::" + name(nested);
  return text;
}

std::string print_integers(const Dimensions& values) { return fmt::format("[{}]", fmt::join(values, ", ")); }

std::string print_dictionary(const std::vector<NamedAttribute>& entries) {
  std::string text;
  for (const NamedAttribute& entry : entries) {
    if (!text.empty()) text += ", ";
    text += is_bare_identifier(entry.name) ? entry.name : print_quoted(entry.name);
    if (!entry.value.is<UnitAttr>()) text += " = " + print(entry.value, false);
  }
  return "{" + text + "}";
}

std::string print_dictionary(const AttributeDictionary& dictionary) {
  return print_dictionary(std::vector<NamedAttribute>(dictionary.begin(), dictionary.end()));
}

std::string print_conv_dimensions(const ConvDimensionsAttr& conv) {
  const auto layout = [](std::initializer_list<std::pair<std::int64_t, char>> letters, const Dimensions& spatial) {
    std::vector<std::string> places(letters.size() + spatial.size(), "?");
    for (const auto& [place, letter] : letters) places.at(static_cast<std::size_t>(place)) = letter;
    for (std::size_t i = 0; i < spatial.size(); ++i)
      places.at(static_cast<std::size_t>(spatial[i])) = std::to_string(i);
    return fmt::format("[{}]", fmt::join(places, ", "));
  };
  return layout({{conv.input_batch, 'b'}, {conv.input_feature, 'f'}}, conv.input_spatial) + "x" +
         layout({{conv.kernel_input_feature, 'i'}, {conv.kernel_output_feature, 'o'}}, conv.kernel_spatial) + "->" +
         layout({{conv.output_batch, 'b'}, {conv.output_feature, 'f'}}, conv.output_spatial);
}

std::string print_dot_algorithm(const DotAlgorithmAttr& algorithm) {
  return fmt::format(
      "<lhs_precision_type = {}, rhs_precision_type = {}, accumulation_type = {}, lhs_component_count = {}, "
      "rhs_component_count = {}, num_primitive_operations = {}, allow_imprecise_accumulation = {}>",
      print_type(algorithm.lhs_precision_type), print_type(algorithm.rhs_precision_type),
      print_type(algorithm.accumulation_type), algorithm.lhs_component_count, algorithm.rhs_component_count,
      algorithm.num_primitive_operations, algorithm.allow_imprecise_accumulation);
}

std::string print_attribute(const Attribute& attribute) { return print(attribute, false); }

}  // namespace qgpu::stablehlo
