// Man page and completions are written from the tables of options and commands: nothing may be left out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/cli/help.hpp"
#include "host/cli/option_table.hpp"

namespace qgpu::cli {
namespace {

using testing::HasSubstr;

std::string without_backslashes(std::string text) {
  std::erase(text, '\\');
  return text;
}

TEST(GeneratedTexts, NameEveryCommandAndOption) {
  for (const std::string& text :
       {without_backslashes(man_page()), completion_script("bash"), completion_script("zsh")}) {
    for (const CommandSpec& command : command_table()) EXPECT_THAT(text, HasSubstr(std::string(command.name)));
    for (const OptionSpec& option : option_table()) EXPECT_THAT(text, HasSubstr(std::string(option.name)));
  }
  for (const OptionSpec& option : option_table()) {
    EXPECT_THAT(completion_script("fish"), HasSubstr("-l " + std::string(option.name.substr(2)) + " "));
  }
}

TEST(GeneratedTexts, HelpOfACommandNamesItsOptionsAndAnExample) {
  for (const CommandSpec& command : command_table()) {
    EXPECT_THAT(program_help(), HasSubstr("  " + std::string(command.name)));
    if (command.run == nullptr) continue;
    const std::string help = command_help(command);
    for (const std::string_view option : command.options) EXPECT_THAT(help, HasSubstr(std::string(option)));
    EXPECT_THAT(help, HasSubstr("\n  qgpu " + std::string(command.name))) << "no example";
  }
}

TEST(GeneratedTexts, HelpFitsATerminal) {
  for (const CommandSpec& command : command_table()) {
    if (command.run == nullptr) continue;
    const std::string help = command_help(command);
    for (std::size_t begin = 0; begin < help.size();) {
      const std::size_t end = help.find('\n', begin);
      EXPECT_LE(end - begin, 100u) << help.substr(begin, end - begin);
      begin = end + 1;
    }
  }
}

}  // namespace
}  // namespace qgpu::cli
