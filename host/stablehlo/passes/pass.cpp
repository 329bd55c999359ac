#include "host/stablehlo/passes/pass.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "host/stablehlo/passes/passes.hpp"
#include "qgpu/error.hpp"

namespace qgpu::stablehlo {
namespace {

struct Pass {
  std::string_view name;
  bool (*run)(Operation& function, Diagnostics& diagnostics);
};

constexpr std::array kPasses = {
    Pass{"stablehlo-legalize-qdq-to-quantized-op", legalize_qdq_to_quantized_op},
    Pass{"stablehlo-legalize-quantized-op-to-qdq", legalize_quantized_op_to_qdq},
    Pass{"stablehlo-legalize-quant-to-math", legalize_quant_to_math},
    Pass{"stablehlo-quant-legalize-to-tosa-rescale", legalize_quant_to_tosa_rescale},
    Pass{"tosa-rescale-legalize-to-stablehlo", legalize_tosa_rescale_to_stablehlo},
    Pass{"chlo-legalize-to-stablehlo", legalize_chlo_to_stablehlo},
    Pass{"canonicalize", canonicalize},
    Pass{"shape-legalize-to-stablehlo", legalize_shape_to_stablehlo},
    Pass{"stablehlo-canonicalize-dynamism", canonicalize_dynamism},
};

constexpr std::array<std::string_view, kPasses.size()> kNames = [] {
  std::array<std::string_view, kPasses.size()> names{};
  for (std::size_t i = 0; i < kPasses.size(); ++i) names[i] = kPasses[i].name;
  return names;
}();

constexpr std::array<std::string_view, 6> kQuantToMath = {
    "stablehlo-legalize-quant-to-math", "chlo-legalize-to-stablehlo",      "canonicalize",
    "shape-legalize-to-stablehlo",      "stablehlo-canonicalize-dynamism", "canonicalize"};

}  // namespace

std::span<const std::string_view> pass_names() { return kNames; }
std::span<const std::string_view> quant_to_math_pipeline() { return kQuantToMath; }

void require_pass_name(std::string_view name) {
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return;
  std::string known;
  for (const std::string_view each : kNames) known += (known.empty() ? "" : " ") + std::string(each);
  throw usage_error("--pass " + std::string(name) + ": expected one of " + known);
}

bool run_pass(Module& module, std::string_view name, Diagnostics& diagnostics) {
  require_pass_name(name);
  const auto pass = std::find_if(kPasses.begin(), kPasses.end(), [&](const Pass& p) { return p.name == name; });
  bool done = true;
  for (Operation* function : module.functions())
    if (has_body(*function)) done = pass->run(*function, diagnostics) && done;
  return done;
}

bool run_pipeline(Module& module, std::span<const std::string_view> names, Diagnostics& diagnostics) {
  return std::all_of(names.begin(), names.end(),
                     [&](std::string_view name) { return run_pass(module, name, diagnostics); });
}

}  // namespace qgpu::stablehlo
