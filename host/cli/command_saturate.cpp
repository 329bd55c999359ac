#include <fmt/format.h>

#include "host/cli/command_table.hpp"
#include "host/cli/comparison_json.hpp"
#include "host/cli/scheme_words.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

int run_saturate(const Options& options, Session& session) {
  if (options.words.size() != 3)
    throw usage_error(fmt::format("saturate: expected IN LO HI, found {} words", options.words.size()));
  const std::string& input = options.words[0];
  const GivenRange range = parse_range(options.words[1], options.words[2]);
  const std::unique_ptr<Source> source = session.open_values(input);
  const Saturation found = compare_saturation(*source, input, range, scheme_of(options, Mode{}), session.backend());
  session.warn_degenerate(input, found.full.derived);
  session.warn_degenerate(range, found.narrow.derived.degenerate > 0);
  session.finish(saturation_document(input, source->info(), found, session.backend().device()));
  return 0;
}

}  // namespace qgpu::cli
