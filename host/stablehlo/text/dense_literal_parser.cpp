#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/text/dense_literal_parser.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::optional<std::vector<std::byte>> decode_hex(std::string_view text) {
  if (!text.starts_with("0x") || text.size() % 2 != 0) return std::nullopt;
  static const auto values = [] {
    std::array<std::int16_t, 256> table{};
    for (int c = 0; c < 256; ++c)
      table[static_cast<std::size_t>(c)] = static_cast<std::int16_t>(hex_digit(static_cast<char>(c)));
    return table;
  }();
  std::vector<std::byte> bytes(text.size() / 2 - 1);
  int all = 0;  // negative once any digit was none
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = values[static_cast<unsigned char>(text[2 * i + 2])];
    const int low = values[static_cast<unsigned char>(text[2 * i + 3])];
    all |= high | low;
    bytes[i] = static_cast<std::byte>((high << 4) | (low & 15));
  }
  if (all < 0) return std::nullopt;
  return bytes;
}

}  // namespace

DenseLiteralReader::DenseLiteralReader(Parser& parser, Type type, std::int64_t num_elements)
    : parser_(parser), type_(std::move(type)), element_(element_type(type_)), num_elements_(num_elements) {
  if (const auto* complex = element_.get_if<ComplexType>()) {
    is_complex_ = true;
    element_ = complex->element;
  }
  if (const auto* floating = element_.get_if<FloatType>()) {
    if (floating->kind == FloatKind::kF80 || floating->kind == FloatKind::kF128)
      parser_.fail("unsupported: values of type f80 and f128");
    format_ = float_format(floating->kind);
  }
  if (const auto* integer = element_.get_if<IntegerType>()) integer_ = *integer;
  bits_ = bit_width(element_);
  if ((!is_integer(element_) && !is_float(element_) && !element_.is<IndexType>()) || bits_ == 0 || bits_ > 64)
    parser_.fail(fmt::format("unsupported: dense literal of element type {}", print_type(element_type(type_))));
  part_bytes_ = (bits_ + 7) / 8;
}

void DenseLiteralReader::store(std::uint64_t bits) {
  for (std::size_t i = 0; i < part_bytes_; ++i) bytes_.push_back(static_cast<std::byte>(bits >> (8 * i)));
}

void DenseLiteralReader::read_integer() {
  if (parser_.at("true") || parser_.at("false")) {
    if (bits_ != 1) parser_.fail("expected i1 type for 'true' or 'false' values");
    store(parser_.boolean());
    return;
  }
  const Location start = parser_.location();
  const bool negative = parser_.consume("-");
  if (parser_.at(TokenKind::kFloat)) parser_.fail("expected integer elements, but parsed floating-point");
  const auto magnitude =
      parse_integer(parser_.expect(TokenKind::kInteger, "element literal of primitive type").spelling);
  if (negative && integer_.signedness == Signedness::kUnsigned)
    parser_.fail_at(start, "expected unsigned integer elements, but parsed negative value");
  const std::uint64_t half = std::uint64_t{1} << (bits_ - 1);
  const bool fits = magnitude && (negative                                     ? *magnitude <= half
                                  : integer_.signedness == Signedness::kSigned ? *magnitude < half
                                                                               : bits_ == 64 || *magnitude < 2 * half);
  if (!fits) parser_.fail_at(start, "integer constant out of range for type");
  const std::uint64_t value = negative ? -*magnitude : *magnitude;
  store(bits_ == 64 ? value : value & (2 * half - 1));
}

void DenseLiteralReader::read_float() {
  const Location start = parser_.location();
  const bool negative = parser_.consume("-");
  if (parser_.at(TokenKind::kFloat)) {
    const double magnitude = parse_decimal(parser_.token().spelling);
    parser_.advance();
    store(encode_float(negative ? -magnitude : magnitude, format_));
    return;
  }
  if (parser_.at("true") || parser_.at("false")) parser_.fail("expected floating-point elements, but parsed a boolean");
  const std::string_view digits = parser_.expect(TokenKind::kInteger, "element literal of primitive type").spelling;
  if (!digits.starts_with("0x")) parser_.fail_at(start, "expected floating-point elements, but parsed integer");
  if (negative) parser_.fail_at(start, "hexadecimal float literal should not have a leading minus");
  const auto bits = parse_integer(digits);
  if (!bits || (format_.width < 64 && *bits >> format_.width))
    parser_.fail_at(start, "hexadecimal float constant out of range for type");
  store(*bits);
}

void DenseLiteralReader::read_part() {
  if (is_float(element_))
    read_float();
  else
    read_integer();
}

void DenseLiteralReader::read_element() {
  if (!is_complex_) {
    read_part();
    return;
  }
  parser_.expect("(");
  read_part();
  parser_.expect(",");
  read_part();
  parser_.expect(")");
}

