#pragma once
#include <string>

#include "host/stablehlo/ir/diagnostics.hpp"

namespace qgpu::stablehlo {

/// MLIR's --verify-diagnostics: comments `expected-error@+1 {{text}}` (error, warning, remark, note; `-re` with
/// {{regular expressions}} in the text; `@+N`, `@-N`, `@above`, `@below` or nothing for the line) say which diagnostics
/// a chunk must give. Returns what is amiss: one error for each diagnostic nobody expected and each expectation without
/// one.
Diagnostics unmet_expectations(const Source& source, const Diagnostics& found);

}  // namespace qgpu::stablehlo
