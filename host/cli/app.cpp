#include "host/cli/app.hpp"

#include "host/cli/command_line.hpp"
#include "host/cli/help.hpp"
#include "host/cli/options.hpp"
#include "host/cli/session.hpp"
#include "qgpu/output.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {

int run_program(std::vector<std::string> arguments) {
  const CommandLine line = parse_command_line(std::move(arguments));
  switch (line.wish) {
    case CommandLine::Wish::kHelp:
      OutputSet().commit(line.command == nullptr ? program_help() : command_help(*line.command));
      return 0;
    case CommandLine::Wish::kText:
      OutputSet().commit(line.text);
      return 0;
    case CommandLine::Wish::kVersion:
      OutputSet().commit(std::string("qgpu ") + version() + "\n");
      return 0;
    case CommandLine::Wish::kDone:
      return line.exit_code;
    case CommandLine::Wish::kRun:
      break;
  }
  const Options options = read_options(line);
  Session session(options);
  return line.command->run(options, session);
}

}  // namespace qgpu::cli