// `[[1, 2], [3, 4]]`: the first path down finds the shape, all others must repeat it.
void DenseLiteralReader::read_list(std::size_t level) {
  const Parser::Depth depth(parser_);
  parser_.expect("[");
  const bool first_path = level == shape_.size();
  if (first_path) shape_.push_back(0);
  const auto inconsistent = [&] {
    parser_.fail("tensor literal is invalid; ranks are not consistent between elements");
  };
  std::int64_t size = 0;
  parser_.list_until("]", [&] {
    const bool is_leaf = level + 1 == shape_.size() && !(first_path && size == 0 && parser_.at("["));
    if (parser_.at("[") == is_leaf) inconsistent();
    if (is_leaf)
      read_element();
    else
      read_list(level + 1);
    ++size;
  });
  if (first_path)
    shape_[level] = size;
  else if (shape_[level] != size)
    inconsistent();
}

DenseElements DenseLiteralReader::read_hex(std::string_view text, Location start) {
  auto bytes = decode_hex(text);
  if (!bytes) parser_.fail_at(start, "expected string containing hex digits starting with `0x`");
  const auto count = static_cast<std::size_t>(num_elements_);
  const std::size_t element_bytes = part_bytes_ * (is_complex_ ? 2 : 1);
  // MLIR's head writes a byte for each i1, MLIR 22 a bit; the number of bytes tells them apart.
  if (bits_ == 1 && bytes->size() != count && bytes->size() > 1 && bytes->size() == (count + 7) / 8) {
    std::vector<std::byte> unpacked(count);
    for (std::size_t i = 0; i < count; ++i) unpacked[i] = ((*bytes)[i / 8] >> (i % 8)) & std::byte{1};
    return DenseElements::full(type_, std::move(unpacked));
  }
  if (bits_ < 8) {
    const auto mask = static_cast<std::byte>((1u << bits_) - 1);
    for (std::byte& byte : *bytes) byte = bits_ == 1 ? std::byte(byte != std::byte{0}) : byte & mask;
  }
  if (bytes->size() == element_bytes && count > 0) return DenseElements::splat(type_, std::move(*bytes));
  if (bytes->size() % element_bytes == 0 && bytes->size() / element_bytes == count)
    return DenseElements::full(type_, std::move(*bytes));
  parser_.fail_at(start, fmt::format("elements hex data size is invalid for provided type: '{}'", print_type(type_)));
}

DenseElements DenseLiteralReader::read() {
  const Location start = parser_.location();
  if (parser_.at(TokenKind::kString)) {
    // Hundreds of megabytes may stand here: digits are read where they lie.
    const std::string_view quoted = parser_.expect(TokenKind::kString, "string").spelling;
    if (quoted.find('\\') != std::string_view::npos) return read_hex(unescape(quoted), start);
    return read_hex(quoted.substr(1, quoted.size() - 2), start);
  }
  const auto& shape = type_.get<TensorType>().shape;
  if (parser_.at(">")) {  // dense<>
    if (num_elements_ != 0)
      parser_.fail("parsed zero elements, but type ('" + print_type(type_) + "') expected at least 1");
    return DenseElements::full(type_, {});
  }
  if (!parser_.at("[")) {
    read_element();
    return DenseElements::splat(type_, std::move(bytes_));
  }
  read_list(0);
  if (shape_ != shape)
    parser_.fail_at(start, fmt::format("inferred shape of elements literal ([{}]) does not match type ([{}])",
                                       fmt::join(shape_, ", "), fmt::join(shape, ", ")));
  return DenseElements::full(type_, std::move(bytes_));
}

// The type stands behind the elements but decides how they read: go there first, then back.
Attribute Parser::dense_literal(AttributeDictionary* between) {
  advance();
  const Location start = location();
  if (!at("<")) fail("expected '<' after 'dense'");
  const char* body = token_.spelling.data() + 1;
  advance();
  std::string open;
  while (!(open.empty() && at(">"))) {
    if (at(TokenKind::kEnd) || at(TokenKind::kError)) fail("expected '>' at the end of a dense literal");
    if (at("[") || at("(")) open += token_.spelling;
    if (open.size() > 64) fail("dense literal nested too deep");
    if ((at("]") || at(")")) && !open.empty())
      open.pop_back();
    else if (at("]") || at(")"))
      fail("unbalanced brackets in a dense literal");
    advance();
  }
  advance();
  if (between && at("{")) attribute_dictionary(*between, false);
  expect(":", "after a dense literal");
  const Type type = this->type();
  const auto* tensor = type.get_if<TensorType>();
  if (!tensor || !tensor->ranked) fail_at(start, "elements literal must be a ranked tensor or vector type");
  if (!tensor->is_static()) fail_at(start, "elements literal type must have static shape");
  const auto num_elements = tensor->num_elements();
  if (!num_elements) fail_at(start, "elements literal type has more elements than can be counted");
  const Token after = token_;
  lexer_.reset(body);
  advance();
  DenseElements elements = DenseLiteralReader(*this, type, *num_elements).read();
  if (!at(">")) fail("expected '>' at the end of a dense literal");
  lexer_.reset(after.spelling.data());
  advance();
  return DenseAttr{std::move(elements)};
}

}  // namespace qgpu::stablehlo
