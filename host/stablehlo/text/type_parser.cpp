#include <fmt/format.h>

#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/ir/type_names.hpp"
#include "host/stablehlo/text/parser.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

bool all_digits(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

/// i8, si8 or ui8 with any digits.
std::optional<std::pair<Signedness, std::string_view>> split_integer_type(std::string_view word) {
  for (const auto& [prefix, signedness] : {std::pair<std::string_view, Signedness>{"si", Signedness::kSigned},
                                           {"ui", Signedness::kUnsigned},
                                           {"i", Signedness::kSignless}}) {
    if (!word.starts_with(prefix)) continue;
    const std::string_view digits = word.substr(prefix.size());
    if (!digits.empty() && all_digits(digits)) return std::pair(signedness, digits);
  }
  return std::nullopt;
}

bool is_element_type(const Type& type) {
  return type.is<IntegerType>() || type.is<FloatType>() || type.is<IndexType>() || type.is<ComplexType>() ||
         type.is<QuantizedType>() || type.is<AnyQuantizedType>() || type.is<CalibratedType>() || type.is<OpaqueType>();
}

}  // namespace

Type Parser::type() {
  const Depth depth(*this);
  count(1);
  if (at("(")) return function_type();
  return type_without_function();
}

std::vector<Type> Parser::parenthesized_types() {
  std::vector<Type> types;
  expect("(");
  list_until(")", [&] { types.push_back(type()); });
  return types;
}

std::vector<Type> Parser::type_list() {
  std::vector<Type> types;
  do types.push_back(type());
  while (consume(","));
  return types;
}

std::vector<Type> Parser::result_types() {
  const Depth depth(*this);
  if (at("(")) return parenthesized_types();
  return {type_without_function()};
}

FunctionType Parser::function_type() {
  const Depth depth(*this);
  FunctionType type;
  type.inputs = parenthesized_types();
  expect("->");
  type.results = result_types();
  return type;
}

std::optional<Type> Parser::builtin_type(std::string_view word) const {
  if (const auto kind = float_kind_named(word)) return float_type(*kind);
  if (word == "index") return IndexType{};
  if (word == "none") return NoneType{};
  return std::nullopt;
}

Type Parser::type_without_function() {
  if (at(TokenKind::kExclaim)) return dialect_type();
  if (!at(TokenKind::kWord)) fail("expected non-function type");
  const Token name = token_;
  const std::string_view word = name.spelling;
  if (word == "tensor") return tensor();
  if (const auto integer = split_integer_type(word)) {
    const auto width = parse_integer(integer->second);
    if (!width || *width > 16777215) fail("integer bitwidth is limited to 16777215 bits");
    advance();
    return integer_type(static_cast<unsigned>(*width), integer->first);
  }
  if (auto known = builtin_type(word)) {
    advance();
    return *known;
  }
  if (word == "complex") {
    advance();
    expect("<", "in complex type");
    const Location start = location();
    Type element = type();
    if (!element.is<IntegerType>() && !element.is<FloatType>()) fail_at(start, "invalid element type for complex");
    expect(">", "in complex type");
    return ComplexType{std::move(element)};
  }
  if (word == "tuple") {
    advance();
    expect("<", "in tuple type");
    TupleType tuple;
    list_until(">", [&] { tuple.elements.push_back(type()); });
    return tuple;
  }
  if (word == "vector" || word == "memref") {
    advance();
    if (!at("<")) fail(fmt::format("expected '<' in {} type", word));
    return OpaqueType{balanced(word.data())};
  }
  fail("expected non-function type");
}

// A shape is read character by character: the lexer sees `4x3xf32` as the number 4 and the word x3xf32.
void Parser::dimensions(TensorType& tensor) {
  const auto expect_x = [&] {
    if (!at(TokenKind::kWord) || !token_.spelling.starts_with('x')) fail("expected 'x' in dimension list");
    lexer_.reset(token_.spelling.data() + 1);
    advance();
  };
  while (at(TokenKind::kInteger) || at("?")) {
    if (consume("?")) {
      tensor.shape.push_back(kDynamic);
    } else {
      std::string_view digits = token_.spelling;
      if (digits.starts_with("0x")) {  // not hexadecimal but a zero and the next x
        digits = digits.substr(0, 1);
        lexer_.reset(digits.data() + 1);
      }
      const auto size = parse_integer(digits);
      if (!size || *size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        fail("invalid dimension");
      tensor.shape.push_back(static_cast<std::int64_t>(*size));
      advance();
    }
    count(1);
    expect_x();
  }
}

Type Parser::tensor() {
  advance();
  expect("<", "in tensor type");
  TensorType tensor;
  if (consume("*")) {
    tensor.ranked = false;
    if (!at(TokenKind::kWord) || !token_.spelling.starts_with('x')) fail("expected 'x' in dimension list");
    lexer_.reset(token_.spelling.data() + 1);
    advance();
  } else {
    dimensions(tensor);
  }
  const Location start = location();
  tensor.element = type();
  if (!is_element_type(tensor.element)) fail_at(start, "invalid tensor element type");
  if (consume(",")) {
    const Location at_encoding = location();
    tensor.encoding = attribute();
    if (const auto* bounds = tensor.encoding.get_if<BoundsAttr>()) {
      if (bounds->bounds.size() != tensor.shape.size())
        fail_at(at_encoding, fmt::format("Bounds length is {}, expected to be equal to rank({}) of the tensor",
                                         bounds->bounds.size(), tensor.shape.size()));
      for (std::size_t i = 0; i < tensor.shape.size(); ++i)
        if (tensor.shape[i] != kDynamic && bounds->bounds[i] != kDynamic)
          fail_at(at_encoding, fmt::format("Static dimension {} cannot have a bound, use ShapedType::kDynamic to "
                                           "indicate a missing bound",
                                           i));
    }
  }
  expect(">", "in tensor type");
  return tensor;
}

Type Parser::dialect_type() {
  const Token name = token_;
  const std::string_view spelling = name.spelling;
  if (spelling.find('.') == std::string_view::npos) {
    const auto alias = aliases_.find(std::string(spelling));
    if (alias == aliases_.end() || !alias->second.type)
      fail("undefined symbol alias id '" + std::string(spelling.substr(1)) + "'");
    count(alias->second.nodes);
    advance();
    return alias->second.type;
  }
  if (spelling == "!stablehlo.token") {
    advance();
    return TokenType{};
  }
  const bool parameters = spelling.data() + spelling.size() != lexer_.end() && spelling.data()[spelling.size()] == '<';
  if (spelling == "!quant.uniform" || spelling == "!quant.any" || spelling == "!quant.calibrated") {
    advance();
    if (!parameters) fail_at(lexer_.locate(spelling.data()), "expected '<' right after " + std::string(spelling));
    if (spelling == "!quant.uniform") return quantized();
    return spelling == "!quant.any" ? any_quantized() : calibrated();
  }
  if (spelling.starts_with("!quant.")) fail("unknown quantized type " + std::string(spelling.substr(7)));
  advance();
  if (parameters) return OpaqueType{balanced(spelling.data())};
  return OpaqueType{std::string(spelling)};
}

Type parse_type(std::string_view text, Diagnostics& diagnostics) {
  try {
    Parser parser({"type", text, 1}, diagnostics);
    Type type = parser.type();
    if (!parser.at(TokenKind::kEnd))
      parser.fail("found trailing characters: '" + std::string(parser.token().spelling) + "'");
    return type;
  } catch (const ParseFailure&) {
    return {};
  }
}

}  // namespace qgpu::stablehlo
