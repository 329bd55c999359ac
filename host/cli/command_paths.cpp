#include "host/cli/command_paths.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>

#include "host/cli/number_text.hpp"
#include "host/io/output_target.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

/// A path and what it leads to; what leads nowhere is an error of its own, later.
struct Place {
  NamedPath named;
  std::optional<io::OutputTarget> target;
  std::optional<struct stat> status;
};

Place find_place(const NamedPath& named, bool is_input) {
  Place place{named, {}, {}};
  const bool is_stdin = is_input && named.path == "-";
  struct stat status {};
  const bool found =
      is_stdin ? ::fstat(STDIN_FILENO, &status) == 0 : named.path != "-" && ::stat(named.path.c_str(), &status) == 0;
  if (found) place.status = status;
  if (is_stdin) return place;
  try {
    place.target = io::resolve_target(named.path);
  } catch (const Error&) {
  }
  return place;
}

bool is_same_inode(const Place& a, const Place& b) {
  return a.status && b.status && a.status->st_dev == b.status->st_dev && a.status->st_ino == b.status->st_ino;
}

/// Whether reading one takes from the other what it has.
bool is_same_stream(const Place& a, const Place& b) {
  if (a.named.path == "-" && b.named.path == "-") return true;
  return is_same_inode(a, b) && (S_ISFIFO(a.status->st_mode) || S_ISSOCK(a.status->st_mode));
}

bool is_same_target(const Place& a, const Place& b) { return a.target && b.target && a.target->is_same(*b.target); }

[[noreturn]] void refuse(const Place& output, const Place& other) {
  const std::string& path = output.named.path;
  throw usage_error(
      fmt::format("{}: expected another file than {}, found {}", output.named.name, other.named.name,
                  path == other.named.path ? path + " twice" : fmt::format("{}, which is {}", path, other.named.path)));
}

}  // namespace

void check_paths(const CommandPaths& paths) {
  std::vector<Place> inputs, outputs;
  for (const NamedPath& named : paths.inputs) {
    Place place = find_place(named, true);
    for (const Place& other : inputs) {
      if (!is_same_stream(place, other)) continue;
      throw usage_error(fmt::format("{}: expected once, as it can be read once, found twice: as {} and {}",
                                    named.path == "-" ? "stdin" : named.path, other.named.name, named.name));
    }
    inputs.push_back(std::move(place));
  }
  for (const NamedPath& named : paths.outputs) {
    Place place = find_place(named, false);
    for (const Place& other : outputs) {
      if (is_same_target(place, other)) refuse(place, other);
    }
    for (const Place& input : inputs) {
      if (paths.replaces_input && outputs.empty() && &input == &inputs.front()) continue;
      const bool is_regular = place.status && S_ISREG(place.status->st_mode);
      if (is_regular && (is_same_target(place, input) || is_same_inode(place, input))) refuse(place, input);
    }
    outputs.push_back(std::move(place));
  }
}

void check_paths(const Options& options, CommandPaths paths) {
  const auto add = [](std::vector<NamedPath>& places, const char* name, const std::optional<std::string>& path) {
    if (path) places.push_back({name, *path});
  };
  const auto add_values = [&](const char* name, const std::optional<std::string>& word) {
    if (word && !is_number(*word)) add(paths.inputs, name, word);
  };
  add_values(options.has_parameter_words ? "SCALE" : "--scale", options.scale);
  add_values(options.has_parameter_words ? "ZERO_POINT" : "--zero-point", options.zero_point);
  if (!options.takes_dynamic_parameters()) add(paths.inputs, "--params", options.params);
  add(paths.inputs, "--compare", options.compare);
  add(paths.outputs, "--scale-out", options.scale_out);
  add(paths.outputs, "--zero-point-out", options.zero_point_out);
  add(paths.outputs, "--emit-stablehlo", options.emit_stablehlo);
  add(paths.outputs, "--report", options.report);
  check_paths(paths);
}

}  // namespace qgpu::cli
