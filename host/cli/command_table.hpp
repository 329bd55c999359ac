#pragma once
#include <span>
#include <string_view>

namespace qgpu::cli {

struct Options;
class Session;

/// One command, as parser, help, man page and completions know it.
struct CommandSpec {
  std::string_view name;
  std::string_view alias;                     ///< or empty
  std::string_view words;                     ///< its words, as in a usage line
  std::string_view summary;                   ///< half a line
  std::string_view text;                      ///< what to know, in lines of at most 96 columns
  std::string_view example;                   ///< a command line and what it shows, each on lines of its own
  std::span<const std::string_view> options;  ///< names in the option table, beside those of every command
  int (*run)(const Options&, Session&);       ///< the exit code; null where the command registers itself
};

/// Every command in the order of the help.
std::span<const CommandSpec> command_table();

/// The command of this name or alias, or null.
const CommandSpec* find_command(std::string_view name);

/// Options that every command of the table takes.
std::span<const std::string_view> options_of_every_command();

// Each in command_<name>.cpp. Throws qgpu::Error; prints only through the session.
int run_params(const Options& options, Session& session);
int run_inspect(const Options& options, Session& session);
int run_quantize(const Options& options, Session& session);
int run_dequantize(const Options& options, Session& session);
int run_roundtrip(const Options& options, Session& session);
int run_channel(const Options& options, Session& session);
int run_saturate(const Options& options, Session& session);
int run_symmetry(const Options& options, Session& session);
int run_compare(const Options& options, Session& session);
int run_gen_data(const Options& options, Session& session);
int run_report(const Options& options, Session& session);
int run_verify(const Options& options, Session& session);
int run_bench(const Options& options, Session& session);
int run_info(const Options& options, Session& session);
int run_completion(const Options& options, Session& session);

}  // namespace qgpu::cli
