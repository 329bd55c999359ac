#pragma once
#include <optional>

#include "host/cli/json_writer.hpp"
#include "host/stablehlo/eval/evaluation.hpp"

namespace qgpu::cli {

/// A result: type, numpy dtype, shape, and its values (flat, C order) unless there are more than 1000; with
/// `difference` also how another mode's result differs. Floats are written exactly, "nan" "inf" "-inf" as text, bf16 as
/// its bits.
void write_result(JsonWriter& json, const stablehlo::Literal& literal,
                  const std::optional<stablehlo::Difference>& difference);

void write_check(JsonWriter& json, const stablehlo::CheckOutcome& check);

}  // namespace qgpu::cli
