#include "host/cli/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "host/cli/command_line.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/number_text.hpp"
#include "host/cli/option_table.hpp"
#include "host/cli/suggestion.hpp"
#include "host/counted.hpp"
#include "qgpu/device_name.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

[[noreturn]] void refuse(std::string_view where, std::string_view expected, const std::string& found) {
  throw usage_error(fmt::format("{}: expected {}, found '{}'", where, expected, found));
}

/// Gives the values of a command line out by option name.
class Values {
 public:
  explicit Values(const CommandLine& line) : line_(line) {}

  const std::string* find(std::string_view name) const {
    const auto found = line_.values.find(name);
    return found == line_.values.end() ? nullptr : &found->second;
  }
  bool flag(std::string_view name) const { return find(name) != nullptr; }
  std::optional<std::string> text(std::string_view name) const {
    const std::string* value = find(name);
    return value != nullptr ? std::optional(*value) : std::nullopt;
  }
  std::optional<std::uint64_t> bytes(std::string_view name) const {
    const std::string* value = find(name);
    if (value == nullptr) return std::nullopt;
    const std::optional<std::uint64_t> number = parse_bytes(*value);
    if (!number || *number == 0) refuse(name, "a number of bytes such as 65536, 64M or 2G", *value);
    return number;
  }
  std::optional<std::uint64_t> number(std::string_view name) const {
    const std::string* value = find(name);
    if (value == nullptr) return std::nullopt;
    const std::optional<std::uint64_t> number = parse_unsigned(*value);
    if (!number) refuse(name, "an integer that is not negative and fits 64 bits", *value);
    return number;
  }
  /// The words between commas.
  std::vector<std::string> list(std::string_view name) const {
    const std::string* value = find(name);
    if (value == nullptr) return {};
    return words_between(*value, ',');
  }
  /// One of the option's words, checked.
  std::optional<std::string> choice(std::string_view name) const {
    const std::string* value = find(name);
    if (value == nullptr) return std::nullopt;
    const OptionSpec& option = find_option(name);
    const std::vector<std::string> words = words_between(option.choices, ' ');
    if (std::find(words.begin(), words.end(), *value) != words.end()) return *value;
    throw usage_error(
        fmt::format("{}: expected {}, found '{}'{}", name, option.value, *value, suggestion_of(*value, words)));
  }

 private:
  const CommandLine& line_;
};

bool takes_device(const CommandLine& line) {
  return std::find(line.command->options.begin(), line.command->options.end(), "--device") !=
         line.command->options.end();
}

void read_backend(const CommandLine& line, const Values& values, BackendOptions& backend) {
  if (takes_device(line)) {
    DeviceChoice choice = choose_device(values.text("--device"));
    backend.device = std::move(choice.name);
    backend.device_given_by = std::move(choice.given_by);
  }
  if (const std::string* text = values.find("--threads")) {
    const std::optional<std::uint64_t> threads = parse_unsigned(*text);
    if (!threads || *threads == 0 || *threads > 4096) refuse("--threads", "1 to 4096", *text);
    backend.threads = static_cast<unsigned>(*threads);
  }
  backend.max_host_memory = values.bytes("--max-host-memory").value_or(0);
  backend.max_device_memory = values.bytes("--max-device-memory").value_or(0);
}

}  // namespace

DeviceChoice choose_device(const std::optional<std::string>& option) {
  const char* environment = std::getenv("QGPU_DEVICE");
  DeviceChoice choice;
  if (option)
    choice.name = *option;
  else if (environment != nullptr && *environment != '\0')
    choice = {environment, "QGPU_DEVICE"};
  if (parse_device(choice.name)) return choice;
  throw usage_error(fmt::format("{}: expected auto, cpu, cuda or cuda:N, found '{}'{}", choice.given_by, choice.name,
                                suggestion_of(choice.name, {"auto", "cpu", "cuda"})));
}

