#include "host/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "host/cli/number_text.hpp"
#include "host/cli/option_table.hpp"
#include "host/cli/parse_refusal.hpp"
#include "host/cli/stablehlo_command.hpp"
#include "host/cli/suggestion.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

// CLI11 takes -.5 for an option, [a] for a list and ++ for the end of a subcommand. A mark in front makes them plain
// words.
constexpr char kMark = '\x01';

bool needs_mark(const std::string& word) {
  return (word.starts_with('-') && is_number(word)) || word.starts_with('[') || word == "++" || word.starts_with(kMark);
}

std::string unmarked(const std::string& word) { return word.starts_with(kMark) ? word.substr(1) : word; }

/// Takes the words behind `--` off the end: CLI11 would take them for the program's own, not the command's.
std::vector<std::string> split_plain_words(std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  if (mark == arguments.end()) return {};
  std::vector<std::string> words(mark + 1, arguments.end());
  arguments.erase(mark, arguments.end());
  return words;
}

std::vector<std::string_view> option_names(const CommandSpec& command) {
  std::vector<std::string_view> names(command.options.begin(), command.options.end());
  names.insert(names.end(), options_of_every_command().begin(), options_of_every_command().end());
  return names;
}

void add_option(CLI::App& app, const OptionSpec& option) {
  std::string names(option.name);
  if (!option.short_name.empty()) names += "," + std::string(option.short_name);
  if (option.value.empty()) {
    app.add_flag(names);
  } else {
    app.add_option(names)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
}

void add_command(CLI::App& app, const CommandSpec& command) {
  CLI::App* sub = app.add_subcommand(std::string(command.name));
  if (!command.alias.empty()) sub->alias(std::string(command.alias));
  sub->set_help_flag();
  sub->add_flag("-h,--help");
  sub->allow_extras();
  for (const std::string_view name : option_names(command)) add_option(*sub, find_option(name));
  for (const LaterOption& option : later_options()) {
    if (option.value.empty()) {
      sub->add_flag(std::string(option.name));
    } else {
      sub->add_option(std::string(option.name))->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
  }
  sub->add_option("words")->expected(0, -1)->allow_extra_args();
}

void refuse_unknown_options(const CommandSpec& command, const CLI::App& sub) {
  const std::vector<std::string> extras = sub.remaining();
  for (const std::string& marked : extras) {
    const std::string extra = unmarked(marked);
    const std::string name = extra.substr(0, extra.find('='));
    std::vector<std::string_view> known = option_names(command);
    known.push_back("--help");
    for (const OptionSpec& option : option_table()) {
      if (option.name == name) {
        throw usage_error(
            fmt::format("{}: not an option of {} (see qgpu {} --help)", name, command.name, command.name));
      }
    }
    throw usage_error(fmt::format("{}: unknown option of {}{}", name, command.name, suggestion(name, known)));
  }
}

void refuse_later_options(const CLI::App& sub) {
  for (const LaterOption& option : later_options()) {
    if (sub.count(std::string(option.name)) > 0) {
      throw usage_error(fmt::format("{}: unsupported: this build has no {}", option.name, option.lacks));
    }
  }
}

CommandLine read_command(const CommandSpec& command, const CLI::App& sub) {
  CommandLine line;
  line.command = &command;
  if (sub.count("--help") > 0) {
    line.wish = CommandLine::Wish::kHelp;
    return line;
  }
  refuse_unknown_options(command, sub);
  refuse_later_options(sub);
  for (const std::string_view name : option_names(command)) {
    const CLI::Option* option = sub.get_option(std::string(name));
    if (option->count() == 0) continue;
    if (!find_option(name).value.empty() && option->count() > 1) {
      throw usage_error(fmt::format("{}: expected once, found {} times", name, option->count()));
    }
    if (find_option(name).value.empty() && option->results().front() != "true") {
      throw usage_error(fmt::format("{}: expected no value, found '{}'", name, option->results().front()));
    }
    line.values[std::string(name)] = find_option(name).value.empty() ? "" : unmarked(option->results().front());
  }
  for (const std::string& word : sub.get_option("words")->results()) line.words.push_back(unmarked(word));
  return line;
}

/// An empty word is a slip, such as a variable of the shell that is not set: no name, number or mode is empty.
void refuse_empty_words(const CommandLine& line) {
  for (const auto& [name, value] : line.values) {
    if (value.empty() && !find_option(name).value.empty())
      throw usage_error(fmt::format("{}: expected a value, found an empty word", name));
  }
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    if (!line.words[i].empty()) continue;
    throw usage_error(fmt::format("{}: expected {}, found an empty word in place {}", line.command->name,
                                  line.command->words, i + 1));
  }
}

}  // namespace

CommandLine parse_command_line(std::vector<std::string> arguments) {
  CommandLine line;
  if (!arguments.empty() && arguments[0] == "help") {  // qgpu help [COMMAND]
    arguments.erase(arguments.begin());
    if (!arguments.empty() && !arguments[0].starts_with('-') && arguments[0] != "help" &&
        find_command(arguments[0]) == nullptr)
      refuse_word(arguments[0]);
    arguments.push_back("--help");
  }
  std::vector<std::string> plain_words;
  if (const CommandSpec* command = arguments.empty() ? nullptr : find_command(arguments[0]);
      command == nullptr || command->run != nullptr) {
    plain_words = split_plain_words(arguments);
    for (std::string& word : arguments) {
      if (needs_mark(word)) word.insert(word.begin(), kMark);
    }
  }

  CLI::App app("", "qgpu");
  app.add_flag("--version");
  app.allow_extras();
  app.require_subcommand(0, 1);
  for (const CommandSpec& command : command_table()) {
    if (command.run != nullptr) add_command(app, command);
  }
  add_stablehlo_command(app, line.exit_code);
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    line.wish = CommandLine::Wish::kHelp;
    if (!app.get_subcommands().empty()) {
      line.wish = CommandLine::Wish::kText;
      line.text = app.help();
    }
    return line;
  } catch (const CLI::ParseError& error) {
    refuse_parse(app, error);
  }
  const auto subs = app.get_subcommands();
  std::vector<std::string> extras = app.remaining();
  if (!subs.empty()) {
    if (!extras.empty()) refuse_word(unmarked(extras.front()));
    const CommandSpec* command = find_command(subs.front()->get_name());
    if (command->run != nullptr) {
      line = read_command(*command, *subs.front());
      line.words.insert(line.words.end(), plain_words.begin(), plain_words.end());
      if (line.wish == CommandLine::Wish::kRun) refuse_empty_words(line);
      return line;
    }
    line.wish = CommandLine::Wish::kDone;
    return line;
  }
  if (app.count("--version") > 0) {
    line.wish = CommandLine::Wish::kVersion;
    return line;
  }
  extras.insert(extras.end(), plain_words.begin(), plain_words.end());
  if (!extras.empty()) refuse_word(unmarked(extras.front()));
  line.wish = CommandLine::Wish::kHelp;
  return line;
}

}  // namespace qgpu::cli
