#include "host/stablehlo/text/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "host/stablehlo/ir/decimal.hpp"

namespace qgpu::stablehlo {
namespace {

/// Text kept as it is but for blanks: none inside brackets or before commas, one elsewhere, as MLIR prints.
std::string one_line(std::string_view text) {
  std::string line;
  bool quoted = false, blank = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool comment = !quoted && text.substr(i).starts_with("//");
    if (comment) i = std::min(text.find('\n', i), text.size());
    if (comment || (!quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r'))) {
      blank = true;
      continue;
    }
    const std::string_view no_blank_after = "<([{", no_blank_before = ">)]},";
    const bool glued = line.empty() || no_blank_after.find(line.back()) != std::string_view::npos ||
                       no_blank_before.find(c) != std::string_view::npos;
    const bool another_token = !line.empty() && (line.back() == '-' || c == '-');  // `- >` is not `->`
    if (blank && (!glued || another_token)) line += ' ';
    blank = false;
    line += c;
    if (c == '\\' && quoted && i + 1 < text.size())
      line += text[++i];
    else if (c == '"')
      quoted = !quoted;
  }
  return line;
}

constexpr int kDeepest = 200;
// An alias of aliases of aliases grows without end in a few lines; no program needs a tree this large.
constexpr std::size_t kMostNodes = 50'000'000;

}  // namespace

Parser::Parser(const Source& source, Diagnostics& diagnostics) : lexer_(source), diagnostics_(diagnostics) {
  advance();
}

Parser::Depth::Depth(Parser& parser) : parser_(parser) {
  if (parser_.depth_ >= kDeepest) parser_.fail(fmt::format("nested more than {} levels deep", kDeepest));
  ++parser_.depth_;
}

void Parser::count(std::size_t nodes) {
  nodes_ += nodes;
  if (nodes_ > kMostNodes) fail("types and attributes are too large once their aliases are expanded");
}

void Parser::fail_at(Location at, std::string message) {
  diagnostics_.error(at, std::move(message));
  throw ParseFailure();
}

void Parser::fail(std::string message) {
  if (token_.is(TokenKind::kError)) {
    const std::string_view text = token_.spelling;
    if (text.starts_with('"') || text.starts_with("@\""))
      message = "expected a closing quote or a known escape in string";
    else
      message = fmt::format("unexpected character in \"{}\": {}", text.substr(0, 20), message);
  }
  fail_at(location(), std::move(message));
}

bool Parser::consume(std::string_view spelling) {
  if (!at(spelling)) return false;
  advance();
  return true;
}

void Parser::expect(std::string_view spelling, std::string_view where) {
  if (consume(spelling)) return;
  // `>` and `-` may be glued to what follows nowhere, but `::` may stand where two `:` do.
  fail(where.empty() ? fmt::format("expected '{}'", spelling) : fmt::format("expected '{}' {}", spelling, where));
}

Token Parser::expect(TokenKind kind, std::string_view what) {
  if (!at(kind)) fail(fmt::format("expected {}", what));
  const Token taken = token_;
  advance();
  return taken;
}

void Parser::list_until(std::string_view close, const std::function<void()>& read) {
  if (consume(close)) return;
  do read();
  while (consume(","));
  expect(close);
}

std::int64_t Parser::integer() {
  const Location start = location();
  const bool negative = consume("-");
  const Token token = expect(TokenKind::kInteger, "integer value");
  const auto magnitude = parse_integer(token.spelling);
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  if (!magnitude || *magnitude > kLimit || (!negative && *magnitude == kLimit))
    fail_at(start, "integer value too large");
  return negative ? static_cast<std::int64_t>(-*magnitude) : static_cast<std::int64_t>(*magnitude);
}

std::vector<std::int64_t> Parser::integers_until(std::string_view close) {
  std::vector<std::int64_t> values;
  list_until(close, [&] { values.push_back(integer()); });
  count(values.size());
  return values;
}

std::vector<std::int64_t> Parser::integer_list() {
  expect("[");
  return integers_until("]");
}

double Parser::number() {
  const bool negative = consume("-");
  if (at(TokenKind::kFloat)) {
    const double magnitude = parse_decimal(token_.spelling);
    advance();
    return negative ? -magnitude : magnitude;
  }
  if (at(TokenKind::kInteger) && token_.spelling.starts_with("0x")) {
    if (negative) fail("hexadecimal float literal should not have a leading minus");
    const auto bits = parse_integer(token_.spelling);
    if (!bits) fail("hexadecimal float constant out of range for type");
    advance();
    return std::bit_cast<double>(*bits);
  }
  if (at(TokenKind::kInteger)) fail("unexpected decimal integer literal for a floating point value");
  fail("expected floating point literal");
}

bool Parser::boolean() {
  if (consume("true")) return true;
  if (consume("false")) return false;
  fail("expected true or false");
}

std::string Parser::word(std::string_view what) { return std::string(expect(TokenKind::kWord, what).spelling); }

std::string Parser::string() { return unescape(expect(TokenKind::kString, "string").spelling); }

void Parser::alias_definition() {
  const Token name = token_;
  const bool is_type = at(TokenKind::kExclaim);
  if (name.spelling.size() < 2) fail("expected the name of an alias");
  if (name.spelling.find('.') != std::string_view::npos)
    fail(is_type ? "type names with a '.' are reserved for dialect-defined names"
                 : "attribute names with a '.' are reserved for dialect-defined names");
  advance();
  expect("=", is_type ? "in type alias definition" : "in attribute alias definition");
  const std::size_t before = nodes_;
  Alias alias;
  if (is_type)
    alias.type = type();
  else
    alias.attribute = attribute();
  alias.nodes = nodes_ - before + 1;
  if (!aliases_.emplace(std::string(name.spelling), std::move(alias)).second)
    fail_at(lexer_.locate(name.spelling.data()), fmt::format("redefinition of alias id '{}'", name.spelling));
}

// The text from `begin` to the `>` that closes the `<` at the current token, brackets and strings in between balanced.
std::string Parser::balanced(const char* begin) {
  std::string open;
  while (true) {
    if (at(TokenKind::kEnd) || at(TokenKind::kError)) fail("unbalanced '<' character in pretty dialect name");
    if (token_.kind == TokenKind::kPunctuation && token_.spelling.size() == 1) {
      const char c = token_.spelling[0];
      if (c == '<' || c == '(' || c == '[' || c == '{') {
        if (open.size() > 200) fail("brackets nested too deep");
        open += c;
      }
      if (c == '>' || c == ')' || c == ']' || c == '}') {
        const char wanted = c == '>' ? '<' : c == ')' ? '(' : c == ']' ? '[' : '{';
        if (open.empty() || open.back() != wanted) fail(fmt::format("unbalanced '{}' character", c));
        open.pop_back();
        if (open.empty()) {
          const char* end = token_.spelling.data() + 1;
          advance();
          return one_line({begin, static_cast<std::size_t>(end - begin)});
        }
      }
    }
    advance();
  }
}

}  // namespace qgpu::stablehlo
