#pragma once
#include <string>
#include <vector>

#include "host/cli/options.hpp"

namespace qgpu::cli {

/// A path of a command line, and what the user calls it: `IN`, `--report`.
struct NamedPath {
  std::string name;
  std::string path;
};

/// The files that a command line names.
struct CommandPaths {
  std::vector<NamedPath> inputs;
  std::vector<NamedPath> outputs;
  bool replaces_input = false;  ///< the first output may be the first input: read to its end before it is replaced
};

/// Refuses, before any of them is opened: stdin or a pipe given twice as an input, an output that would replace an
/// input, an output given twice. Symbolic links are followed. A hard link to an input is the input too, except where
/// the output may replace it: there, and between outputs, the link is broken and no name loses what it has.
/// Throws Error kUsage naming both.
void check_paths(const CommandPaths& paths);

/// The same, with the files that options name.
void check_paths(const Options& options, CommandPaths paths);

}  // namespace qgpu::cli
