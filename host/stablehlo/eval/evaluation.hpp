#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/eval/literal.hpp"
#include "host/stablehlo/ir/diagnostics.hpp"
#include "host/stablehlo/ir/ir.hpp"

namespace qgpu::stablehlo {

/// What a quantized op means.
enum class EvaluationMode {
  kSpec,  ///< the StableHLO specification (see interpreter.hpp)
  kMath,  ///< the reference interpreter: stablehlo-legalize-quant-to-math, then plain StableHLO
  kTosa,  ///< stablehlo-quant-legalize-to-tosa-rescale, its rescales in integers; ops that pass does not know as kSpec
};

struct EvaluationOptions {
  EvaluationMode mode = EvaluationMode::kSpec;
  bool double_round = false;  ///< kTosa: round as gemmlowp does
  bool exact_checks = false;
  bool use_device = false;  ///< the GPU, for the ops that have a kernel; the bits are the same
};

struct Evaluation {
  std::vector<Literal> results;  ///< of the types the function declares; quantized ones as stored integers
  std::vector<CheckOutcome> checks;
  std::set<std::string> cpu_ops;  ///< with use_device: the ops without a kernel
};

/// Parses and verifies, sub-channel types allowed. Nothing if there are errors.
std::optional<Module> read_runnable(const Source& source, Diagnostics& diagnostics);

/// The function to run: `name`, or the only one there is if the program has no function of that name. Throws a file
/// error if there is neither.
const Operation& entry_function(const Module& module, std::string_view name);

/// Runs a verified program. Refusals of a pass go to `diagnostics` and then a file error is thrown; so it is for an op
/// that cannot be evaluated and for arguments that do not fit.
Evaluation evaluate(const Module& module, std::string_view function, std::span<const Literal> arguments,
                    const EvaluationOptions& options, Diagnostics& diagnostics);

/// The ops that kMath computes otherwise than the specification asks, each as a warning at its place.
void warn_of_departures(const Module& module, Diagnostics& diagnostics);

/// How two evaluations of one result differ: in storage steps for integers and quantized elements, in units in the last
/// place for floats. NaN equals NaN.
struct Difference {
  std::int64_t differing = 0;
  std::int64_t max_steps = 0;
};
Difference compare_results(const Literal& a, const Literal& b);

}  // namespace qgpu::stablehlo
