#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "host/cli/command_paths.hpp"
#include "host/cli/stablehlo_command.hpp"
#include "host/cli/suggestion.hpp"
#include "host/stablehlo/passes/pass.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

struct OptCommand {
  std::string file;
  std::string output;
  std::vector<std::string> lists;  ///< one string for each --pass
  bool split = false;

  /// The passes in the order of the command line, whether named by --pass or by an option of their own.
  std::vector<std::string> passes_in_order(const CLI::App& command) const {
    const auto known = stablehlo::pass_names();
    std::vector<std::string> passes;
    auto list = lists.begin();
    for (const CLI::Option* option : command.parse_order()) {
      const std::string name = option->get_single_name();
      if (name == "pass") {
        std::stringstream names(*list++);
        for (std::string each; std::getline(names, each, ',');) passes.push_back(each);
      } else if (std::ranges::find(known, name) != known.end()) {
        passes.push_back(name);
      }
    }
    for (const std::string& name : passes) {
      if (std::ranges::find(known, name) != known.end()) continue;
      throw usage_error(
          fmt::format("--pass: expected {}, found '{}'{}", fmt::join(known, ", "), name, suggestion(name, known)));
    }
    return passes;
  }

  int run(const CLI::App& command) const {
    const std::vector<std::string> passes = passes_in_order(command);
    const std::vector<std::string_view> names(passes.begin(), passes.end());
    check_paths({{{"FILE", file}}, output_paths(output), true});
    const ProgramFile program(file, split);
    std::string text;
    bool failed = false;
    for (const stablehlo::Source& chunk : program.chunks()) {
      stablehlo::Diagnostics diagnostics;
      auto module = stablehlo::read_module(chunk, diagnostics);
      const bool done = module && run_pipeline(*module, names, diagnostics) && verify(*module, diagnostics);
      write_diagnostics(diagnostics, chunk);
      failed = failed || !done;
      if (!done) continue;
      if (!text.empty()) text += kChunkSeparator;
      text += print_module(*module);
    }
    if (failed) return 3;
    write_text_output(output, text);
    return 0;
  }
};

}  // namespace

void add_stablehlo_opt(CLI::App& stablehlo, int& exit_code) {
  auto command = std::make_shared<OptCommand>();
  CLI::App& opt = *stablehlo.add_subcommand("opt", "Run passes over a program and print the result");
  opt.add_option("FILE", command->file, "StableHLO text; - is stdin")->type_name("")->required();
  opt.add_option("--pass", command->lists, "Passes to run, in order")
      ->option_text("NAME[,NAME..]")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  for (const std::string_view name : stablehlo::pass_names()) {
    const std::string about = "The same as --pass " + std::string(name);
    opt.add_flag("--" + std::string(name), about)->group("Passes");
  }
  opt.add_flag("--split-input-file", command->split, "Pieces between // ----- lines are separate programs");
  opt.add_option("-o", command->output, "Write the text to a file")->option_text("FILE");
  opt.footer(
      "Example:\n  qgpu stablehlo opt add.mlir --pass stablehlo-legalize-quant-to-math,canonicalize -o lowered.mlir\n  "
      "    quantized ops as integer and float arithmetic");
  opt.callback([command, &opt, &exit_code] { exit_code = command->run(opt); });
}

}  // namespace qgpu::cli
