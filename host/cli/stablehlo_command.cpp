#include "host/cli/stablehlo_command.hpp"

#include <CLI/CLI.hpp>

namespace qgpu::cli {
namespace {

/// An option or word is in the table or it is refused, and none is empty.
void be_strict(CLI::App& command) {
  command.allow_extras(false);
  const CLI::Validator not_empty(
      [](const std::string& word) { return word.empty() ? std::string("expected a value, found an empty word") : ""; },
      "");
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() > 0)
      option->check(not_empty);
    else
      option->disable_flag_override();
  }
}

}  // namespace

void add_stablehlo_command(CLI::App& app, int& exit_code) {
  CLI::App& stablehlo = *app.add_subcommand("stablehlo", "StableHLO quantized types and programs");
  stablehlo.require_subcommand(1);
  stablehlo.allow_extras(false);
  stablehlo.footer(
      "Example:\n  qgpu stablehlo run add.mlir\n      what the program returns\n\nqgpu stablehlo COMMAND --help tells "
      "more of one command.");
  add_stablehlo_type(stablehlo, exit_code);
  add_stablehlo_check(stablehlo, exit_code);
  add_stablehlo_print(stablehlo, exit_code);
  add_stablehlo_opt(stablehlo, exit_code);
  add_stablehlo_run(stablehlo, exit_code);
  for (CLI::App* command : stablehlo.get_subcommands([](CLI::App*) { return true; })) be_strict(*command);
}

}  // namespace qgpu::cli
