#include <unordered_set>

#include "host/stablehlo/ir/op_definition.hpp"
#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

namespace qgpu::stablehlo {
namespace {

std::string counted(Arity arity, std::string_view what) {
  return fmt::format("{}{} {}{}", arity.count, arity.or_more ? " or more" : "", what,
                     arity.count == 1 && !arity.or_more ? "" : "s");
}

void verify_arity(const OpChecks& checks, const OpDefinition& definition) {
  const Operation& op = checks.op();
  if (!definition.regions.accepts(op.num_regions())) {
    if (definition.regions.count == 1 && !definition.regions.or_more) checks.fail_op("requires one region");
    checks.fail_op("requires {}", counted(definition.regions, "region"));
  }
  if (!definition.results.accepts(op.num_results()))
    checks.fail_op("expected {}, but found {}", counted(definition.results, "result"), op.num_results());
  if (!definition.operands.accepts(op.num_operands()))
    checks.fail_op("expected {}, but found {}", counted(definition.operands, "operand"), op.num_operands());
}

/// False if a rule was broken.
bool verify_op(const Operation& op, const VerifyOptions& options, Diagnostics& diagnostics) {
  const OpDefinition* definition = find_op_definition(op.name());
  if (!definition) return true;
  const OpChecks checks(op, options, diagnostics);
  try {
    verify_arity(checks, *definition);
    verify_attributes(checks);
    const bool beyond_stablehlo = verify_operand_types(checks);
    verify_elementwise(checks);
    verify_data_movement(checks);
    verify_quantized_movement(checks);
    verify_contraction(checks);
    verify_reduction(checks);
    verify_gather(checks);
    verify_scatter(checks);
    verify_control_flow(checks);
    if (beyond_stablehlo) diagnostics.warning(op.location(), "sub-channel types are beyond StableHLO");
    return true;
  } catch (const VerifyFailure&) {
    return false;
  }
}

/// What is wrong inside an op that is itself wrong is mostly the same mistake again.
void verify_tree(const Operation& op, const VerifyOptions& options, Diagnostics& diagnostics) {
  if (diagnostics.full() || !verify_op(op, options, diagnostics)) return;
  for (std::size_t r = 0; r < op.num_regions(); ++r)
    for (std::size_t b = 0; b < op.region(r).num_blocks(); ++b)
      for (const Operation& inner : std::as_const(op.region(r).block(b))) verify_tree(inner, options, diagnostics);
}

}  // namespace

bool verify(const Module& module, Diagnostics& diagnostics, const VerifyOptions& options) {
  const std::size_t errors_before = diagnostics.num_errors();
  verify_tree(module.op(), options, diagnostics);
  return diagnostics.num_errors() == errors_before;
}

}  // namespace qgpu::stablehlo
