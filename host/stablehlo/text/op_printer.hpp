#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "host/stablehlo/ir/ir.hpp"
#include "host/stablehlo/ir/op_definition.hpp"
#include "host/stablehlo/text/attribute_printer.hpp"
#include "host/stablehlo/text/op_format.hpp"
#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/text/value_names.hpp"

namespace qgpu::stablehlo {

/// Writes ops as MLIR does. The counterpart of OpParser, file by file.
class OpPrinter {
 public:
  OpPrinter(const Operation& root, const PrintOptions& options) : options_(options), names_(root, options.generic) {}
  /// The op with its results, without a line end; nested lines are indented from `indent` on.
  void print(const Operation& op, std::size_t indent);
  std::string take() { return std::move(text_); }

 private:
  // op_printer.cpp
  void generic(const Operation& op, std::size_t indent);
  void region(const Region& region, std::size_t indent, bool with_arguments);
  void operands(const Operation& op, std::size_t first = 0, std::size_t count = std::string::npos);

  void functional_types(const Operation& op);
  /// The op's attributes but those named and those of a default value; ` {..}`, or nothing.
  void attributes(const Operation& op, std::initializer_list<std::string_view> shown, std::string_view before = " ");
  void attributes_except(const Operation& op, const std::vector<std::string_view>& shown,
                         std::string_view before = " ");
  void value(const Value* value) { text_ += names_.of(value); }

  // pretty_printer.cpp
  static bool is_default(std::string_view name, const Attribute& value, const Operation& op);
  static bool fits_format(const Operation& op, const OpDefinition& definition);
  void formatted(const Operation& op, const OpDefinition& definition);
  void directive(const Operation& op, const Directive& directive);
  void types(const Operation& op, TypeClause clause);

  // special_forms_printer.cpp, region_forms_printer.cpp
  bool special(const Operation& op, std::string_view form, std::size_t indent);
  void module(const Operation& op, std::size_t indent);
  void function(const Operation& op, std::size_t indent);
  void call(const Operation& op);
  void call_indirect(const Operation& op);
  bool constant(const Operation& op);
  bool slice(const Operation& op);
  bool reduce_precision(const Operation& op);
  bool dot_general(const Operation& op);
  bool convolution(const Operation& op);
  void optimization_barrier(const Operation& op);
  void loop_variables(const Operation& op);
  bool while_loop(const Operation& op, std::size_t indent);
  bool reduce(const Operation& op, std::size_t indent);
  bool custom_call(const Operation& op);
  bool composite(const Operation& op);
  void assuming(const Operation& op, std::size_t indent);
  void extract(const Operation& op);

  PrintOptions options_;
  ValueNames names_;
  std::string text_;
};

}  // namespace qgpu::stablehlo
