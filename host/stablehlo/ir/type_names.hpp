#pragma once
#include <optional>
#include <string_view>

#include "host/stablehlo/ir/types.hpp"

namespace qgpu::stablehlo {

std::string_view float_type_name(FloatKind kind);  ///< "f8E4M3FN"
std::optional<FloatKind> float_kind_named(std::string_view name);

}  // namespace qgpu::stablehlo
