#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "host/stablehlo/ir/attributes.hpp"

namespace qgpu::stablehlo {

std::string print_quoted(std::string_view bytes);        ///< "..", other than printable bytes as \HH
std::string print_symbol(const SymbolAttr& symbol);      ///< @name or @"any thing"
std::string print_integers(const Dimensions& values);    ///< [1, 2]
std::string print_dense(const DenseElements& elements);  ///< dense<..>, without the type
/// `{a = 1 : i64, b}`; `entries` in the order given.
std::string print_dictionary(const std::vector<NamedAttribute>& entries);
std::string print_dictionary(const AttributeDictionary& dictionary);
std::string print_conv_dimensions(const ConvDimensionsAttr& conv);   ///< [b, 0, f]x[0, i, o]->[b, 0, f]
std::string print_dot_algorithm(const DotAlgorithmAttr& algorithm);  ///< <lhs_precision_type = ..>

}  // namespace qgpu::stablehlo
