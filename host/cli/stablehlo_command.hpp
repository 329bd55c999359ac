#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "host/cli/command_paths.hpp"
#include "host/stablehlo/text/text.hpp"

namespace CLI {
class App;
}
namespace qgpu {
class OutputSet;
}

namespace qgpu::cli {

/// Adds `stablehlo` and its five commands. A command runs in its CLI11 callback, writes to stdout and stderr, and sets
/// `exit_code` when it is not 0; qgpu::Error leaves it as an exception for main to render.
void add_stablehlo_command(CLI::App& app, int& exit_code);

// Each in stablehlo_<name>.cpp; `stablehlo` is the subcommand made by add_stablehlo_command.
void add_stablehlo_type(CLI::App& stablehlo, int& exit_code);
void add_stablehlo_check(CLI::App& stablehlo, int& exit_code);
void add_stablehlo_print(CLI::App& stablehlo, int& exit_code);
void add_stablehlo_opt(CLI::App& stablehlo, int& exit_code);
void add_stablehlo_run(CLI::App& stablehlo, int& exit_code);

/// The text of a program file and its chunks, which point into the text.
class ProgramFile {
 public:
  /// Reads all of `path` ("-" is stdin); one chunk, or with `split` those between `// -----` lines. Throws a file
  /// error.
  ProgramFile(const std::string& path, bool split);
  ProgramFile(const ProgramFile&) = delete;
  ProgramFile& operator=(const ProgramFile&) = delete;
  const std::vector<stablehlo::Source>& chunks() const { return chunks_; }

 private:
  std::string text_;
  std::vector<stablehlo::Source> chunks_;
};

/// Diagnostics of one chunk to stderr, in the order of the file.
void write_diagnostics(const stablehlo::Diagnostics& diagnostics, const stablehlo::Source& source);

/// The whole output of a command to `path`, replaced whole and at once, or to stdout if it is empty or "-". Throws a
/// file error.
void write_text_output(const std::string& path, std::string_view text);

/// The same together with the other outputs of a command.
void commit_text(OutputSet& outputs, const std::string& path, std::string_view text);

/// `-o FILE`, where it is given, for check_paths.
std::vector<NamedPath> output_paths(const std::string& path);

/// What separates the outputs of --split-input-file.
inline constexpr std::string_view kChunkSeparator = "// -----\n";

}  // namespace qgpu::cli
