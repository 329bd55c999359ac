#include "host/cli/program_output.hpp"

#include <fmt/format.h>

#include "qgpu/error.hpp"

namespace qgpu::cli {

void ProgramOutput::check(const GroupedTensor& tensor, const Scheme& scheme) {
  stablehlo::check_has_type(scheme, tensor.info);
  if (tensor.omits_arrays()) {
    throw usage_error(
        fmt::format("--emit-stablehlo: expected at most {} groups, as their scales are in the type; found {}",
                    kMostGroupsInJson, tensor.num_groups));
  }
}

void ProgramOutput::finish(const ParameterChoice& choice, const GroupedTensor& tensor, const Parameters& parameters) {
  if (choice.type) return program_.finish(choice.type->type);
  const Parameters ordered{
      in_parameter_order(tensor, [&](std::uint64_t group) { return parameters.scale_of(group); }),
      in_parameter_order(tensor, [&](std::uint64_t group) { return parameters.zero_point_of(group); })};
  program_.finish(stablehlo::type_of_scheme(choice.scheme, tensor.info, ordered));
}

}  // namespace qgpu::cli
