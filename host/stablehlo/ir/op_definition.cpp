#include "host/stablehlo/ir/op_definition.hpp"

#include <string>
#include <unordered_map>

namespace qgpu::stablehlo {
namespace {

constexpr Arity k0{0}, k1{1}, k2{2}, k3{3}, k4{4}, k5{5};
constexpr Arity kAny{0, true}, k1OrMore{1, true}, k2OrMore{2, true};

constexpr std::string_view kUnary = "$0 {} :same";
constexpr std::string_view kBinary = "$0 , $1 {} :same";
constexpr std::string_view kFunctional = "$* {} :fn";
constexpr std::string_view kReturn = "$* {} :operands";
constexpr std::string_view kAccuracy = "result_accuracy?";
constexpr std::string_view kConvAttributes =
    "dimension_numbers feature_group_count batch_group_count window_strides? padding? lhs_dilation? rhs_dilation? "
    "window_reversal? precision_config?";

// Name, pretty form, operands, results, regions, attributes.
constexpr OpDefinition kStablehlo[] = {
    {"stablehlo.abs", kUnary, k1, k1, k0, ""},
    {"stablehlo.cbrt", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.ceil", kUnary, k1, k1, k0, ""},
    {"stablehlo.convert", kUnary, k1, k1, k0, ""},
    {"stablehlo.cosine", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.count_leading_zeros", kUnary, k1, k1, k0, ""},
    {"stablehlo.exponential", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.exponential_minus_one", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.floor", kUnary, k1, k1, k0, ""},
    {"stablehlo.imag", kUnary, k1, k1, k0, ""},
    {"stablehlo.is_finite", kFunctional, k1, k1, k0, ""},
    {"stablehlo.log", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.log_plus_one", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.logistic", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.negate", kUnary, k1, k1, k0, ""},
    {"stablehlo.not", kUnary, k1, k1, k0, ""},
    {"stablehlo.popcnt", kUnary, k1, k1, k0, ""},
    {"stablehlo.real", kUnary, k1, k1, k0, ""},
    {"stablehlo.round_nearest_afz", kUnary, k1, k1, k0, ""},
    {"stablehlo.round_nearest_even", kUnary, k1, k1, k0, ""},
    {"stablehlo.rsqrt", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.sign", kUnary, k1, k1, k0, ""},
    {"stablehlo.sine", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.sqrt", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.tan", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.tanh", kUnary, k1, k1, k0, kAccuracy},
    {"stablehlo.uniform_dequantize", kUnary, k1, k1, k0, ""},
    {"stablehlo.uniform_quantize", kUnary, k1, k1, k0, ""},
    {"stablehlo.add", kBinary, k2, k1, k0, ""},
    {"stablehlo.and", kBinary, k2, k1, k0, ""},
    {"stablehlo.atan2", kBinary, k2, k1, k0, ""},
    {"stablehlo.divide", kBinary, k2, k1, k0, ""},
    {"stablehlo.maximum", kBinary, k2, k1, k0, ""},
    {"stablehlo.minimum", kBinary, k2, k1, k0, ""},
    {"stablehlo.multiply", kBinary, k2, k1, k0, ""},
    {"stablehlo.or", kBinary, k2, k1, k0, ""},
    {"stablehlo.power", kBinary, k2, k1, k0, ""},
    {"stablehlo.remainder", kBinary, k2, k1, k0, ""},
    {"stablehlo.shift_left", kBinary, k2, k1, k0, ""},
    {"stablehlo.shift_right_arithmetic", kBinary, k2, k1, k0, ""},
    {"stablehlo.shift_right_logical", kBinary, k2, k1, k0, ""},
    {"stablehlo.subtract", kBinary, k2, k1, k0, ""},
    {"stablehlo.xor", kBinary, k2, k1, k0, ""},
    {"stablehlo.clamp", "$0 , $1 , $2 {} :same", k3, k1, k0, ""},
    {"stablehlo.complex", "$0 , $1 {} :complex", k2, k1, k0, ""},
    {"stablehlo.compare",
     "enum:comparison_direction:comparison_direction , $0 , $1 ?( , enum:compare_type:comparison_type )? {} :fn", k2,
     k1, k0, "comparison_direction compare_type?"},
    {"stablehlo.select", "$0 , $1 , $2 {} :select", k3, k1, k0, ""},
    {"stablehlo.reduce_precision", "@reduce_precision", k1, k1, k0, "exponent_bits mantissa_bits"},
    {"stablehlo.constant", "@constant", k0, k1, k0, "value"},
    {"stablehlo.iota", "dim = int:iota_dimension {} :result", k0, k1, k0, "iota_dimension"},
    {"stablehlo.dynamic_iota", "$0 , dim = int:iota_dimension {} :fn", k1, k1, k0, "iota_dimension"},
    {"stablehlo.reshape", kFunctional, k1, k1, k0, ""},
    {"stablehlo.bitcast_convert", kFunctional, k1, k1, k0, ""},
    {"stablehlo.dynamic_reshape", kFunctional, k2, k1, k0, ""},
    {"stablehlo.broadcast", "$0 , sizes = list:broadcast_sizes {} :fn", k1, k1, k0, "broadcast_sizes"},
    {"stablehlo.broadcast_in_dim", "$0 , dims = list:broadcast_dimensions {} :fn", k1, k1, k0, "broadcast_dimensions"},
    {"stablehlo.dynamic_broadcast_in_dim", "$0 , $1 , dims = list:broadcast_dimensions {} :fn", k2, k1, k0,
     "broadcast_dimensions known_expanding_dimensions? known_nonexpanding_dimensions?"},
    {"stablehlo.transpose", "$0 , dims = list:permutation {} :fn", k1, k1, k0, "permutation"},
    {"stablehlo.reverse", "$0 , dims = list:dimensions {} :same", k1, k1, k0, "dimensions"},
    {"stablehlo.concatenate", "$* , dim = int:dimension {} :fn", k1OrMore, k1, k0, "dimension"},
    {"stablehlo.slice", "@slice", k1, k1, k0, "start_indices limit_indices strides"},
    {"stablehlo.dynamic_slice", "$* , sizes = list:slice_sizes {} :fn", k1OrMore, k1, k0, "slice_sizes"},
    {"stablehlo.dynamic_update_slice", kFunctional, k2OrMore, k1, k0, ""},
    {"stablehlo.real_dynamic_slice", kFunctional, k4, k1, k0, ""},
    {"stablehlo.pad",
     "$0 , $1 , low = list:edge_padding_low , high = list:edge_padding_high , interior = list:interior_padding {} :fn",
     k2, k1, k0, "edge_padding_low edge_padding_high interior_padding"},
    {"stablehlo.dynamic_pad", kFunctional, k5, k1, k0, ""},
    {"stablehlo.gather", "", k2, k1, k0, "dimension_numbers slice_sizes indices_are_sorted?"},
    {"stablehlo.dynamic_gather", "", k3, k1, k0, "dimension_numbers indices_are_sorted?"},
    {"stablehlo.scatter", "", Arity{3, true}, k1OrMore, k1,
     "scatter_dimension_numbers indices_are_sorted? unique_indices?"},
    {"stablehlo.get_dimension_size", "$0 , dim = int:dimension {} :fn", k1, k1, k0, "dimension"},
    {"stablehlo.set_dimension_size", "$0 , $1 , dim = int:dimension {} :fn", k2, k1, k0, "dimension"},
    {"stablehlo.cholesky", "$0 ?( , lower = bool:lower )? {} :same", k1, k1, k0, "lower?"},
    {"stablehlo.triangular_solve", "", k2, k1, k0, "left_side lower unit_diagonal transpose_a"},
    {"stablehlo.dot", "$0 , $1 ?( , precision = enums:precision_config:precision )? {} :fn", k2, k1, k0,
     "precision_config?"},
    {"stablehlo.dot_general", "@dot_general", k2, k1, k0, "dot_dimension_numbers precision_config? algorithm?"},
    {"stablehlo.convolution", "@convolution", k2, k1, k0, kConvAttributes},
    {"stablehlo.dynamic_conv", "", k3, k1, k0, kConvAttributes},
    {"stablehlo.einsum", "$0 , $1 , config = string:einsum_config {} :fn", k2, k1, k0, "einsum_config"},
    {"stablehlo.unary_einsum", "$0 , config = string:einsum_config {} :fn", k1, k1, k0, "einsum_config"},
    {"stablehlo.fft", "$0 , type = enum:fft_type:fft_type , length = list:fft_length {} :fn", k1, k1, k0,
     "fft_type fft_length"},
    {"stablehlo.batch_norm_grad", "", k5, k3, k0, "epsilon feature_index", "grad_operand grad_scale grad_offset"},
    {"stablehlo.batch_norm_inference", "", k5, k1, k0, "epsilon feature_index"},
    {"stablehlo.batch_norm_training", "", k3, k3, k0, "epsilon feature_index", "output batch_mean batch_var"},
    {"stablehlo.rng", "$0 , $1 , $2 , distribution = enum:rng_distribution:rng_distribution {} :fn", k3, k1, k0,
     "rng_distribution"},
    {"stablehlo.rng_bit_generator", "$0 , algorithm = enum:rng_algorithm:rng_algorithm {} :fn", k1, k2, k0,
     "rng_algorithm", "output_state output"},
    {"stablehlo.torch_index_select", "", k2, k1, k0, "dim batch_dims"},
    {"stablehlo.tuple", "$* {} :tuple", kAny, k1, k0, ""},
    {"stablehlo.get_tuple_element", "$0 [ int32:index ] {} :fn", k1, k1, k0, "index"},
    {"stablehlo.optimization_barrier", "@optimization_barrier", kAny, kAny, k0, ""},
    {"stablehlo.return", kReturn, kAny, k0, k0, ""},
    {"stablehlo.if", "", k1, kAny, k2, ""},
    {"stablehlo.case", "", k1, kAny, Arity{1, true}, ""},
    {"stablehlo.while", "@while", kAny, kAny, k2, ""},
    {"stablehlo.map", "", k1OrMore, k1, k1, "dimensions"},
    {"stablehlo.reduce", "@reduce", kAny, kAny, k1, "dimensions"},
    {"stablehlo.reduce_window", "", kAny, kAny, k1,
     "window_dimensions window_strides? base_dilations? window_dilations? padding?"},
    {"stablehlo.select_and_scatter", "", k3, k1, k2, "window_dimensions? window_strides? padding?"},
    {"stablehlo.sort", "", k1OrMore, k1OrMore, k1, "dimension? is_stable?"},
    {"stablehlo.custom_call", "@custom_call", kAny, kAny, k0,
     "call_target_name has_side_effect? backend_config? api_version? called_computations? operand_layouts? "
     "result_layouts? output_operand_aliases?"},
    {"stablehlo.composite", "@composite", kAny, kAny, kAny, "name decomposition composite_attributes? version?"},
    {"stablehlo.replica_id", "{} :result", k0, k1, k0, ""},
    {"stablehlo.partition_id", "{} :result", k0, k1, k0, ""},
    {"stablehlo.create_token", "{} :result", k0, k1, k0, ""},
    {"stablehlo.after_all", "$* {} :same_variadic", kAny, k1, k0, ""},
    {"stablehlo.all_gather", "", k1OrMore, k1OrMore, k0,
     "all_gather_dim replica_groups channel_handle? use_global_device_ids?"},
    {"stablehlo.all_reduce", "", k1OrMore, k1OrMore, k1, "replica_groups channel_handle? use_global_device_ids?"},
    {"stablehlo.all_to_all", "", k1OrMore, k1OrMore, k0,
     "split_dimension concat_dimension split_count replica_groups channel_handle?"},
    {"stablehlo.collective_broadcast", "", k1, k1, k0, "replica_groups channel_handle?"},
    {"stablehlo.collective_permute", "", k1, k1, k0, "source_target_pairs channel_handle?"},
    {"stablehlo.cross-replica-sum", "", k1, k1, k0, "replica_groups"},
    {"stablehlo.reduce_scatter", "", k1, k1, k1,
     "scatter_dimension replica_groups channel_handle? use_global_device_ids?"},
    {"stablehlo.infeed", "", k1, k1OrMore, k0, "infeed_config? layout?"},
    {"stablehlo.outfeed", "", k1OrMore, k1, k0, "outfeed_config?"},
    {"stablehlo.recv", "", k1, k1OrMore, k0, "channel_handle is_host_transfer? source_target_pairs?"},
    {"stablehlo.send", "", k1OrMore, k1, k0, "channel_handle is_host_transfer? source_target_pairs?"},
    {"stablehlo.async_start", "", kAny, k1, k1, ""},
    {"stablehlo.async_done", "", k1, kAny, k0, ""},
};

constexpr std::string_view kChloUnary = "$0 {} :chlo";
constexpr std::string_view kChloBinary = "$0 , $1 {} :list_arrow";
constexpr std::string_view kBroadcast = "$0 , $1 {} :fn";
constexpr std::string_view kBroadcastAttributes = "broadcast_dimensions?";

constexpr OpDefinition kChlo[] = {
    {"chlo.acos", kChloUnary, k1, k1, k0, ""},
    {"chlo.acosh", kChloUnary, k1, k1, k0, ""},
    {"chlo.asin", kChloUnary, k1, k1, k0, ""},
    {"chlo.asinh", kChloUnary, k1, k1, k0, ""},
    {"chlo.atan", kChloUnary, k1, k1, k0, ""},
    {"chlo.atanh", kChloUnary, k1, k1, k0, ""},
    {"chlo.bessel_i1e", kChloUnary, k1, k1, k0, ""},
    {"chlo.conj", kChloUnary, k1, k1, k0, ""},
    {"chlo.cosh", kChloUnary, k1, k1, k0, ""},
    {"chlo.digamma", kChloUnary, k1, k1, k0, ""},
    {"chlo.erf", kChloUnary, k1, k1, k0, ""},
    {"chlo.erf_inv", kChloUnary, k1, k1, k0, ""},
    {"chlo.erfc", kChloUnary, k1, k1, k0, ""},
    {"chlo.is_inf", kChloUnary, k1, k1, k0, ""},
    {"chlo.is_neg_inf", kChloUnary, k1, k1, k0, ""},
    {"chlo.is_pos_inf", kChloUnary, k1, k1, k0, ""},
    {"chlo.lgamma", kChloUnary, k1, k1, k0, ""},
    {"chlo.sinh", kChloUnary, k1, k1, k0, ""},
    {"chlo.square", kChloUnary, k1, k1, k0, ""},
    {"chlo.tan", kChloUnary, k1, k1, k0, ""},
    {"chlo.next_after", kChloBinary, k2, k1, k0, ""},
    {"chlo.polygamma", kChloBinary, k2, k1, k0, ""},
    {"chlo.zeta", kChloBinary, k2, k1, k0, ""},
    {"chlo.mulhi", kChloBinary, k2, k1, k0, ""},
    {"chlo.broadcast_add", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_and", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_atan2", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_compare", kBroadcast, k2, k1, k0, "broadcast_dimensions? comparison_direction compare_type?"},
    {"chlo.broadcast_complex", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_divide", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_maximum", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_minimum", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_multiply", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_next_after", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_or", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_polygamma", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_power", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_remainder", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_select", "$0 , $1 , $2 {} :fn", k3, k1, k0, ""},
    {"chlo.broadcast_shift_left", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_shift_right_arithmetic", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_shift_right_logical", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_subtract", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_xor", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.broadcast_zeta", kBroadcast, k2, k1, k0, kBroadcastAttributes},
    {"chlo.constant", "dense:value {} @end", k0, k1, k0, "value"},
    {"chlo.constant_like", "", k1, k1, k0, "value"},
    {"chlo.ragged_dot", "", k3, k1, k0, "ragged_dot_dimension_numbers precision_config?"},
    {"chlo.top_k", "( $0 , k = int:k ) {} :chlo", k1, k2, k0, "k", "values indices"},
};

// Dialects that programs around StableHLO bring along: functions, checks, shapes, TOSA.
constexpr OpDefinition kOthers[] = {
    {"builtin.module", "@module", k0, k0, k1, "sym_name? sym_visibility?"},
    {"builtin.unrealized_conversion_cast", "$* {} :to", kAny, kAny, k0, ""},
    {"func.func", "@func", k0, k0, k1, "sym_name function_type sym_visibility? arg_attrs? res_attrs? no_inline?"},
    {"func.return", kReturn, kAny, k0, k0, ""},
    {"func.call", "@call", kAny, kAny, k0, "callee arg_attrs? res_attrs? no_inline?"},
    {"func.call_indirect", "@call_indirect", k1OrMore, kAny, k0, "arg_attrs? res_attrs?"},
    {"func.constant", "{} symbol:value :result", k0, k1, k0, "value"},
    {"check.expect_eq", "$0 , $1 {} :first", k2, k0, k0, ""},
    {"check.expect_eq_const", "$0 , dense:value {} @end", k1, k0, k0, "value"},
    {"check.expect_almost_eq", "$0 , $1 {} :first", k2, k0, k0, "tolerance?"},
    {"check.expect_almost_eq_const", "$0 , dense:value {} @end", k1, k0, k0, "value tolerance?"},
    {"check.expect_close", "$0 , $1 {} :fn", k2, k0, k0, "max_ulp_difference? min_ulp_difference?"},
    {"check.expect_serialized_eq", "$0 {} :first", k1, k0, k0, "probe_id iteration?"},
    {"shape.shape_of", "$0 {} :chlo", k1, k1, k0, ""},
    {"shape.num_elements", "$0 {} :chlo", k1, k1, k0, ""},
    {"shape.broadcast", "$* {} :list_arrow", k2OrMore, k1, k0, "error?"},
    {"shape.cstr_broadcastable", "$* {} :witness", k2OrMore, k1, k0, ""},
    {"shape.cstr_eq", "$* {} :witness", kAny, k1, k0, ""},
    {"shape.const_shape", "{} ints:shape :result", k0, k1, k0, "shape"},
    {"shape.const_witness", "{} bool:passing @witness_end", k0, k1, k0, "passing"},
    {"shape.assuming", "@assuming", k1, kAny, k1, ""},
    {"shape.assuming_yield", kReturn, kAny, k0, k0, ""},
    {"shape.to_extent_tensor", "$0 {} :chlo", k1, k1, k0, ""},
    {"tensor.dim", "$0 , $1 {} :dim", k2, k1, k0, ""},
    {"tensor.cast", "$0 {} :to", k1, k1, k0, ""},
    {"tensor.extract", "@extract", k1OrMore, k1, k0, ""},
    {"tensor.from_elements", "$* {} :from_elements", kAny, k1, k0, ""},
    {"arith.constant", "{} typed:value @end", k0, k1, k0, "value"},
    {"arith.addi", "$0 , $1 {} :one", k2, k1, k0, "overflowFlags?"},
    {"arith.subi", "$0 , $1 {} :one", k2, k1, k0, "overflowFlags?"},
    {"arith.muli", "$0 , $1 {} :one", k2, k1, k0, "overflowFlags?"},
    {"arith.maxsi", "$0 , $1 {} :one", k2, k1, k0, ""},
    {"arith.minsi", "$0 , $1 {} :one", k2, k1, k0, ""},
    {"arith.index_cast", "$0 {} :to", k1, k1, k0, ""},
    {"arith.extsi", "$0 {} :to", k1, k1, k0, ""},
    {"arith.trunci", "$0 {} :to", k1, k1, k0, "overflowFlags?"},
    {"tosa.const", "", k0, k1, k0, "values"},
    {"tosa.rescale", kFunctional, k5, k1, k0, "input_unsigned output_unsigned per_channel rounding_mode scale32"},
    {"quant.qcast", "$0 {} :to", k1, k1, k0, ""},
    {"quant.dcast", "$0 {} :to", k1, k1, k0, ""},
    {"quant.scast", "$0 {} :to", k1, k1, k0, ""},
};

using Table = std::unordered_map<std::string_view, const OpDefinition*>;

const Table& table() {
  static const Table all = [] {
    Table made;
    for (const OpDefinition& op : kStablehlo) made[op.name] = &op;
    for (const OpDefinition& op : kChlo) made[op.name] = &op;
    for (const OpDefinition& op : kOthers) made[op.name] = &op;
    return made;
  }();
  return all;
}

}  // namespace

bool OpDefinition::owns_attribute(std::string_view attribute) const {
  std::string_view rest = attributes;
  while (!rest.empty()) {
    std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (word.ends_with('?')) word.remove_suffix(1);
    if (word == attribute) return true;
  }
  return false;
}

const OpDefinition* find_op_definition(std::string_view name) {
  const auto found = table().find(name);
  return found == table().end() ? nullptr : found->second;
}

}  // namespace qgpu::stablehlo
