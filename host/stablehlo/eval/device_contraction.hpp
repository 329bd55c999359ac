#pragma once
#include <optional>

#include "host/stablehlo/eval/interpreter.hpp"

namespace qgpu::stablehlo {

/// A fully quantized dot product or convolution of 8-bit or narrower operands on the GPU; nothing for other types.
std::optional<Literal> dot_on_device(const OpCall& call);
std::optional<Literal> convolution_on_device(const OpCall& call);

}  // namespace qgpu::stablehlo