void check_word_count(const Options& options, std::size_t least, std::size_t most) {
  const std::size_t found = options.words.size();
  if (found >= least && found <= most) return;
  const CommandSpec& command = *find_command(options.command);
  const std::string_view expected = command.words.empty() ? "no word" : command.words;
  if (found > most) {
    throw usage_error(fmt::format("{}: expected {}, found {}'{}'", command.name, expected,
                                  most == 0 ? "" : "one more: ", options.words[most]));
  }
  throw usage_error(fmt::format("{}: expected {}, found {}", command.name, expected,
                                found == 0 ? "no word" : counted(found, "word")));
}

BlockSize parse_block(const std::string& text, const std::string& where) {
  const std::size_t cross = text.find('x');
  const std::optional<std::uint64_t> first = parse_unsigned(text.substr(0, cross));
  const std::optional<std::uint64_t> second =
      cross == std::string::npos ? std::optional<std::uint64_t>(1) : parse_unsigned(text.substr(cross + 1));
  if (!first || !second || *first == 0 || *second == 0)
    refuse(where, "N or NxM, each at least 1 and within 64 bits", text);
  return cross == std::string::npos ? BlockSize{0, *first} : BlockSize{*first, *second};
}

std::int64_t parse_axis(const std::string& text, const std::string& where) {
  const std::optional<std::int64_t> axis = parse_integer(text);
  constexpr std::int64_t kLimit = std::numeric_limits<std::int32_t>::max();
  if (!axis || *axis > kLimit || *axis < -kLimit) refuse(where, "the number of an axis", text);
  return *axis;
}

void check_axis(std::int64_t axis, std::size_t rank, const std::string& where) {
  const auto axes = static_cast<std::int64_t>(rank);
  if (axis < -axes || axis >= axes)
    throw usage_error(fmt::format("{}: expected an axis of a tensor of rank {}, found {}", where, rank, axis));
}

Options read_options(const CommandLine& line) {
  const Values values(line);
  Options options;
  options.command = line.command->name;
  options.words = line.words;
  if (const std::string* axis = values.find("--axis")) options.axis = parse_axis(*axis, "--axis");
  if (const std::string* block = values.find("--block")) options.block = parse_block(*block, "--block");
  if (options.axis && options.block && options.block->rows != 0) {
    throw usage_error("--axis: does not go with --block NxM, which takes the last two axes");
  }
  options.scale = values.text("--scale");
  options.zero_point = values.text("--zero-point");
  options.params = values.text("--params");
  options.type = values.text("--type");
  options.emit_stablehlo = values.text("--emit-stablehlo");
  options.scale_out = values.text("--scale-out");
  options.zero_point_out = values.text("--zero-point-out");
  options.report = values.text("--report");
  if (const auto order = values.choice("--order")) options.order = *order == "onnx" ? Order::kOnnx : Order::kStablehlo;
  options.narrow_range = values.flag("--narrow-range");
  if (values.choice("--nonfinite") == "saturate") options.nonfinite = Nonfinite::kSaturate;
  if (const std::string* error = values.find("--max-error")) {
    options.max_error = parse_double(*error);
    if (!options.max_error || !(*options.max_error >= 0))
      refuse("--max-error", "a number that is not negative", *error);
  }
  options.require_bound = values.flag("--require-bound");
  options.per_group = values.flag("--per-group");
  options.table = values.flag("--table");
  options.dry_run = values.flag("--dry-run");
  options.fsync = values.flag("--fsync");
  options.quiet = values.flag("--quiet");
  options.verbose = values.flag("--verbose");
  read_backend(line, values, options.backend);
  options.seed = values.number("--seed").value_or(0);
  options.lang = values.choice("--lang").value_or("en");
  options.bytes = values.bytes("--bytes");
  options.columns = values.number("--columns");
  options.samples = values.number("--samples");
  options.kernels = values.list("--kernel");
  options.granularities = values.list("--granularity");
  options.compare = values.text("--compare");
  options.csv = values.flag("--csv");
  return options;
}

}  // namespace qgpu::cli
