#include <fmt/format.h>

#include <algorithm>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/result_table.hpp"
#include "host/cli/scheme_words.hpp"
#include "host/cli/session.hpp"
#include "qgpu/comparisons.hpp"
#include "qgpu/error.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

/// Levels that surround a scheme in the document: the object, and the array.
constexpr std::size_t kDepth = 2;

/// Refuses what does not fit the tensor in the name of the word, not of the options that it stands for.
void check_granularity(const Granularity& granularity, const TensorInfo& info, const std::string& word) {
  try {
    (void)make_layout(info, granularity);
  } catch (const Error& error) {
    const std::string text = error.what();
    throw usage_error(fmt::format("SCHEME '{}'{}", word, text.substr(std::min(text.find(": "), text.size()))));
  }
}

std::string scheme_answer(const Source& source, const std::string& word, const Scheme& scheme, const Roundtrip& found,
                          bool per_group) {
  const GroupedTensor tensor(source.info(), scheme.granularity);
  JsonWriter json(kDepth);
  json.begin_object();
  json.member("scheme", word);
  json.member("mode", mode_name(scheme.mode));
  json.key("axis");
  write_axis(json, tensor.info, scheme.granularity);
  json.key("block");
  write_block(json, scheme.granularity);
  write_roundtrip(json, tensor, found, per_group);
  json.end_object();
  return json.take();
}

}  // namespace

int run_compare(const Options& options, Session& session) {
  check_word_count(options, 2, kAnyNumber);
  const std::string& input = options.words[0];
  check_paths(options, {{{"IN", input}}, {}});
  std::vector<Scheme> schemes;
  for (std::size_t i = 1; i < options.words.size(); ++i) schemes.push_back(parse_scheme(options.words[i], options));
  const std::unique_ptr<Source> source = session.open_values(input);
  for (std::size_t i = 0; i < schemes.size(); ++i) {
    const std::string& word = options.words[i + 1];
    if (word.find('@') != std::string::npos) check_granularity(schemes[i].granularity, source->info(), word);
  }

  // Schemes of one granularity follow each other: their answers are kept as text until all are there.
  std::vector<std::string> answers(schemes.size());
  std::vector<std::vector<std::string>> rows(schemes.size());
  compare_schemes(*source, input, schemes, options.per_group, session.backend(),
                  [&](std::size_t i, const Roundtrip& found) {
                    session.warn_degenerate(input + " " + options.words[i + 1], found.derived);
                    answers[i] = scheme_answer(*source, options.words[i + 1], schemes[i], found, options.per_group);
                    rows[i] = comparison_row(options.words[i + 1], found);
                  });
  TextTable table = comparison_table();
  for (std::vector<std::string>& row : rows) table.add_row(std::move(row));
  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("input", input);
  json.member("shape", source->info().shape);
  json.key("schemes");
  json.begin_array(true);
  for (const std::string& answer : answers) json.written_value(answer);
  json.end_array();
  write_device(json, session.backend().device());
  json.end_object();
  session.finish(json.take(), table.text());
  return 0;
}

}  // namespace qgpu::cli
