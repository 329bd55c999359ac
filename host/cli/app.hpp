#pragma once
#include <string>
#include <vector>

namespace qgpu::cli {

/// Runs the program on the words after its name. Returns the exit code of what was done (0, or 1 for a check that
/// failed); throws qgpu::Error, and whatever the standard library throws.
int run_program(std::vector<std::string> arguments);

}  // namespace qgpu::cli
