#include "host/cli/command_table.hpp"
#include "host/cli/help.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

int run_completion(const Options& options, Session& session) {
  check_word_count(options, 1, 1);
  session.finish(options.words[0] == "man" ? man_page() : completion_script(options.words[0]));
  return 0;
}

}  // namespace qgpu::cli
