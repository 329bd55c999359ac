#include <fmt/format.h>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/parameter_choice.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/result_table.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

/// The keys of one tensor, within an object that is open.
void write_tensor(JsonWriter& json, const std::string& input, const ParameterChoice& choice, bool with_mode,
                  TextTable& table, Session& session) {
  const std::unique_ptr<Source> source = session.open_values(input);
  const GroupedTensor tensor(source->info(), choice.scheme.granularity);
  const ParameterRule rule = make_rule(choice, source->info(), false);
  if (with_mode) check_rule(rule, choice.scheme, tensor.num_groups);
  const Ranges ranges = inspect(*source, choice.scheme.granularity, session.backend());
  DerivedParameters derived;
  if (with_mode) derived = derive_parameters(rule, choice.scheme, &ranges, tensor.num_groups);
  if (session.options().table) add_inspection_rows(table, input, tensor, ranges, derived.parameters);
  json.member("input", input);
  json.member("dtype", element_name(tensor.info.type));
  json.member("shape", tensor.info.shape);
  json.member("fortran_order", tensor.info.fortran_order);
  if (tensor.is_grouped()) {
    json.key("axis");
    write_axis(json, tensor.info, tensor.granularity);
    json.key("block");
    write_block(json, tensor.granularity);
  }
  write_range(json, ranges.tensor());
  json.member("count", tensor.info.count());
  write_nonfinite(json, ranges.nonfinite);
  if (with_mode) {
    json.member("mode", mode_name(choice.scheme.mode));
    write_parameters(json, tensor, derived);
    session.warn_degenerate(input, derived);
  } else if (tensor.omits_arrays()) {
    json.member("arrays_omitted", true);
  }
  write_groups(json, tensor, &ranges);
}

}  // namespace

int run_inspect(const Options& options, Session& session) {
  std::vector<std::string> inputs = options.words;
  SchemeWords words;
  if (inputs.size() > 1 && looks_like_mode(inputs.back())) {
    words.mode = read_mode(inputs.back());
    inputs.pop_back();
  }
  if (inputs.empty()) throw usage_error("inspect: expected IN... [MODE], found no file");
  CommandPaths paths;
  for (const std::string& input : inputs) paths.inputs.push_back({"IN", input});
  check_paths(options, paths);
  const ParameterChoice choice = choose_parameters(options, words);
  if (choice.file) throw usage_error("--params: expected dynamic (inspect takes no file), found " + *options.params);
  const bool with_mode = words.mode || choice.dynamic;

  TextTable table = inspection_table();
  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  if (inputs.size() == 1) {
    write_tensor(json, inputs[0], choice, with_mode, table, session);
  } else {
    json.key("tensors");
    json.begin_array(true);
    for (const std::string& input : inputs) {
      json.begin_object();
      write_tensor(json, input, choice, with_mode, table, session);
      json.end_object();
    }
    json.end_array();
  }
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take(), table.text());
  return 0;
}

}  // namespace qgpu::cli
