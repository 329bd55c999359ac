#pragma once
#include <string>

#include "host/cli/command_table.hpp"

namespace qgpu::cli {

/// What `qgpu` and `qgpu --help` print.
std::string program_help();
/// What `qgpu COMMAND --help` prints.
std::string command_help(const CommandSpec& command);

/// The man page, qgpu(1), as troff.
std::string man_page();
/// Completions for `bash`, `zsh` or `fish`. Throws Error kUsage for another shell.
std::string completion_script(const std::string& shell);

}  // namespace qgpu::cli
