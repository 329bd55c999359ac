#pragma once
#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace qgpu::cli {

/// Throws Error kUsage that says in this program's words why `app` did not parse: the option or word, what was expected
/// and what was found.
[[noreturn]] void refuse_parse(const CLI::App& app, const CLI::ParseError& error);

/// Throws Error kUsage for a `word` that stands in the place of a command.
[[noreturn]] void refuse_word(const std::string& word);

}  // namespace qgpu::cli
