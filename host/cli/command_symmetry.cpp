#include <fmt/format.h>

#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/comparison_json.hpp"
#include "host/cli/scheme_words.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

int run_symmetry(const Options& options, Session& session) {
  check_word_count(options, 1, 1);
  const std::string& input = options.words[0];
  check_paths(options, {{{"IN", input}}, {}});
  const std::unique_ptr<Source> source = session.open_values(input);
  const Symmetry found = compare_symmetry(*source, input, scheme_of(options, Mode{}), session.backend());
  session.warn_degenerate(input, found.asym.derived);
  session.finish(symmetry_document(input, found, session.backend().device()));
  return 0;
}

}  // namespace qgpu::cli
