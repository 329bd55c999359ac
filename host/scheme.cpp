#include "qgpu/scheme.hpp"

#include <fmt/format.h>

#include <array>

#include "qgpu/error.hpp"

namespace qgpu {
namespace {

/// A mode's name taken apart: `asym-u8` is {false, 'u', 8}.
struct ModeWords {
  bool symmetric;
  char kind;
  int bits;
};

std::optional<ModeWords> split_mode(std::string_view text) {
  ModeWords words{};
  if (text.starts_with("asym-")) {
    text.remove_prefix(5);
  } else if (text.starts_with("sym-")) {
    text.remove_prefix(4);
    words.symmetric = true;
  } else {
    return std::nullopt;
  }
  if (text.empty() || (text[0] != 'u' && text[0] != 'i')) return std::nullopt;
  words.kind = text[0];
  text.remove_prefix(1);
  constexpr std::array<std::pair<std::string_view, int>, 5> kWidths{
      {{"2", 2}, {"4", 4}, {"8", 8}, {"16", 16}, {"32", 32}}};
  for (const auto& [name, bits] : kWidths) {
    if (text == name) words.bits = bits;
  }
  return words.bits != 0 ? std::optional(words) : std::nullopt;
}

}  // namespace

bool looks_like_mode(std::string_view text) { return text.starts_with("asym-") || text.starts_with("sym-"); }

Mode parse_mode(std::string_view text) {
  const std::optional<ModeWords> words = split_mode(text);
  if (!words) {
    throw usage_error(fmt::format("MODE: expected asym-u8, asym-i8 or sym-i8, found '{}'", text));
  }
  if (words->symmetric && words->kind == 'u') {
    throw usage_error(fmt::format(
        "MODE: '{}' does not exist: symmetric codes are signed (expected asym-u8, asym-i8 or sym-i8)", text));
  }
  if (words->bits != 8) {
    throw usage_error(
        fmt::format("MODE: '{}' is unsupported in this build (expected asym-u8, asym-i8 or sym-i8)", text));
  }
  return {words->kind == 'u' ? CodeType::kUint8 : CodeType::kInt8, words->symmetric};
}

std::string mode_name(Mode mode) {
  return fmt::format("{}-{}8", mode.symmetric ? "sym" : "asym", mode.code_type == CodeType::kUint8 ? 'u' : 'i');
}

const char* code_type_name(CodeType type) { return element_name(code_element_type(type)); }

ElementType code_element_type(CodeType type) {
  switch (type) {
    case CodeType::kUint8:
      return ElementType::kUint8;
    case CodeType::kInt8:
      return ElementType::kInt8;
  }
  throw internal_error("code type: not one of the enumeration");
}

std::optional<CodeType> code_type_of(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
    case ElementType::kFloat64:
      return std::nullopt;
    case ElementType::kUint8:
      return CodeType::kUint8;
    case ElementType::kInt8:
      return CodeType::kInt8;
  }
  throw internal_error("element type: not one of the enumeration");
}

arith::CodeLimits code_limits(CodeType type, bool narrow_range) {
  const std::int32_t up = narrow_range ? 1 : 0;
  switch (type) {
    case CodeType::kUint8:
      return {0 + up, 255};
    case CodeType::kInt8:
      return {-128 + up, 127};
  }
  throw internal_error("code type: not one of the enumeration");
}

void Scheme::set_limits(arith::CodeLimits limits) {
  const auto is_same = [&](arith::CodeLimits other) { return limits.qmin == other.qmin && limits.qmax == other.qmax; };
  narrow_range = is_same(code_limits(mode.code_type, true));
  storage_range.reset();
  if (!narrow_range && !is_same(code_limits(mode.code_type, false))) storage_range = limits;
}

const char* order_name(Order order) { return order == Order::kOnnx ? "onnx" : "stablehlo"; }

}  // namespace qgpu
