#include <fmt/format.h>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/comparison_json.hpp"
#include "host/cli/scheme_words.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

int run_saturate(const Options& options, Session& session) {
  check_word_count(options, 3, 3);
  const std::string& input = options.words[0];
  check_paths(options, {{{"IN", input}}, {}});
  const GivenRange range = parse_range(options.words[1], options.words[2]);
  const std::unique_ptr<Source> source = session.open_values(input);
  const Saturation found = compare_saturation(*source, input, range, scheme_of(options, Mode{}), session.backend());
  session.warn_degenerate(input, found.full.derived);
  session.warn_degenerate(range, found.narrow.derived);
  session.finish(saturation_document(input, source->info(), found, session.backend().device()));
  return 0;
}

}  // namespace qgpu::cli
