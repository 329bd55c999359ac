#pragma once
#include <span>
#include <string_view>

#include "host/stablehlo/ir/diagnostics.hpp"
#include "host/stablehlo/ir/ir.hpp"

/// Passes over a program, by the names StableHLO gives them.
namespace qgpu::stablehlo {

/// Every name run_pass knows, in the order in which a program meets them.
std::span<const std::string_view> pass_names();

/// Throws a usage error, which names the known ones, for any other name.
void require_pass_name(std::string_view name);

/// Runs one pass over every function. False if it had to refuse: the reasons are in `diagnostics`, with the
/// reference's wording, and the program is then good for nothing but destruction. The result is not verified.
/// Throws a usage error for an unknown name.
bool run_pass(Module& module, std::string_view name, Diagnostics& diagnostics);

/// Passes in order, up to the first that refuses.
bool run_pipeline(Module& module, std::span<const std::string_view> names, Diagnostics& diagnostics);

/// What the reference's evaluator runs on a quantized program: leaves plain StableHLO over integers and floats.
std::span<const std::string_view> quant_to_math_pipeline();

}  // namespace qgpu::stablehlo
