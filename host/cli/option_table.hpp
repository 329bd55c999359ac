#pragma once
#include <span>
#include <string_view>

namespace qgpu::cli {

/// One option, as parser, help, man page and completions know it.
struct OptionSpec {
  std::string_view name;        ///< `--axis`
  std::string_view short_name;  ///< `-q`, or empty
  std::string_view value;       ///< what its value is called, empty for a flag
  std::string_view help;        ///< one sentence
  std::string_view choices;     ///< the words it takes, separated by blanks, or empty
  bool is_file = false;         ///< completions offer files
};

/// Every option of every command.
std::span<const OptionSpec> option_table();

/// The option of this name (`--axis`). It must exist.
const OptionSpec& find_option(std::string_view name);

/// An option of the contract that this build does not have: every command refuses it with the word `unsupported`.
struct LaterOption {
  std::string_view name;
  std::string_view value;
  std::string_view lacks;  ///< what the build has not, after "unsupported: this build has no"
};
std::span<const LaterOption> later_options();

}  // namespace qgpu::cli
