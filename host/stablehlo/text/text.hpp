#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/stablehlo/ir/diagnostics.hpp"
#include "host/stablehlo/ir/ir.hpp"

/// Text in, text out, and the rules of the language in between.
///
/// What a pretty form becomes (the names are MLIR's own, so the generic form of any op shows them):
///   constant: value (DenseAttr, of the storage type for a quantized result); compare: comparison_direction,
///   compare_type (EnumAttr); convert, element-wise: none; broadcast_in_dim: broadcast_dimensions; transpose:
///   permutation; reverse: dimensions; concatenate, get_dimension_size: dimension; iota: iota_dimension; slice:
///   start_indices, limit_indices, strides; dynamic_slice: slice_sizes; pad: edge_padding_low, edge_padding_high,
///   interior_padding; dot_general: dot_dimension_numbers, precision_config, algorithm; dot: precision_config;
///   convolution: dimension_numbers, window_strides, padding (DenseAttr tensor<Nx2xi64>), lhs_dilation, rhs_dilation,
///   window_reversal (array<i1>), feature_group_count, batch_group_count; the window keys stay absent where the text
///   leaves them out. reduce: dimensions, and one region whose block takes the accumulators, then the elements; the
///   short form `applies OP` makes that region too. while: regions cond and body. custom_call: call_target_name.
///   gather: dimension_numbers, slice_sizes, indices_are_sorted. tosa.const: values. tosa.rescale: as written.
///   check.expect_*_const: value, and tolerance. func.call: callee. func.func: sym_name, function_type.
namespace qgpu::stablehlo {

/// Reads one program. Without an enclosing `module` the functions are put in one. On errors (all that recovery finds
/// are in `diagnostics`) returns nothing. Checks syntax, names and types of operands, not the rules of the ops.
std::optional<Module> parse_module(const Source& source, Diagnostics& diagnostics);

struct VerifyOptions {
  /// Types with a scale for each block of a dimension are beyond StableHLO. Where they are allowed, they count as
  /// per-tensor ones if their blocks fit the tensor, all other rules hold, and each op that has one gets a warning.
  bool allow_sub_channel = false;
};
/// Checks every rule of every op that is known; unknown ops pass. True if no error was reported.
bool verify(const Module& module, Diagnostics& diagnostics, const VerifyOptions& options = {});

/// parse_module, then verify; nothing if either reports an error.
std::optional<Module> read_module(const Source& source, Diagnostics& diagnostics);

struct PrintOptions {
  bool generic = false;  ///< every op in its generic form
};
/// The canonical text, as MLIR prints it; ends in a newline.
std::string print_module(const Module& module, const PrintOptions& options = {});
/// One op as it would stand in print_module, its operands numbered within the op; for messages.
std::string print_operation(const Operation& op, const PrintOptions& options = {});

/// Reads a type that fills the whole text. On an error returns a null type and reports it.
Type parse_type(std::string_view text, Diagnostics& diagnostics);
std::string print_type(const Type& type);
std::string print_types(const std::vector<Type>& types);         ///< `T, T`
std::string print_result_types(const std::vector<Type>& types);  ///< `T`, `(T, T)` or `()`
std::string print_function_type(const FunctionType& type);       ///< `(T, T) -> T`
/// As in an attribute dictionary: `1 : i32`, `dense<1> : tensor<2xi8>`, ...
std::string print_attribute(const Attribute& attribute);

}  // namespace qgpu::stablehlo
