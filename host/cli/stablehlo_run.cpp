#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "host/cli/evaluation_json.hpp"
#include "host/cli/made_folder.hpp"
#include "host/cli/options.hpp"
#include "host/cli/stablehlo_command.hpp"
#include "host/counted.hpp"
#include "host/stablehlo/eval/device_ops.hpp"
#include "host/stablehlo/eval/evaluation.hpp"
#include "host/stablehlo/eval/literal_npy.hpp"
#include "host/stablehlo/text/text.hpp"
#include "qgpu/device_name.hpp"
#include "qgpu/error.hpp"
#include "qgpu/output.hpp"

namespace qgpu::cli {

namespace {

using stablehlo::EvaluationMode;
using stablehlo::Literal;

struct RunOptions {
  std::string file;
  std::string function = "main";
  std::string mode = "spec";
  std::string rounding = "single";
  std::optional<std::string> device;
  std::string compare;
  std::string output_folder;
  std::string output;
  std::vector<std::string> inputs;
  bool split = false;
  bool exact = false;
};

CommandPaths paths_of(const RunOptions& options) {
  CommandPaths paths{{{"FILE", options.file}}, output_paths(options.output)};
  for (const std::string& input : options.inputs) paths.inputs.push_back({"--input", input});
  return paths;
}

EvaluationMode mode_of(const std::string& name) {
  return name == "math" ? EvaluationMode::kMath : name == "tosa" ? EvaluationMode::kTosa : EvaluationMode::kSpec;
}

/// Warnings have been shown already.
void write_errors(const stablehlo::Diagnostics& diagnostics, const stablehlo::Source& source) {
  stablehlo::Diagnostics errors;
  for (const auto& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != stablehlo::Severity::kWarning) errors.add(diagnostic);
  }
  write_diagnostics(errors, source);
}

/// One `run` of a file, chunk by chunk.
class Run {
 public:
  explicit Run(const RunOptions& options) : options_(options), file_(options.file, options.split) {}

  int operator()() {
    choose_device();
    if (!parse_all()) return 3;
    begin();
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      if (!run_chunk(i)) return 3;
    }
    write();
    if (failed_ == 0) return 0;
    fmt::print(stderr, "qgpu: {}: {} of {} failed\n", options_.file, failed_,
               counted(static_cast<std::uint64_t>(passed_ + failed_), "check"));
    return 1;
  }

 private:
  void choose_device() {
    const DeviceChoice choice = cli::choose_device(options_.device);
    const DeviceName device = parse_device(choice.name).value();
    if (device.kind == DeviceName::Kind::kCpu) return;
    std::string reason;
    use_device_ = stablehlo::take_device(device.ordinal, reason);
    if (use_device_) device_ = fmt::format("cuda:{}", device.ordinal);
    if (!use_device_ && device.kind == DeviceName::Kind::kCuda)
      throw device_error(fmt::format("{} {}: {}", choice.given_by, choice.name, reason));
  }

  /// Every chunk's diagnostics appear, also behind one that does not parse.
  bool parse_all() {
    bool good = true;
    for (const stablehlo::Source& source : file_.chunks()) {
      stablehlo::Diagnostics diagnostics;
      std::optional<stablehlo::Module> module = stablehlo::read_runnable(source, diagnostics);
      write_diagnostics(diagnostics, source);
      good = good && module.has_value();
      if (module) modules_.push_back(std::move(*module));
    }
    return good;
  }

  std::optional<stablehlo::Evaluation> evaluate(std::size_t chunk, const std::vector<Literal>& inputs,
                                                EvaluationMode mode) {
    stablehlo::Diagnostics diagnostics;
    if (mode == EvaluationMode::kMath) stablehlo::warn_of_departures(modules_[chunk], diagnostics);
    std::optional<stablehlo::Evaluation> evaluation;
    try {
      evaluation = stablehlo::evaluate(modules_[chunk], options_.function, inputs,
                                       {mode, options_.rounding == "double", options_.exact, use_device_}, diagnostics);
    } catch (const Error&) {
      if (!diagnostics.has_errors()) throw;
    }
    for (const auto& diagnostic : diagnostics.all()) {
      if (diagnostic.severity == stablehlo::Severity::kWarning) {
        fmt::print(stderr, "qgpu: warning: {}:{}: {}\n", options_.file, diagnostic.location.line, diagnostic.message);
      }
    }
    if (evaluation) cpu_ops_.merge(evaluation->cpu_ops);
    if (!evaluation) write_errors(diagnostics, file_.chunks()[chunk]);
    return evaluation;
  }

  std::vector<Literal> read_inputs(const stablehlo::Operation& function) {
    const auto& types = stablehlo::function_type(function).inputs;
    if (types.size() != options_.inputs.size()) {
      throw usage_error(fmt::format("--input: expected {} for @{}, found {}", counted(types.size(), "file"),
                                    stablehlo::function_name(function), options_.inputs.size()));
    }
    std::vector<Literal> inputs;
    inputs.reserve(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) inputs.push_back(stablehlo::read_npy(options_.inputs[i], types[i]));
    return inputs;
  }

  const stablehlo::Operation& entry_function(const stablehlo::Module& module) const {
    try {
      return stablehlo::entry_function(module, options_.function);
    } catch (const Error& error) {
      throw file_error(options_.file + ": " + error.what());
    }
  }

