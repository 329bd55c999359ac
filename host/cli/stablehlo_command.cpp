#include "host/cli/stablehlo_command.hpp"

#include <CLI/CLI.hpp>

namespace qgpu::cli {

void add_stablehlo_command(CLI::App& app, int& exit_code) {
  CLI::App& stablehlo = *app.add_subcommand("stablehlo", "StableHLO quantized types and programs");
  stablehlo.require_subcommand(1);
  add_stablehlo_type(stablehlo, exit_code);
  add_stablehlo_check(stablehlo, exit_code);
  add_stablehlo_print(stablehlo, exit_code);
  add_stablehlo_opt(stablehlo, exit_code);
  add_stablehlo_run(stablehlo, exit_code);
}

}  // namespace qgpu::cli
