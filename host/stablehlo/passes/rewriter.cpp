#include "host/stablehlo/passes/rewrite.hpp"
#include "qgpu/error.hpp"

namespace qgpu::stablehlo {

Value* Rewriter::converted(Value* value) const {
  // What replaced a value may have been replaced in turn.
  for (auto found = converted_.find(value); found != converted_.end(); found = converted_.find(value))
    value = found->second;
  return value;
}

std::vector<Value*> Rewriter::converted(std::span<Value* const> values) const {
  std::vector<Value*> result;
  result.reserve(values.size());
  for (Value* value : values) result.push_back(converted(value));
  return result;
}

Outcome Rewriter::replace_with(std::span<Value* const> values) {
  if (values.size() != op_.num_results())
    throw internal_error("stablehlo: a pattern replaced " + std::to_string(op_.num_results()) + " results of " +
                         op_.name() + " by " + std::to_string(values.size()));
  replacements_.assign(values.begin(), values.end());
  return Outcome::kRewritten;
}

Outcome Rewriter::refuse(std::string message) {
  diagnostics_.error(op_.location(), std::move(message));
  return Outcome::kRefused;
}

}  // namespace qgpu::stablehlo