  bool run_chunk(std::size_t chunk) {
    const stablehlo::Operation& function = entry_function(modules_[chunk]);
    const std::vector<Literal> inputs = read_inputs(function);
    const auto evaluation = evaluate(chunk, inputs, mode_of(options_.mode));
    if (!evaluation) return false;
    std::optional<stablehlo::Evaluation> other;
    if (!options_.compare.empty()) {
      other = evaluate(chunk, inputs, mode_of(options_.compare));
      if (!other) return false;
    }
    json_.begin_object();
    json_.member("function", stablehlo::function_name(function));
    json_.key("results");
    json_.begin_array(true);
    for (std::size_t i = 0; i < evaluation->results.size(); ++i) {
      std::optional<stablehlo::Difference> difference;
      if (other) difference = stablehlo::compare_results(evaluation->results[i], other->results.at(i));
      write_result(json_, evaluation->results[i], difference);
    }
    json_.end_array();
    json_.key("checks");
    json_.begin_array(true);
    for (const auto& check : evaluation->checks) {
      write_check(json_, check);
      ++(check.ok() ? passed_ : failed_);
    }
    json_.end_array();
    json_.end_object();
    if (!options_.output_folder.empty()) results_.push_back(evaluation->results);
    return true;
  }

  /// Only when all chunks have run: a refusal leaves no folder behind.
  void add_outputs() {
    if (results_.empty()) return;
    folder_.emplace(options_.output_folder, "--output-dir");
    for (std::size_t chunk = 0; chunk < results_.size(); ++chunk) {
      const std::string prefix = results_.size() == 1 ? "" : fmt::format("chunk_{}_", chunk);
      for (std::size_t i = 0; i < results_[chunk].size(); ++i) {
        stablehlo::add_npy(outputs_, folder_->file(fmt::format("{}result_{}.npy", prefix, i)), results_[chunk][i]);
      }
    }
  }

  void begin() {
    json_.begin_object();
    json_.member("file", options_.file);
    json_.member("mode", options_.mode);
    if (options_.mode == "tosa") json_.member("rounding", options_.rounding);
    json_.member("device", device_);
    json_.key("chunks");
    json_.begin_array(true);
  }

  void write() {
    json_.end_array();
    if (use_device_) json_.member("cpu_ops", std::vector<std::string>(cpu_ops_.begin(), cpu_ops_.end()));
    json_.member("checks_passed", passed_);
    json_.member("checks_failed", failed_);
    json_.end_object();
    const std::string text = json_.take();
    add_outputs();
    commit_text(outputs_, options_.output, text);
    if (folder_) folder_->keep();
  }

  const RunOptions& options_;
  ProgramFile file_;
  std::vector<stablehlo::Module> modules_;
  std::optional<MadeFolder> folder_;  // removed after the outputs in it
  OutputSet outputs_;
  bool use_device_ = false;
  std::string device_ = "cpu";
  std::set<std::string> cpu_ops_;
  JsonWriter json_;
  std::vector<std::vector<Literal>> results_;  // of each chunk, if they are to be written
  std::int64_t passed_ = 0;
  std::int64_t failed_ = 0;
};

}  // namespace

void add_stablehlo_run(CLI::App& parent, int& exit_code) {
  auto options = std::make_shared<RunOptions>();
  CLI::App& run = *parent.add_subcommand("run", "Evaluate a program and its checks");
  run.add_option("FILE", options->file, "StableHLO text; - is stdin")->type_name("")->required();
  run.add_option("--function", options->function, "Function to run (main); the only one is taken whatever its name")
      ->option_text("NAME");
  run.add_option("--mode", options->mode,
                 "Meaning of quantized ops (spec): of the specification, the reference interpreter, TOSA")
      ->check(CLI::IsMember({"spec", "math", "tosa"}))
      ->option_text("spec|math|tosa");
  run.add_option("--rounding", options->rounding, "Rounding of tosa.rescale (single)")
      ->check(CLI::IsMember({"single", "double"}))
      ->option_text("single|double");
  run.add_option("--device", options->device, "Where to compute (auto)")->option_text("auto|cpu|cuda|cuda:N");
  run.add_option("--input", options->inputs, "A file for each argument, in order")
      ->allow_extra_args(false)
      ->option_text("FILE.npy");
  run.add_option("--output-dir", options->output_folder, "Folder for result_0.npy and so on")->option_text("DIR");
  run.add_option("--compare", options->compare, "Count where another mode gives other results")
      ->check(CLI::IsMember({"spec", "math", "tosa"}))
      ->option_text("spec|math|tosa");
  run.add_option("-o", options->output, "Write the JSON to a file")->option_text("FILE");
  run.footer(
      "Example:\n  qgpu stablehlo run add.mlir --input x.npy --output-dir results\n      the values of its results, in "
      "the JSON and as results/result_0.npy");
  run.add_flag("--bits", options->exact, "Make every check exact");
  run.add_flag("--split-input-file", options->split, "Pieces between // ----- lines are separate programs");
  run.callback([options, &exit_code] {
    check_paths(paths_of(*options));
    exit_code = Run(*options)();
  });
}

}  // namespace qgpu::cli
