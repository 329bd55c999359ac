#include <fmt/format.h>

#include "host/cli/command_table.hpp"
#include "host/cli/comparison_json.hpp"
#include "host/cli/scheme_words.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

int run_channel(const Options& options, Session& session) {
  if (options.words.size() != 2)
    throw usage_error(fmt::format("channel: expected IN AXIS, found {} words", options.words.size()));
  const std::string& input = options.words[0];
  const std::int64_t axis = parse_axis(options.words[1], "AXIS");
  const std::unique_ptr<Source> source = session.open_values(input);
  check_axis(axis, source->info().shape.size(), "AXIS");
  const ChannelComparison found = compare_channels(*source, input, axis, scheme_of(options, Mode{}), session.backend());
  session.warn_degenerate(input, found.per_channel);
  session.finish(channel_document(input, found, session.backend().device()));
  return 0;
}

}  // namespace qgpu::cli
