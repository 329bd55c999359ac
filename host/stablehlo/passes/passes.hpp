#pragma once
#include "host/stablehlo/ir/diagnostics.hpp"
#include "host/stablehlo/ir/ir.hpp"

/// The passes one by one, each over one function. False if the pass refused and said why.
namespace qgpu::stablehlo {

bool legalize_qdq_to_quantized_op(Operation& function, Diagnostics& diagnostics);
bool legalize_quantized_op_to_qdq(Operation& function, Diagnostics& diagnostics);
bool legalize_quant_to_math(Operation& function, Diagnostics& diagnostics);
bool legalize_quant_to_tosa_rescale(Operation& function, Diagnostics& diagnostics);
bool legalize_tosa_rescale_to_stablehlo(Operation& function, Diagnostics& diagnostics);
bool legalize_chlo_to_stablehlo(Operation& function, Diagnostics& diagnostics);
bool canonicalize(Operation& function, Diagnostics& diagnostics);
bool legalize_shape_to_stablehlo(Operation& function, Diagnostics& diagnostics);
bool canonicalize_dynamism(Operation& function, Diagnostics& diagnostics);

}  // namespace qgpu::stablehlo
