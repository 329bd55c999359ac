#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "host/cli/command_paths.hpp"
#include "host/cli/stablehlo_command.hpp"
#include "host/counted.hpp"
#include "host/stablehlo/text/expected_diagnostics.hpp"
#include "host/stablehlo/verify/litert_lint.hpp"
#include "host/stablehlo/verify/quantized_type_rules.hpp"

namespace qgpu::cli {
namespace {

using Json = nlohmann::ordered_json;

Json place_and_message(const stablehlo::Diagnostic& diagnostic) {
  return {{"line", diagnostic.location.line}, {"column", diagnostic.location.column}, {"message", diagnostic.message}};
}

/// Types that qgpu reads and StableHLO has not, at the op or the argument that has each.
stablehlo::Diagnostics beyond_stablehlo(const stablehlo::Module& module) {
  stablehlo::Diagnostics found;
  const auto look_at = [&](const stablehlo::Value& value, stablehlo::Location location) {
    const auto* type = stablehlo::quantized_element(value.type());
    if (type == nullptr) return;
    for (const std::string& reason : stablehlo::reasons_not_stablehlo(*type)) found.warning(location, reason);
  };
  stablehlo::walk(std::as_const(module.op()), [&](const stablehlo::Operation& op) {
    for (const stablehlo::Value* result : op.results()) look_at(*result, op.location());
    for (std::size_t r = 0; r < op.num_regions(); ++r) {
      for (std::size_t b = 0; b < op.region(r).num_blocks(); ++b) {
        for (const stablehlo::Value* argument : op.region(r).block(b).arguments())
          look_at(*argument, argument->location());
      }
    }
  });
  return found;
}

struct CheckCommand {
  std::string file;
  std::string output;
  std::string lint;
  bool verify_diagnostics = false;
  bool strict = false;
  bool split = false;

  int run() const {
    check_paths({{{"FILE", file}}, output_paths(output)});
    const ProgramFile program(file, split);
    std::size_t num_functions = 0, num_ops = 0;
    Json errors = Json::array(), findings = Json::array();
    bool unreadable = false;
    for (const stablehlo::Source& chunk : program.chunks()) {
      stablehlo::Diagnostics diagnostics;
      const auto module = stablehlo::read_module(chunk, diagnostics);
      if (verify_diagnostics) diagnostics = unmet_expectations(chunk, diagnostics);
      write_diagnostics(diagnostics, chunk);
      for (const stablehlo::Diagnostic& diagnostic : diagnostics.all()) errors.push_back(place_and_message(diagnostic));
      unreadable = unreadable || (!module && !verify_diagnostics);
      if (!module) continue;
      count(*module, num_functions, num_ops);
      stablehlo::Diagnostics found = lint.empty() ? stablehlo::Diagnostics() : lint_litert(*module);
      if (strict) {
        const stablehlo::Diagnostics beyond = beyond_stablehlo(*module);
        for (const stablehlo::Diagnostic& diagnostic : beyond.all()) found.add(diagnostic);
      }
      found.sort();
      write_diagnostics(found, chunk);
      for (const stablehlo::Diagnostic& diagnostic : found.all()) findings.push_back(place_and_message(diagnostic));
    }
    if (unreadable) return 3;
    const Json json = {{"file", file},
                       {"chunks", program.chunks().size()},
                       {"functions", num_functions},
                       {"ops", num_ops},
                       {"errors", errors},
                       {"lint", findings}};
    write_text_output(output, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    if (errors.empty() && findings.empty()) return 0;
    std::fputs(
        fmt::format("qgpu: {}: {}, {}\n", file, counted(errors.size(), "error"), counted(findings.size(), "finding"))
            .c_str(),
        stderr);
    return 1;
  }

  /// Ops inside functions, nested ones too; functions and modules themselves are not counted as ops.
  static void count(const stablehlo::Module& module, std::size_t& functions, std::size_t& ops) {
    stablehlo::walk(std::as_const(module.op()), [&](const stablehlo::Operation& op) {
      if (op.name() == "func.func")
        ++functions;
      else if (op.name() != "builtin.module")
        ++ops;
    });
  }
};

}  // namespace

void add_stablehlo_check(CLI::App& stablehlo, int& exit_code) {
  auto command = std::make_shared<CheckCommand>();
  CLI::App& check = *stablehlo.add_subcommand("check", "Parse a program and verify its ops");
  check.add_option("FILE", command->file, "StableHLO text; - is stdin")->type_name("")->required();
  check.add_flag("--verify-diagnostics", command->verify_diagnostics, "Compare with the expected-error comments");
  check.add_option("--lint", command->lint, "Rules beyond the language")
      ->check(CLI::IsMember({"litert"}))
      ->option_text("litert");
  check.add_flag("--strict", command->strict, "Report types that StableHLO does not have");
  check.add_flag("--split-input-file", command->split, "Pieces between // ----- lines are separate programs");
  check.add_option("-o", command->output, "Write the JSON to a file")->option_text("FILE");
  check.footer(
      "Example:\n  qgpu stablehlo check add.mlir --lint litert\n      its functions and ops, and what LiteRT would not "
      "take");
  check.callback([command, &exit_code] { exit_code = command->run(); });
}

}  // namespace qgpu::cli
