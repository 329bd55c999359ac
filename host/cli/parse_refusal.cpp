#include "host/cli/parse_refusal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "host/cli/command_table.hpp"
#include "host/cli/suggestion.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

/// The command that was being read, and how it is called: `stablehlo check`.
struct ReadCommand {
  const CLI::App* app;
  std::string name;
};

ReadCommand innermost_command(const CLI::App& app) {
  ReadCommand found{&app, ""};
  while (!found.app->get_subcommands().empty()) {
    found.app = found.app->get_subcommands().front();
    found.name += (found.name.empty() ? "" : " ") + found.app->get_name();
  }
  return found;
}

std::vector<std::string> part_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* part : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(part->get_name());
  return names;
}

/// A word or option that the command does not take.
[[noreturn]] void refuse_extra(const ReadCommand& command, const std::string& extra) {
  if (const std::vector<std::string> parts = part_names(*command.app); !parts.empty()) {
    if (extra.starts_with('-') && extra != "-")
      throw usage_error(fmt::format("{}: expected {} before options", extra, fmt::join(parts, "|")));
    throw usage_error(fmt::format("{} {}: no such command{}; expected {}", command.name, extra,
                                  suggestion_of(extra, parts), fmt::join(parts, ", ")));
  }
  if (!extra.starts_with('-') || extra == "-") {
    throw usage_error(fmt::format("{}: expected no further word, found '{}' (see qgpu {} --help)", command.name, extra,
                                  command.name));
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : command.app->get_options()) {
    if (!option->get_positional()) known.push_back(option->get_name());
  }
  const std::string name = extra.substr(0, extra.find('='));
  throw usage_error(fmt::format("{}: unknown option of {}{}", name, command.name, suggestion_of(name, known)));
}

/// "--mode: foo not in {spec,math,tosa}", as CLI11 says it, in our words.
std::string in_our_words(const std::string& text) {
  const std::size_t value = text.find(": ");
  const std::size_t choices = text.rfind(" not in {");
  if (value == std::string::npos || choices == std::string::npos || choices < value + 2) return text;
  const std::vector<std::string> words = words_between(text.substr(choices + 9, text.size() - choices - 10), ',');
  const std::string found = text.substr(value + 2, choices - value - 2);
  return fmt::format("{}: expected {}, found '{}'{}", text.substr(0, value), fmt::join(words, "|"), found,
                     suggestion_of(found, words));
}

}  // namespace

void refuse_parse(const CLI::App& app, const CLI::ParseError& error) {
  const ReadCommand command = innermost_command(app);
  const std::string text = error.what();
  const std::string subject = text.substr(0, text.find(':'));
  for (ReadCommand level{&app, ""}; !level.app->get_subcommands().empty();) {
    level = {level.app->get_subcommands().front(),
             level.name + (level.name.empty() ? "" : " ") + level.app->get_subcommands().front()->get_name()};
    if (const std::vector<std::string> extras = level.app->remaining(); !extras.empty())
      refuse_extra(level, extras.front());
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {  // "--axis: 1 required  missing"
    const CLI::Option* option = command.app->get_option_no_throw(subject);
    if (option != nullptr && option->count() > 1)
      throw usage_error(fmt::format("{}: expected once, found {} times", subject, option->count()));
    if (text.find("flag override") != std::string::npos)  // "--bits was given a disallowed flag override"
      throw usage_error(fmt::format("--{}: expected no value, found one", text.substr(0, text.find(' '))));
    throw usage_error(fmt::format("{}: expected a value, found none", subject));
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {  // "FILE is required"
    if (const std::vector<std::string> parts = part_names(*command.app); !parts.empty()) {
      throw usage_error(fmt::format("{}: expected {}, found no command", command.name, fmt::join(parts, ", ")));
    }
    throw usage_error(fmt::format("{}: expected {}, found none", command.name, text.substr(0, text.find(' '))));
  }
  throw usage_error(in_our_words(text));
}

void refuse_word(const std::string& word) {
  if (word.empty()) throw usage_error("'': expected a command, found an empty word (see qgpu --help)");
  if (find_command(word) != nullptr) throw usage_error(fmt::format("{}: expected a command before --", word));
  if (word.starts_with('-') && word != "-") {
    throw usage_error(fmt::format("{}: expected a command before options (qgpu COMMAND ..., see qgpu --help)", word));
  }
  std::vector<std::string> names{"--version", "--help"};
  for (const CommandSpec& command : command_table()) {
    names.emplace_back(command.name);
    if (command.alias.size() > 2) names.emplace_back(command.alias);
  }
  throw usage_error(fmt::format("{}: no such command{}; qgpu --help lists them", word, suggestion_of(word, names)));
}

}  // namespace qgpu::cli
