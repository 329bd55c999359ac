#pragma once
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "host/cli/number_text.hpp"

namespace qgpu::cli {

/// Writes one JSON document with its keys in the order they are given. Floats get the shortest digits of their own
/// type, what is not finite becomes null, text that is not UTF-8 gets U+FFFD. (A tree of nlohmann::json keeps every
/// number as a double and costs 16 bytes an element; a document here may hold millions of scales.)
class JsonWriter {
 public:
  /// A document, or a value `depth` levels inside one (its lines are indented so; `take` ends it without a line end).
  explicit JsonWriter(std::size_t depth = 0) : depth_(depth) {}

  void begin_object() { open('{', true); }
  void end_object() { close('}'); }
  /// An array; `lines` puts every element on a line of its own.
  void begin_array(bool lines) { open('[', lines); }
  void end_array() { close(']'); }

  void key(std::string_view name);

  void value(float number);
  void value(double number);
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void null();
  /// A number as the caller wrote it.
  void number(std::string_view text) {
    begin_value();
    text_ += text;
  }
  template <std::integral T>
  void value(T number) {
    begin_value();
    if constexpr (std::is_same_v<T, bool>) {
      text_ += number ? "true" : "false";
    } else if constexpr (std::is_signed_v<T>) {
      append_number(text_, static_cast<std::int64_t>(number));
    } else {
      append_number(text_, static_cast<std::uint64_t>(number));
    }
  }
  template <class T>
  void value(const std::optional<T>& number) {
    if (number) {
      value(*number);
    } else {
      null();
    }
  }
  /// All elements on one line.
  template <class T>
  void value(const std::vector<T>& elements) {
    begin_array(false);
    for (const T& element : elements) value(element);
    end_array();
  }

  /// A value that another writer of the right depth made.
  void written_value(std::string_view text);

  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }
  void null_member(std::string_view name) {
    key(name);
    null();
  }

  /// The document, with a line end, or the value. Everything opened must be closed.
  std::string take();

 private:
  void open(char bracket, bool lines);
  void close(char bracket);
  void begin_value();
  void new_line();

  struct Level {
    bool lines;
    bool empty = true;
  };
  std::size_t depth_;
  std::string text_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace qgpu::cli
