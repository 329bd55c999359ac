#include <fmt/format.h>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/parameter_choice.hpp"
#include "host/cli/program_output.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

TensorInfo codes_info(const TensorInfo& input, const Scheme& scheme) {
  TensorInfo info = input;
  info.type = code_element_type(scheme.mode.code_type);
  info.big_endian = false;
  return info;
}

TensorInfo parameter_info(const GroupedTensor& tensor, ElementType type) {
  TensorInfo info;
  info.type = type;
  info.shape = parameter_shape(tensor.info, tensor.granularity);
  return info;
}

/// Where --scale-out and --zero-point-out go.
struct ParameterOutputs {
  Sink* scale = nullptr;
  Sink* zero_point = nullptr;

  ParameterOutputs(const Options& options, const GroupedTensor& tensor, const Scheme& scheme, Session& session) {
    if (options.scale_out)
      scale = &session.add_output(*options.scale_out, parameter_info(tensor, ElementType::kFloat32));
    if (options.zero_point_out) {
      zero_point = &session.add_output(*options.zero_point_out,
                                       parameter_info(tensor, code_element_type(scheme.mode.code_type)));
    }
  }

  void write(const GroupedTensor& tensor, const Parameters& parameters) const {
    const auto bytes = [](const auto& values) { return reinterpret_cast<const std::byte*>(values.data()); };
    if (scale != nullptr) {
      const std::vector<float> scales =
          in_parameter_order(tensor, [&](std::uint64_t group) { return parameters.scale_of(group); });
      scale->write(0, bytes(scales), scales.size() * sizeof(float));
    }
    if (zero_point != nullptr) {  // int8 and uint8 codes alike: the low byte
      const std::vector<std::uint8_t> codes = in_parameter_order(
          tensor, [&](std::uint64_t group) { return static_cast<std::uint8_t>(parameters.zero_point_of(group)); });
      zero_point->write(0, bytes(codes), codes.size());
    }
  }
};

int print_plan(const std::string& input, const std::string& output, const GroupedTensor& tensor,
               const ParameterChoice& choice, const ParameterRule& rule, Session& session) {
  const std::uint64_t reads = rule.needs_ranges() ? 2 : 1;
  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("dry_run", true);
  json.member("input", input);
  json.member("output", output);
  write_scheme(json, tensor, choice.scheme, type_text(choice));
  json.member("count", tensor.info.count());
  json.member("num_groups", tensor.num_groups);
  json.member("passes", reads);
  json.member("read_bytes", reads * tensor.info.count() * element_size(tensor.info.type));
  json.member("written_bytes", tensor.info.count() * element_size(code_element_type(choice.scheme.mode.code_type)));
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take());
  return 0;
}

}  // namespace

int run_quantize(const Options& options, Session& session) {
  check_word_count(options, 2, kAnyNumber);
  const std::string& input = options.words[0];
  const std::string& output = options.words[1];
  check_paths(options, {{{"IN", input}}, {{"OUT", output}}, true});
  const ParameterChoice choice = choose_parameters(options, parse_scheme_words(std::span(options.words).subspan(2)));
  const Scheme& scheme = choice.scheme;
  const std::unique_ptr<Source> source = session.open_values(input);
  const GroupedTensor tensor(source->info(), granularity_for(choice, source->info()));
  const ParameterRule rule = make_rule(choice, source->info(), false);
  check_rule(rule, scheme, tensor.num_groups);
  if (tensor.omits_arrays() && !(options.scale_out && options.zero_point_out)) {
    throw usage_error(
        fmt::format("--scale-out: expected it and --zero-point-out for more than {} groups, found {} groups",
                    kMostGroupsInJson, tensor.num_groups));
  }
  if (options.emit_stablehlo) ProgramOutput::check(tensor, scheme);
  if (options.dry_run) return print_plan(input, output, tensor, choice, rule, session);

  Sink& codes = session.add_output(output, codes_info(source->info(), scheme));
  const ParameterOutputs parameter_outputs(options, tensor, scheme, session);
  std::optional<ProgramOutput> program;
  if (options.emit_stablehlo) program.emplace(*options.emit_stablehlo, tensor.info, codes, session);
  Sink& sink = program ? program->codes() : codes;
  const Quantized found = quantize(*source, input, scheme, rule, sink, session.backend());
  parameter_outputs.write(tensor, found.derived.parameters);
  if (program) program->finish(choice, tensor, found.derived.parameters);
  if (rule.range) {
    session.warn_degenerate(*rule.range, found.derived);
  } else {
    session.warn_degenerate(input, found.derived);
  }

  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("input", input);
  json.member("output", output);
  if (program) json.member("program", *options.emit_stablehlo);
  write_scheme(json, tensor, choice.scheme, type_text(choice));
  json.member("dtype", code_type_name(scheme.mode.code_type));
  json.member("count", tensor.info.count());
  write_parameters(json, tensor, found.derived);
  json.member("clipped", found.totals.clipped);
  if (found.ranges) write_range(json, found.ranges->tensor());
  write_nonfinite(json, found.totals.nonfinite);
  write_groups(json, tensor, found.ranges ? &*found.ranges : nullptr);
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take());
  return 0;
}

}  // namespace qgpu::cli
