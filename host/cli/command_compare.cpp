#include "host/cli/command_table.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/result_table.hpp"
#include "host/cli/scheme_words.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {

int run_compare(const Options& options, Session& session) {
  if (options.words.size() < 2)
    throw usage_error("compare: expected IN SCHEME..., such as: compare w.npy sym-i8 sym-i8@axis=0");
  const std::string& input = options.words[0];
  std::vector<Scheme> schemes;
  for (std::size_t i = 1; i < options.words.size(); ++i) schemes.push_back(parse_scheme(options.words[i], options));
  const std::unique_ptr<Source> source = session.open_values(input);
  for (const Scheme& scheme : schemes)
    (void)make_layout(source->info(), scheme.granularity);  // all fit, before hours of work

  TextTable table = comparison_table();
  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("input", input);
  json.member("shape", source->info().shape);
  json.key("schemes");
  json.begin_array(true);
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    const Scheme& scheme = schemes[i];
    const GroupedTensor tensor(source->info(), scheme.granularity);
    const Roundtrip found = roundtrip(*source, input, scheme, ParameterRule{}, options.per_group, session.backend());
    session.warn_degenerate(input + " " + options.words[i + 1], found.derived);
    add_comparison_row(table, options.words[i + 1], found);
    json.begin_object();
    json.member("scheme", options.words[i + 1]);
    json.member("mode", mode_name(scheme.mode));
    json.key("axis");
    write_axis(json, tensor.info, scheme.granularity);
    json.key("block");
    write_block(json, scheme.granularity);
    write_roundtrip(json, tensor, found);
    json.end_object();
  }
  json.end_array();
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take(), table.text());
  return 0;
}

}  // namespace qgpu::cli
