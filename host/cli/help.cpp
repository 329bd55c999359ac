#include "host/cli/help.hpp"

#include <fmt/format.h>

#include "host/cli/option_table.hpp"

namespace qgpu::cli {
namespace {

constexpr std::size_t kColumns = 100;

/// Words of `text` in lines that begin at column `indent`; the first line is begun already.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (column > indent && column + 1 + word.size() > kColumns) {
      result += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result;
}

std::string option_line(const OptionSpec& option) {
  const std::string head =
      fmt::format("  {:<4}{}{}{}", option.short_name.empty() ? "" : std::string(option.short_name) + ",", option.name,
                  option.value.empty() ? "" : " ", option.value);
  constexpr std::size_t kIndent = 32;
  const std::string gap =
      head.size() + 2 > kIndent ? "\n" + std::string(kIndent, ' ') : std::string(kIndent - head.size(), ' ');
  return head + gap + wrapped(option.help, kIndent) + "\n";
}

}  // namespace

std::string program_help() {
  std::string text =
      "qgpu quantizes float tensors (.npy) to small integer codes, and measures what that costs.\n\n"
      "Usage: qgpu COMMAND WORDS... [OPTIONS]\n\n"
      "A first look, in three steps:\n"
      "  qgpu gen-data sample                                  three arrays to learn with\n"
      "  qgpu roundtrip sample/weights.npy sym-i8 --axis 0     what int8 codes would lose\n"
      "  qgpu quantize sample/weights.npy codes.npy sym-i8 --axis 0 > codes.json\n\n"
      "Commands:\n";
  for (const CommandSpec& command : command_table()) {
    const std::string name =
        std::string(command.name) + (command.alias.empty() ? "" : ", " + std::string(command.alias));
    text += fmt::format("  {:<16}{}\n", name, command.summary);
  }
  text +=
      "\nMODE is asym-u8 (the default: any range), asym-i8, or sym-i8 (zero point 0: the usual choice for weights).\n"
      "The answer is one JSON document on stdout; messages go to stderr. The file name - is stdin or stdout.\n"
      "Exit codes: 0 done, 1 a check failed, 2 wrong usage, 3 input or output file, 4 device, 70 a bug.\n\n"
      "qgpu COMMAND --help tells more of one command; qgpu --version the version; man qgpu all of it.\n";
  return text;
}

std::string command_help(const CommandSpec& command) {
  std::string text = fmt::format("qgpu {}: {}\n\nUsage: qgpu {} {}{}[OPTIONS]\n", command.name, command.summary,
                                 command.name, command.words, command.words.empty() ? "" : " ");
  if (!command.alias.empty()) text += fmt::format("Also: qgpu {}\n", command.alias);
  text += fmt::format("\n{}\n\nExample:\n", command.text);
  std::string_view example = command.example;
  while (!example.empty()) {
    const std::size_t end = std::min(example.find('\n'), example.size());
    text += "  " + std::string(example.substr(0, end)) + "\n";
    example.remove_prefix(std::min(end + 1, example.size()));
  }
  text += "\nOptions:\n";
  for (const std::string_view name : command.options) text += option_line(find_option(name));
  for (const std::string_view name : options_of_every_command()) text += option_line(find_option(name));
  text += "  -h, --help                    This text.\n";
  return text;
}

}  // namespace qgpu::cli
