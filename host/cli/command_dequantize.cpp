#include <fmt/format.h>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/number_text.hpp"
#include "host/cli/parameter_choice.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

/// The words behind IN OUT, and the options with SCALE and ZERO_POINT among them.
struct DequantizeWords {
  Options options;
  SchemeWords scheme;
};

DequantizeWords read_words(const Options& options) {
  DequantizeWords result{options, {}};
  std::span<const std::string> words = std::span(options.words).subspan(std::min<std::size_t>(2, options.words.size()));
  const bool has_parameters = options.params || options.scale || options.type;
  if (options.words.size() < 2 || (!has_parameters && words.size() < 2)) {
    throw usage_error(
        "dequantize: expected IN OUT SCALE ZERO_POINT [MODE], IN OUT --params FILE or IN OUT --type TYPE, found too "
        "few words");
  }
  if (options.takes_dynamic_parameters())
    throw usage_error("--params: expected a file, found dynamic (a file of that name is ./dynamic)");
  if (!has_parameters) {
    result.options.scale = words[0];
    result.options.zero_point = words[1];
    result.options.has_parameter_words = true;
    words = words.subspan(2);
  }
  if (!words.empty()) result.scheme.mode = read_mode(words[0]);
  if (words.size() > 1) throw usage_error(fmt::format("MODE: expected no word after it, found '{}'", words[1]));
  return result;
}

TensorInfo values_info(const TensorInfo& codes) {
  TensorInfo info = codes;
  info.type = ElementType::kFloat32;
  info.big_endian = false;
  return info;
}

}  // namespace

int run_dequantize(const Options& given, Session& session) {
  const auto [options, words] = read_words(given);
  const std::string& input = options.words[0];
  const std::string& output = options.words[1];
  check_paths(options, {{{"IN", input}}, {{"OUT", output}}, true});
  const std::unique_ptr<Source> source = session.open_codes(input);
  const TensorInfo& info = source->info();
  const ParameterChoice choice = choose_parameters(options, words, mode_of_codes(info, input));
  const Scheme& scheme = choice.scheme;
  check_codes(info, scheme.mode, input);
  const GroupedTensor tensor(info, granularity_for(choice, info));
  const ParameterRule rule = make_rule(choice, info, true);
  check_rule(rule, scheme, tensor.num_groups);

  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  if (options.dry_run) json.member("dry_run", true);
  json.member("input", input);
  json.member("output", output);
  json.member("mode", mode_name(scheme.mode));
  json.member("dtype", element_name(ElementType::kFloat32));
  json.member("shape", info.shape);
  json.member("fortran_order", info.fortran_order);
  json.member("count", info.count());
  if (options.dry_run) {
    json.member("num_groups", tensor.num_groups);
    json.member("passes", 1);
    json.member("read_bytes", info.count());
    json.member("written_bytes", info.count() * sizeof(float));
  } else {
    Sink& values = session.add_output(output, values_info(info));
    const ObservedRange range =
        dequantize(*source, input, scheme.mode, scheme.granularity, rule.parameters, values, session.backend());
    write_range(json, range);
  }
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take());
  return 0;
}

}  // namespace qgpu::cli
