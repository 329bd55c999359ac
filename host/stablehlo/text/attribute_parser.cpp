#include <fmt/format.h>

#include <bit>

#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/ir/float_format.hpp"
#include "host/stablehlo/text/parser.hpp"

namespace qgpu::stablehlo {
namespace {

/// True if the number can be written in `type`: any bits for signless, its own range for signed and unsigned.
bool fits(std::uint64_t magnitude, bool negative, const IntegerType& type) {
  if (type.signedness == Signedness::kUnsigned && negative && magnitude != 0) return false;
  if (type.width >= 64) return !negative || magnitude <= std::uint64_t{1} << 63 || type.width > 64;
  if (type.width == 0) return magnitude == 0;
  const std::uint64_t half = std::uint64_t{1} << (type.width - 1);
  if (negative) return magnitude <= half;
  return type.signedness == Signedness::kSigned ? magnitude < half : magnitude < 2 * half;
}

/// A signless or signed number keeps its sign: 200 : i8 is -56.
std::int64_t value_in(std::uint64_t bits, const IntegerType& type) {
  if (type.width >= 64 || type.width == 0) return static_cast<std::int64_t>(bits);
  const std::uint64_t mask = (std::uint64_t{1} << type.width) - 1;
  bits &= mask;
  if (type.signedness != Signedness::kUnsigned && (bits >> (type.width - 1)) & 1) bits |= ~mask;
  return static_cast<std::int64_t>(bits);
}

}  // namespace

Attribute Parser::numeric_attribute() {
  const Location start = location();
  const bool negative = consume("-");
  if (!at(TokenKind::kInteger) && !at(TokenKind::kFloat)) fail("expected integer or float literal");
  const Token literal = token_;
  advance();
  const Type annotated = consume(":") ? type() : Type();

  if (literal.is(TokenKind::kFloat)) {
    const Type type = annotated ? annotated : float_type(FloatKind::kF64);
    const auto* floating = type.get_if<FloatType>();
    if (!floating) fail_at(start, "floating point value not valid for specified type");
    if (floating->kind == FloatKind::kF80 || floating->kind == FloatKind::kF128)
      fail_at(start, "unsupported: values of type f80 and f128");
    const double magnitude = parse_decimal(literal.spelling);
    return FloatAttr{round_to_float(negative ? -magnitude : magnitude, floating->kind), type};
  }

  const auto magnitude = parse_integer(literal.spelling);
  if (!magnitude) fail_at(start, "integer constant out of range for attribute");
  const Type type = annotated ? annotated : i64_type();
  if (const auto* floating = type.get_if<FloatType>()) {
    if (!literal.spelling.starts_with("0x"))
      fail_at(start, "unexpected decimal integer literal for a floating point value");
    if (negative) fail_at(start, "hexadecimal float literal should not have a leading minus");
    if (floating->kind == FloatKind::kF80 || floating->kind == FloatKind::kF128)
      fail_at(start, "unsupported: values of type f80 and f128");
    const FloatFormat format = float_format(floating->kind);
    if (format.width < 64 && *magnitude >> format.width)
      fail_at(start, "hexadecimal float constant out of range for type");
    return FloatAttr{decode_float(*magnitude, format), type};
  }
  const auto* integer = type.get_if<IntegerType>();
  if (!integer && !type.is<IndexType>()) fail_at(start, "integer literal not valid for specified type");
  const IntegerType width = integer ? *integer : IntegerType{64, Signedness::kSignless};
  if (!fits(*magnitude, negative, width)) fail_at(start, "integer constant out of range for attribute");
  const std::int64_t value = value_in(negative ? -*magnitude : *magnitude, width);
  if (integer && integer->width == 1 && integer->signedness == Signedness::kSignless) return BoolAttr{(value & 1) != 0};
  return IntegerAttr{value, type};
}

Attribute Parser::dense_array() {
  advance();
  expect("<", "after 'array'");
  DenseArrayAttr array;
  const Location start = location();
  array.element = type();
  const auto* integer = array.element.get_if<IntegerType>();
  const auto* floating = array.element.get_if<FloatType>();
  const bool integers = integer && (integer->width == 1 || integer->width == 8 || integer->width == 16 ||
                                    integer->width == 32 || integer->width == 64);
  const bool floats = floating && (floating->kind == FloatKind::kF32 || floating->kind == FloatKind::kF64);
  if (!integers && !floats)
    fail_at(start, "expected integer or float type of a width of 1, 8, 16, 32 or 64 bits in a dense array");
  if (consume(">")) return array;
  expect(":");
  do {
    count(1);
    if (floats) {
      array.floats.push_back(round_to_float(number(), floating->kind));
    } else if (integer->width == 1) {
      array.integers.push_back(boolean());
    } else {
      const Location start_of_value = location();
      const bool negative = consume("-");
      const auto magnitude = parse_integer(expect(TokenKind::kInteger, "integer value").spelling);
      if (!magnitude || !fits(*magnitude, negative, *integer)) fail_at(start_of_value, "integer value too large");
      array.integers.push_back(value_in(negative ? -*magnitude : *magnitude, *integer));
    }
  } while (consume(","));
  expect(">");
  return array;
}

SymbolAttr Parser::symbol_name() {
  const auto name = [&] {
    const std::string_view spelling = expect(TokenKind::kSymbol, "symbol reference").spelling.substr(1);
    return spelling.starts_with('"') ? unescape(spelling) : std::string(spelling);
  };
  SymbolAttr symbol{name()};
  while (consume("::")) symbol.nested.push_back(name());
  return symbol;
}

Attribute Parser::symbol() { return symbol_name(); }

void Parser::attribute_dictionary(AttributeDictionary& into, bool properties) {
  expect("{");
  list_until("}", [&] {
    count(1);
    const Location start = location();
    std::string name;
    if (at(TokenKind::kString))
      name = string();
    else if (at(TokenKind::kWord))
      name = word("attribute name");
    else
      fail("expected attribute name");
    if (name.empty()) fail_at(start, "expected valid attribute name");
    if (into.contains(name)) fail_at(start, fmt::format("duplicate key '{}' in dictionary attribute", name));
    if (!consume("=")) {
      into.set(name, UnitAttr{}, properties);
    } else if (name == "rounding_mode" && at(TokenKind::kWord) && token_.spelling.ends_with("_ROUND")) {
      into.set(name, EnumAttr{"tosa", "rounding_mode", word("rounding mode")}, properties);  // tosa prints it bare
    } else {
      into.set(name, attribute(), properties);
    }
  });
}

Attribute Parser::attribute() {
  const Depth depth(*this);
  count(1);
  switch (token_.kind) {
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return numeric_attribute();
    case TokenKind::kSymbol:
      return symbol();
    case TokenKind::kHash:
      return dialect_attribute();
    case TokenKind::kExclaim:
      return TypeAttr{type()};
    case TokenKind::kString: {
      std::string value = string();
      if (consume(":")) type();
      return StringAttr{std::move(value)};
    }
    case TokenKind::kPunctuation:
      if (at("-")) return numeric_attribute();
      if (at("(")) return TypeAttr{type()};
      if (at("{")) {
        DictionaryAttr dictionary;
        attribute_dictionary(dictionary.entries, false);
        return dictionary;
      }
      if (consume("[")) {
        ArrayAttr array;
        list_until("]", [&] { array.elements.push_back(attribute()); });
        return array;
      }
      break;
    case TokenKind::kWord: {
      if (at("true") || at("false")) return BoolAttr{boolean()};
      if (consume("unit")) return UnitAttr{};
      if (at("dense")) return dense_literal();
      if (at("array")) return dense_array();
      if (at("dense_resource")) fail("unsupported: dense_resource, whose bytes are not in the text");
      if (at("sparse")) fail("unsupported: sparse literal");
      if (at("affine_map") || at("affine_set")) {
        const char* begin = token_.spelling.data();
        advance();
        if (!at("<")) fail("expected '<'");
        return OpaqueAttr{balanced(begin)};
      }
      return TypeAttr{type()};
    }
    default:
      break;
  }
  fail("expected attribute value");
}

}  // namespace qgpu::stablehlo
