#pragma once
#include <optional>
#include <string>
#include <vector>

#include "host/stablehlo/eval/interpreter.hpp"

namespace qgpu::stablehlo {

/// Makes GPU `ordinal` the one that the ops of this thread run on; false, and why, if it is not usable.
bool take_device(int ordinal, std::string& reason);

/// Evaluates an op on the GPU if there is a kernel for its types; nothing otherwise. Where it does, the bits are those
/// of the CPU: the kernels call the same functions, and the answers of transcendental ops come from a table of all
/// codes that the CPU makes. Throws a device error for a device that fails.
std::optional<std::vector<Literal>> run_on_device(const OpCall& call);

}  // namespace qgpu::stablehlo
