#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/stablehlo/ir/ir.hpp"
#include "host/stablehlo/text/lexer.hpp"

// Internal to the reader. Parser knows tokens, types and attributes; OpParser (op_parser.hpp) adds ops.
namespace qgpu::stablehlo {

/// Thrown after the diagnostic was recorded; caught where reading can go on: at the next op.
struct ParseFailure {};

class Parser {
 public:
  Parser(const Source& source, Diagnostics& diagnostics);

  // Tokens.
  const Token& token() const { return token_; }
  bool at(std::string_view spelling) const { return token_.is(spelling); }
  bool at(TokenKind kind) const { return token_.is(kind); }
  void advance() { token_ = lexer_.next(); }
  bool consume(std::string_view spelling);  ///< true if it was there
  void expect(std::string_view spelling, std::string_view where = {});
  Token expect(TokenKind kind, std::string_view what);
  Location location() const { return lexer_.locate(token_.spelling.data()); }
  [[noreturn]] void fail(std::string message);
  [[noreturn]] void fail_at(Location at, std::string message);
  Diagnostics& diagnostics() { return diagnostics_; }

  /// `read` between commas, none or more, up to (and with) the closing punctuation.
  void list_until(std::string_view close, const std::function<void()>& read);

  // Types (type_parser.cpp, quantized_type_parser.cpp).
  Type type();
  std::vector<Type> type_list();            ///< `T, T`, one or more
  std::vector<Type> parenthesized_types();  ///< `(T, T)` or `()`
  FunctionType function_type();             ///< `(T) -> T` or `(T) -> (T, T)`
  std::vector<Type> result_types();         ///< `T` or `(T, T)`

  // Attributes (attribute_parser.cpp, dialect_attribute_parser.cpp, dense_literal_parser.cpp).
  Attribute attribute();
  Attribute dialect_attribute();
  /// `{a = 1, b}`; the brace is the current token.
  void attribute_dictionary(AttributeDictionary& into, bool properties);
  /// From `dense` on, with its type; a dictionary between the two is read into `between`.
  Attribute dense_literal(AttributeDictionary* between = nullptr);
  Attribute symbol();
  SymbolAttr symbol_name();
  std::int64_t integer();                    ///< with an optional minus
  std::vector<std::int64_t> integer_list();  ///< `[1, 2]`
  std::vector<std::int64_t> integers_until(std::string_view close);
  double number();  ///< float or integer with an optional minus, or hex bits of a double
  bool boolean();
  std::string word(std::string_view what);
  std::string string();

  // Aliases `#a = ..` and `!t = ..`.
  void alias_definition();

  /// Counts against the limit on what aliases may blow a text up to.
  void count(std::size_t nodes);
  /// Guards against nesting so deep that the stack would not bear it.
  class Depth {
   public:
    explicit Depth(Parser& parser);
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Parser& parser_;
  };

 protected:
  struct Alias {
    Type type;
    Attribute attribute;
    std::size_t nodes = 0;
  };
  Lexer lexer_;
  Token token_;
  Diagnostics& diagnostics_;

 private:
  friend class Depth;
  Attribute dot_dimensions();
  Type type_without_function();
  Type tensor();
  void dimensions(TensorType& tensor);
  std::optional<Type> builtin_type(std::string_view word) const;
  Type dialect_type();
  Type quantized();
  Type any_quantized();
  Type calibrated();
  unsigned storage(StorageSpelling& spelling);
  void storage_range(unsigned width, bool is_signed, std::int64_t& min, std::int64_t& max);
  Type expressed();
  void scale_list(QuantizedType& type);
  void scale_tensor(QuantizedType& type, std::size_t level);
  void scale_and_zero_point(QuantizedType& type);
  double scale_value(const QuantizedType& type);
  std::string balanced(const char* begin);
  Attribute numeric_attribute();
  Attribute dense_array();
  Attribute enum_attribute(std::string dialect, std::string name);
  Attribute struct_attribute(const std::string& name, const char* begin);
  void fields(const std::function<void(const std::string&)>& read);
  Attribute gather_dimensions();
  Attribute scatter_dimensions();
  Attribute result_accuracy();

 public:
  Attribute dot_algorithm();    ///< the fields up to the closing `>`
  Attribute conv_dimensions();  ///< `[b, 0, f]x[0, i, o]->[b, 0, f]`

 private:
  int depth_ = 0;
  std::size_t nodes_ = 0;
  std::unordered_map<std::string, Alias> aliases_;
};

}  // namespace qgpu::stablehlo
