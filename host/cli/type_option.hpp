#pragma once
#include "host/cli/options.hpp"
#include "host/cli/scheme_words.hpp"
#include "host/stablehlo/ir/type_scheme.hpp"

namespace qgpu::cli {

/// What --type says, read before the tensor is known.
struct TypeChoice {
  stablehlo::QuantizedType type;
  stablehlo::TypeScheme meaning;
};

/// Reads --type. It stands in place of MODE and of every option that chooses parameters: with one of them, or with an
/// --order that is not the type's, throws Error kUsage; also for a text that is no type of this build.
TypeChoice read_type_option(const Options& options, const SchemeWords& words);

/// Refuses a tensor whose shape does not fit a per-axis type. Throws Error kUsage.
void check_type_fits(const stablehlo::QuantizedType& type, const TensorInfo& info);

}  // namespace qgpu::cli
