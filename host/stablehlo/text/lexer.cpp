#include "host/stablehlo/text/lexer.hpp"

#include <algorithm>

namespace qgpu::stablehlo {
namespace {

// <cctype> depends on the locale; MLIR text is ASCII.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$' || c == '.'; }
bool is_suffix(char c) { return is_word(c) || c == '-'; }
int hex_value(char c) { return is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10; }

}  // namespace

Lexer::Lexer(const Source& source)
    : begin_(source.text.data()),
      position_(begin_),
      end_(begin_ + source.text.size()),
      first_line_(source.first_line),
      lines_{begin_} {
  for (const char* at = begin_; at != end_; ++at)
    if (*at == '\n') lines_.push_back(at + 1);
}

Location Lexer::locate(const char* position) const {
  const auto line = std::upper_bound(lines_.begin(), lines_.end(), position) - 1;
  return {first_line_ + static_cast<std::uint32_t>(line - lines_.begin()),
          static_cast<std::uint32_t>(position - *line) + 1};
}

bool Lexer::starts_line(const char* position) const {
  while (position != begin_ && (position[-1] == ' ' || position[-1] == '\t')) --position;
  return position == begin_ || position[-1] == '\n' || position[-1] == '\r';
}

Token Lexer::make(TokenKind kind, const char* begin) const {
  return {kind, std::string_view(begin, static_cast<std::size_t>(position_ - begin))};
}

void Lexer::skip_blanks() {
  while (position_ != end_) {
    const char c = *position_;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++position_;
    } else if (c == '/' && position_ + 1 != end_ && position_[1] == '/') {
      position_ = std::find(position_, end_, '\n');
    } else {
      return;
    }
  }
}

Token Lexer::number(const char* begin) {
  if (*begin == '0' && end_ - begin > 2 && begin[1] == 'x' && is_hex(begin[2])) {
    position_ = std::find_if_not(begin + 2, end_, is_hex);
    return make(TokenKind::kInteger, begin);
  }
  position_ = std::find_if_not(begin, end_, is_digit);
  if (position_ == end_ || *position_ != '.') return make(TokenKind::kInteger, begin);
  position_ = std::find_if_not(position_ + 1, end_, is_digit);
  if (position_ != end_ && (*position_ == 'e' || *position_ == 'E')) {
    const char* exponent = position_ + 1;
    if (exponent != end_ && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (exponent != end_ && is_digit(*exponent)) position_ = std::find_if_not(exponent, end_, is_digit);
  }
  return make(TokenKind::kFloat, begin);
}

Token Lexer::string(const char* begin, TokenKind kind) {
  while (position_ != end_) {
    const char c = *position_++;
    if (c == '"') return make(kind, begin);
    if (c == '\n') break;
    if (c != '\\') continue;
    if (position_ == end_) break;
    if (*position_ == '"' || *position_ == '\\' || *position_ == 'n' || *position_ == 't')
      ++position_;
    else if (end_ - position_ >= 2 && is_hex(position_[0]) && is_hex(position_[1]))
      position_ += 2;
    else
      break;
  }
  return make(TokenKind::kError, begin);
}

Token Lexer::prefixed(const char* begin, TokenKind kind) {
  if (position_ != end_ && is_digit(*position_)) {
    position_ = std::find_if_not(position_, end_, is_digit);
  } else {
    position_ = std::find_if_not(position_, end_,
                                 kind == TokenKind::kExclaim || kind == TokenKind::kHash ? is_word : is_suffix);
  }
  if (position_ == begin + 1 && kind != TokenKind::kHash) return make(TokenKind::kError, begin);
  return make(kind, begin);
}

Token Lexer::next() {
  skip_blanks();
  const char* begin = position_;
  if (position_ == end_) return make(TokenKind::kEnd, begin);
  const char c = *position_++;
  if (is_letter(c) || c == '_') {
    position_ = std::find_if_not(position_, end_, is_word);
    return make(TokenKind::kWord, begin);
  }
  if (is_digit(c)) return number(begin);
  switch (c) {
    case '"':
      return string(begin, TokenKind::kString);
    case '@':
      if (position_ != end_ && *position_ == '"') {
        ++position_;
        return string(begin, TokenKind::kSymbol);
      }
      position_ = std::find_if_not(position_, end_, is_word);
      return make(position_ == begin + 1 ? TokenKind::kError : TokenKind::kSymbol, begin);
    case '%':
      return prefixed(begin, TokenKind::kValue);
    case '^':
      return prefixed(begin, TokenKind::kBlock);
    case '#':
      return prefixed(begin, TokenKind::kHash);
    case '!':
      return prefixed(begin, TokenKind::kExclaim);
    case '-':
      if (position_ != end_ && *position_ == '>') {
        ++position_;
        return make(TokenKind::kArrow, begin);
      }
      return make(TokenKind::kPunctuation, begin);
    case ':':
      if (position_ != end_ && *position_ == ':') ++position_;
      return make(TokenKind::kPunctuation, begin);
    case '.':
      if (end_ - position_ >= 2 && position_[0] == '.' && position_[1] == '.') {
        position_ += 2;
        return make(TokenKind::kPunctuation, begin);
      }
      return make(TokenKind::kError, begin);
    case ',':
    case '=':
    case '(':
    case ')':
    case '{':
    case '}':
    case '[':
    case ']':
    case '<':
    case '>':
    case '+':
    case '?':
    case '*':
    case '/':
    case '|':
      return make(TokenKind::kPunctuation, begin);
    default:
      return make(TokenKind::kError, begin);
  }
}

std::string unescape(std::string_view quoted) {
  std::string bytes;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] != '\\') {
      bytes += quoted[i];
      continue;
    }
    const char c = quoted[++i];
    if (c == 'n')
      bytes += '\n';
    else if (c == 't')
      bytes += '\t';
    else if (c == '"' || c == '\\')
      bytes += c;
    else {
      bytes += static_cast<char>(hex_value(c) * 16 + hex_value(quoted[i + 1]));
      ++i;
    }
  }
  return bytes;
}

}  // namespace qgpu::stablehlo
