#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "host/cli/command_table.hpp"

namespace qgpu::cli {

/// A command line taken apart, nothing in it understood yet.
struct CommandLine {
  enum class Wish {
    kRun,   ///< `command` on `words`, `values` and flags
    kHelp,  ///< of `command`, or of the program where it is null
    kVersion,
    kDone,  ///< a command that registers itself has run; `exit_code` is its answer
    kText,  ///< `text` is the help of a command that registers itself
  };
  Wish wish = Wish::kRun;
  const CommandSpec* command = nullptr;
  std::vector<std::string> words;
  std::map<std::string, std::string, std::less<>> values;  ///< by option name; a flag's value is empty
  int exit_code = 0;
  std::string text;
};

/// Parses the words after the program's name. Throws Error kUsage, with a suggestion where a word looks like a slip,
/// and kUsage with `unsupported` for options of the contract that this build lacks.
CommandLine parse_command_line(std::vector<std::string> arguments);

}  // namespace qgpu::cli
