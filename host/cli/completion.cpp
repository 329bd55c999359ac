#include <fmt/format.h>

#include <vector>

#include "host/cli/help.hpp"
#include "host/cli/option_table.hpp"
#include "host/cli/suggestion.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

constexpr std::string_view kModes = "asym-u8 asym-i8 sym-i8";

std::vector<std::string_view> names_of(const CommandSpec& command) {
  std::vector<std::string_view> names(command.options.begin(), command.options.end());
  if (command.run != nullptr) {
    names.insert(names.end(), options_of_every_command().begin(), options_of_every_command().end());
    names.push_back("--help");
  }
  return names;
}

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

std::string command_names() {
  std::vector<std::string_view> names;
  for (const CommandSpec& command : command_table()) names.push_back(command.name);
  return joined(names);
}

std::string pattern_of(const CommandSpec& command) {
  return command.alias.empty() ? std::string(command.name) : fmt::format("{}|{}", command.name, command.alias);
}

/// Where a word is no file: the shells of `completion`.
std::string_view words_of(const CommandSpec& command) {
  return command.name == "completion"                           ? "bash zsh fish man"
         : command.words.find("MODE") != std::string_view::npos ? kModes
                                                                : "";
}

std::string bash_script() {
  std::string text = fmt::format(
      "# bash completion of qgpu, made by `qgpu completion bash`\n"
      "_qgpu() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $before in\n",
      command_names());
  for (const OptionSpec& option : option_table()) {
    if (option.value.empty()) continue;
    const std::string files = option.is_file ? "compopt -o filenames; COMPREPLY+=($(compgen -f -- \"$word\")); " : "";
    text += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); {}return ;;\n", option.name,
                        option.choices, files);
  }
  text += "  esac\n  local options= words=\n  case ${COMP_WORDS[1]} in\n";
  for (const CommandSpec& command : command_table()) {
    text += fmt::format("    {}) options=\"{}\" words=\"{}\" ;;\n", pattern_of(command), joined(names_of(command)),
                        words_of(command));
  }
  text +=
      "  esac\n"
      "  case $word in\n"
      "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
      "    *) compopt -o filenames; COMPREPLY=($(compgen -W \"$words\" -- \"$word\") $(compgen -f -- \"$word\")) ;;\n"
      "  esac\n"
      "}\n"
      "complete -F _qgpu qgpu\n";
  return text;
}

/// For zsh: no quotes, brackets or colons that mean something to _arguments.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') continue;
    if (c == '[' || c == ']' || c == ':') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_option(const OptionSpec& option) {
  std::string text = fmt::format("      '{}[{}]", option.name, zsh_text(option.help));
  if (!option.value.empty()) {
    text += fmt::format(":{}:", zsh_text(option.value));
    text += option.is_file ? "_files" : option.choices.empty() ? " " : fmt::format("({})", option.choices);
  }
  return text + "' \\\n";
}

std::string zsh_script() {
  std::string text =
      "#compdef qgpu\n"
      "# zsh completion of qgpu, made by `qgpu completion zsh`\n"
      "_qgpu() {\n"
      "  local -a commands\n"
      "  commands=(\n";
  for (const CommandSpec& command : command_table())
    text += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  case $words[2] in\n";
  for (const CommandSpec& command : command_table()) {
    if (command.run == nullptr) continue;
    text += fmt::format("    {})\n      _arguments \\\n", pattern_of(command));
    for (const std::string_view name : names_of(command)) {
      text += name == "--help" ? "      '--help[Help on this command.]' \\\n" : zsh_option(find_option(name));
    }
    text += "      '*:file:_files' ;;\n";
  }
  text += "    *) _files ;;\n  esac\n}\n_qgpu \"$@\"\n";
  return text;
}

/// For fish, inside single quotes.
std::string fish_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string fish_script() {
  std::string text = "# fish completion of qgpu, made by `qgpu completion fish`\n";
  for (const CommandSpec& command : command_table()) {
    text += fmt::format("complete -c qgpu -f -n __fish_use_subcommand -a {} -d '{}'\n", command.name,
                        fish_text(command.summary));
  }
  for (const CommandSpec& command : command_table()) {
    if (command.run == nullptr) continue;
    const std::string seen = fmt::format("'__fish_seen_subcommand_from {}{}{}'", command.name,
                                         command.alias.empty() ? "" : " ", command.alias);
    for (const std::string_view name : names_of(command)) {
      if (name == "--help") continue;
      const OptionSpec& option = find_option(name);
      text += fmt::format("complete -c qgpu -n {} -l {} -d '{}'", seen, name.substr(2), fish_text(option.help));
      if (!option.short_name.empty()) text += fmt::format(" -s {}", option.short_name.substr(1));
      if (!option.value.empty()) text += option.is_file ? " -r" : " -x";
      if (!option.choices.empty()) text += fmt::format(" -a '{}'", option.choices);
      text += '\n';
    }
    if (!words_of(command).empty()) text += fmt::format("complete -c qgpu -n {} -a '{}'\n", seen, words_of(command));
  }
  return text;
}

}  // namespace

std::string completion_script(const std::string& shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  throw usage_error(fmt::format("completion: expected bash, zsh, fish or man, found '{}'{}", shell,
                                suggestion_of(shell, {"bash", "zsh", "fish", "man"})));
}

}  // namespace qgpu::cli
