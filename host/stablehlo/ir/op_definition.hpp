#pragma once
#include <cstddef>
#include <string_view>

namespace qgpu::stablehlo {

/// How many operands, results or regions an op takes: exactly `count`, or at least that many.
struct Arity {
  int count = 0;
  bool or_more = false;
  bool accepts(std::size_t n) const {
    return or_more ? n >= static_cast<std::size_t>(count) : n == static_cast<std::size_t>(count);
  }
};

/// What is known of an op without running it.
struct OpDefinition {
  std::string_view name;
  /// The pretty form, in the notation of op_format.hpp; `@word` names one that has its own code; empty: generic only.
  std::string_view format;
  Arity operands;
  Arity results;
  Arity regions;
  /// Names of its own attributes, separated by blanks, those that may be missing with a `?`. They stand between `<{`
  /// and `}>` in the generic form; all others are extra and stand between `{` and `}`.
  std::string_view attributes;
  /// Names MLIR gives to several results when it prints them, or empty: %0:2.
  std::string_view result_names = {};

  bool owns_attribute(std::string_view attribute) const;
};

/// Null for an op that is not in the table.
const OpDefinition* find_op_definition(std::string_view name);

}  // namespace qgpu::stablehlo
