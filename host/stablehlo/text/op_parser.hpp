#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "host/stablehlo/ir/ir.hpp"
#include "host/stablehlo/ir/op_definition.hpp"
#include "host/stablehlo/text/op_format.hpp"
#include "host/stablehlo/text/parser.hpp"

namespace qgpu::stablehlo {

/// A use of a value as it stands in the text.
struct OperandName {
  std::string name;        ///< with the %
  std::size_t number = 0;  ///< the k of %name#k
  Location location;
};

/// What is known of an op before it is made.
struct OpDraft {
  std::string name;
  Location location;
  std::vector<OperandName> operands;
  std::vector<Type> operand_types;
  std::vector<Type> result_types;
  AttributeDictionary attributes;
  std::vector<std::unique_ptr<Region>> regions;
};

/// Reads ops, blocks, functions and modules. After an error inside an op it goes on at the next line that looks like
/// one; values that the broken op would have defined are known but hold nothing, and whoever uses them is passed over
/// in silence, so that one mistake is one message.
class OpParser : public Parser {
 public:
  using Parser::Parser;
  std::optional<Module> module();

 private:
  struct Binding {
    std::vector<Value*> values;  ///< null where the op that defines them did not read
  };
  struct ResultName {
    std::string name;
    std::size_t count = 1;
    Location location;
  };
  using Scope = std::unordered_map<std::string, Binding>;

  // Structure (op_parser.cpp).
  void operation(Block& block);
  void operation_after_results(Block& block, const std::vector<ResultName>& names);
  void generic(OpDraft& draft);
  void recover();
  void skip_location();
  std::vector<ResultName> result_names();
  void bind_results(const std::vector<ResultName>& names, Operation* op);
  void bind(const std::string& name, Location at, std::vector<Value*> values);
  Value* find(const OperandName& name);
  Operation* finish(Block& block, OpDraft& draft, const std::vector<ResultName>& names);
  void check_structure(const OpDraft& draft);
  OperandName operand();
  std::vector<OperandName> operands_until(std::string_view close);
  /// `{ ops }` with the entry block's arguments already named, or none.
  std::unique_ptr<Region> region(const std::vector<std::pair<OperandName, Type>>& arguments, bool isolated = false);
  void block_body(Block& block);
  void block_label(Block& block);

  // Pretty forms (pretty_parser.cpp).
  void pretty(OpDraft& draft, const OpDefinition& definition);
  void formatted(OpDraft& draft, const OpDefinition& definition);
  void attribute_directive(OpDraft& draft, const Directive& directive);
  void types(OpDraft& draft, TypeClause clause);
  void functional_types(OpDraft& draft);
  void optional_attributes(OpDraft& draft);
  bool more_operands();

  // Forms with code of their own (special_forms_parser.cpp, region_forms_parser.cpp).
  void special(OpDraft& draft, std::string_view form);
  void module_form(OpDraft& draft);
  void function_form(OpDraft& draft);
  void call_form(OpDraft& draft);
  void call_indirect_form(OpDraft& draft);
  void constant_form(OpDraft& draft);
  void slice_form(OpDraft& draft);
  void reduce_precision_form(OpDraft& draft);
  void dot_general_form(OpDraft& draft);
  void convolution_form(OpDraft& draft);
  void convolution_window(OpDraft& draft);
  void optimization_barrier_form(OpDraft& draft);
  void while_form(OpDraft& draft);
  void reduce_form(OpDraft& draft);
  std::unique_ptr<Region> short_reducer(const std::string& op_name, const Type& element, Location at);
  void custom_call_form(OpDraft& draft);
  void composite_form(OpDraft& draft);
  void assuming_form(OpDraft& draft);
  void extract_form(OpDraft& draft);
  Attribute enum_value(std::string_view name);
  Attribute enum_list(std::string_view name);

  std::vector<Scope> scopes_;
  std::vector<std::size_t> isolation_;  ///< scopes below this index are not visible
};

}  // namespace qgpu::stablehlo
