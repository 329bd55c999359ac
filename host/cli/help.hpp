#pragma once
#include <string>

#include "host/cli/command_table.hpp"

namespace qgpu::cli {

/// What `qgpu` and `qgpu --help` print.
std::string program_help();
/// What `qgpu COMMAND --help` prints.
std::string command_help(const CommandSpec& command);

/// man/qgpu.1.
std::string man_page();
/// completions/qgpu.bash, completions/_qgpu, completions/qgpu.fish. Throws Error kUsage for another shell.
std::string completion_script(const std::string& shell);

}  // namespace qgpu::cli
