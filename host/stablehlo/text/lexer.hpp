#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "host/stablehlo/ir/diagnostics.hpp"

namespace qgpu::stablehlo {

enum class TokenKind {
  kEnd,
  kError,       ///< the lexer has no reading for the next bytes; spelling is what it looked at
  kWord,        ///< tensor, stablehlo.add, i32, x3
  kSymbol,      ///< @name or @"quoted"
  kValue,       ///< %0, %name (a `#1` that follows is a token of its own)
  kBlock,       ///< ^bb0
  kHash,        ///< #alias, #stablehlo.gather; a lone `#` too
  kExclaim,     ///< !alias, !quant.uniform
  kInteger,     ///< 12, 0x1F
  kFloat,       ///< 1.0, 1.5e-3
  kString,      ///< with its quotes
  kArrow,       ///< ->
  kPunctuation  ///< one of , : = ( ) { } [ ] < > - + ? * / | or :: or ...
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view spelling;  ///< part of the source
  bool is(TokenKind wanted) const { return kind == wanted; }
  /// True for punctuation, the arrow and words of this very spelling.
  bool is(std::string_view wanted) const {
    return (kind == TokenKind::kPunctuation || kind == TokenKind::kArrow || kind == TokenKind::kWord) &&
           spelling == wanted;
  }
};

/// MLIR's tokens, one at a time. Blanks and `//` comments are skipped.
class Lexer {
 public:
  explicit Lexer(const Source& source);
  Token next();
  /// The next token is read from here on: `x3xf32` after the 2 of a shape is taken apart so.
  void reset(const char* position) { position_ = position; }
  const char* position() const { return position_; }
  const char* end() const { return end_; }
  Location locate(const char* position) const;
  /// True if nothing but blanks stands before `position` on its line.
  bool starts_line(const char* position) const;

 private:
  Token make(TokenKind kind, const char* begin) const;
  Token number(const char* begin);
  Token string(const char* begin, TokenKind kind);
  Token prefixed(const char* begin, TokenKind kind);
  void skip_blanks();
  const char* begin_;
  const char* position_;
  const char* end_;
  std::uint32_t first_line_;
  std::vector<const char*> lines_;
};

/// The bytes of a string token: quotes off, escapes (\n \t \\ \" \HH) undone.
std::string unescape(std::string_view quoted);

}  // namespace qgpu::stablehlo
