#include <fmt/format.h>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/comparison_json.hpp"
#include "host/cli/scheme_words.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

int run_channel(const Options& options, Session& session) {
  check_word_count(options, 2, 2);
  const std::string& input = options.words[0];
  check_paths(options, {{{"IN", input}}, {}});
  const std::int64_t axis = parse_axis(options.words[1], "AXIS");
  const std::unique_ptr<Source> source = session.open_values(input);
  check_axis(axis, source->info().shape.size(), "AXIS");
  const ChannelComparison found = compare_channels(*source, input, axis, scheme_of(options, Mode{}), session.backend());
  session.warn_degenerate(input, found.per_channel);
  session.finish(channel_document(input, found, session.backend().device()));
  return 0;
}

}  // namespace qgpu::cli
