#include <fmt/format.h>

#include "host/cli/help.hpp"
#include "host/cli/option_table.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

/// Text for roff: hyphens that stay hyphens, no line taken for a request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
      result += c;
    }
  }
  return result;
}

std::string option_entry(const OptionSpec& option) {
  std::string head = "\\fB" + roff(option.name) + "\\fR";
  if (!option.short_name.empty()) head = "\\fB" + roff(option.short_name) + "\\fR, " + head;
  if (!option.value.empty()) head += " \\fI" + roff(option.value) + "\\fR";
  return fmt::format(".TP\n{}\n{}\n", head, roff(option.help));
}

}  // namespace

std::string man_page() {
  std::string text = fmt::format(
      ".TH QGPU 1 \"\" \"qgpu {}\" \"User Commands\"\n"
      ".SH NAME\nqgpu \\- quantize float tensors, and measure what that costs\n"
      ".SH SYNOPSIS\n.B qgpu\n.I COMMAND WORDS... [OPTIONS]\n"
      ".SH DESCRIPTION\n"
      "The answer is one JSON document on standard output; messages, warnings and progress go to standard error.\n"
      "The file name \\- is standard input or output; \\-\\- ends options; negative numbers are values.\n"
      "MODE is asym\\-u8 (the default), asym\\-i8 or sym\\-i8.\n"
      ".SH COMMANDS\n",
      version());
  for (const CommandSpec& command : command_table()) {
    text += fmt::format(".SS \"{} {}\"\n{}{}.\n", roff(command.name), roff(command.words),
                        command.alias.empty() ? "" : fmt::format("(also {}) ", command.alias), roff(command.summary));
    text += fmt::format("{}\n.PP\n.nf\n{}\n.fi\n", roff(command.text), roff(command.example));
    if (command.options.empty()) continue;
    text += ".PP\nOptions:";
    for (const std::string_view name : command.options) text += " \\fB" + roff(name) + "\\fR";
    text += '\n';
  }
  text += ".SH OPTIONS\n";
  for (const OptionSpec& option : option_table()) text += option_entry(option);
  text += option_entry({"--help", "-h", "", "Help on the program or a command.", ""});
  text += option_entry({"--version", "", "", "The version.", ""});
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\nDone.\n.TP\n1\nA check that was asked for failed: \\-\\-max\\-error, \\-\\-require\\-bound, verify, "
      "bench \\-\\-compare, or one of\n"
      "stablehlo. The answer is printed all the same.\n"
      ".TP\n2\nWrong usage.\n.TP\n3\nAn input or output file.\n.TP\n4\nA device, or CUDA.\n.TP\n70\nA bug in qgpu.\n"
      ".SH ENVIRONMENT\n.TP\nQGPU_DEVICE\nWhat \\-\\-device is where it is not given.\n"
      ".TP\nQGPU_SIMD\navx512, avx2 or baseline: the vector instructions of the CPU, in place of the best there are.\n"
      ".TP\nTMPDIR\nWhere a pipe that must be read twice is copied to.\n";
  return text;
}

}  // namespace qgpu::cli
