#include <CLI/CLI.hpp>
#include <memory>

#include "host/cli/command_paths.hpp"
#include "host/cli/stablehlo_command.hpp"

namespace qgpu::cli {
namespace {

struct PrintCommand {
  std::string file;
  std::string output;
  bool generic = false;
  bool split = false;

  int run() const {
    check_paths({{{"FILE", file}}, output_paths(output), true});
    const ProgramFile program(file, split);
    std::string text;
    bool failed = false;
    for (const stablehlo::Source& chunk : program.chunks()) {
      stablehlo::Diagnostics diagnostics;
      const auto module = stablehlo::read_module(chunk, diagnostics);
      write_diagnostics(diagnostics, chunk);
      failed = failed || !module;
      if (!module) continue;
      if (!text.empty()) text += kChunkSeparator;
      text += print_module(*module, {.generic = generic});
    }
    if (failed) return 3;
    write_text_output(output, text);
    return 0;
  }
};

}  // namespace

void add_stablehlo_print(CLI::App& stablehlo, int& exit_code) {
  auto command = std::make_shared<PrintCommand>();
  CLI::App& print = *stablehlo.add_subcommand("print", "Print a program in its canonical form");
  print.add_option("FILE", command->file, "StableHLO text; - is stdin")->type_name("")->required();
  print.add_flag("--generic", command->generic, "Every op in its generic form");
  print.add_flag("--split-input-file", command->split, "Pieces between // ----- lines are separate programs");
  print.add_option("-o", command->output, "Write the text to a file")->option_text("FILE");
  print.footer(
      "Example:\n  qgpu stablehlo print add.mlir --generic -o generic.mlir\n      the same program, every op spelt "
      "out");
  print.callback([command, &exit_code] { exit_code = command->run(); });
}

}  // namespace qgpu::cli
