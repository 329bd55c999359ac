#include "host/stablehlo/text/expected_diagnostics.hpp"

#include <fmt/format.h>

#include <optional>
#include <regex>
#include <string_view>
#include <utility>
#include <vector>

namespace qgpu::stablehlo {
namespace {

struct Expectation {
  Severity severity = Severity::kError;
  std::uint32_t line = 0;
  Location written_at;
  std::string text;
  bool is_regex = false;
  bool met = false;
};

constexpr std::pair<std::string_view, Severity> kSeverities[] = {{"error", Severity::kError},
                                                                 {"warning", Severity::kWarning},
                                                                 {"remark", Severity::kRemark},
                                                                 {"note", Severity::kNote}};

/// Where the braces opened at `begin` close, those inside counted.
std::size_t closing_braces(std::string_view line, std::size_t begin) {
  int open = 1;
  for (std::size_t i = begin; i + 1 < line.size(); ++i) {
    if (line.substr(i, 2) == "{{") {
      ++open;
      ++i;
    } else if (line.substr(i, 2) == "}}") {
      if (--open == 0) return i;
      ++i;
    }
  }
  return std::string_view::npos;
}

std::optional<Expectation> expectation_in(std::string_view line, std::uint32_t number) {
  std::size_t at = line.find("expected-");
  if (at == std::string_view::npos || line.substr(0, at).find("//") == std::string_view::npos) return std::nullopt;
  Expectation expectation;
  expectation.written_at = {number, static_cast<std::uint32_t>(at) + 1};
  std::string_view rest = line.substr(at + 9);
  bool known = false;
  for (const auto& [word, severity] : kSeverities) {
    if (!rest.starts_with(word)) continue;
    expectation.severity = severity;
    rest.remove_prefix(word.size());
    known = true;
    break;
  }
  if (!known) return std::nullopt;
  if (rest.starts_with("-re")) {
    expectation.is_regex = true;
    rest.remove_prefix(3);
  }
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  std::int64_t offset = 0;
  if (rest.starts_with("@above"))
    offset = -1;
  else if (rest.starts_with("@below"))
    offset = 1;
  else if (rest.starts_with("@+") || rest.starts_with("@-")) {
    for (std::size_t i = 2; i < rest.size() && rest[i] >= '0' && rest[i] <= '9' && offset < 100000; ++i)
      offset = offset * 10 + (rest[i] - '0');
    if (rest[1] == '-') offset = -offset;
  }
  const std::size_t open = rest.find("{{");
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t close = closing_braces(rest, open + 2);
  if (close == std::string_view::npos) return std::nullopt;
  expectation.text = rest.substr(open + 2, close - open - 2);
  expectation.line = static_cast<std::uint32_t>(number + offset);
  return expectation;
}

/// The pieces of a pattern: literal text, a regular expression, text, ...
std::vector<std::string_view> pieces(std::string_view pattern) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t open = pattern.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : pattern.find("}}", open);
    parts.push_back(pattern.substr(0, close == std::string_view::npos ? close : open));
    if (close == std::string_view::npos) return parts;
    parts.push_back(pattern.substr(open + 2, close - open - 2));
    pattern.remove_prefix(close + 2);
  }
}

bool matches_pattern(const std::string& message, std::string_view pattern) {
  const auto parts = pieces(pattern);
  // `.*` is nearly all there is, and std::regex recurses once a character.
  bool only_anything = true;
  for (std::size_t i = 1; i < parts.size(); i += 2) only_anything = only_anything && parts[i] == ".*";
  if (only_anything) {
    std::size_t from = 0;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const std::size_t found = message.find(parts[i], from);
      if (found == std::string::npos) return false;
      from = found + parts[i].size();
    }
    return true;
  }
  constexpr std::size_t kLongestForRegex = 4000;
  if (message.size() > kLongestForRegex) return false;
  std::string expression;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i % 2 == 1) {
      expression += "(" + std::string(parts[i]) + ")";
      continue;
    }
    for (const char c : parts[i]) {
      if (std::string_view("^$\\.*+?()[]{}|/").find(c) != std::string_view::npos) expression += '\\';
      expression += c;
    }
  }
  try {
    return std::regex_search(message, std::regex(expression));
  } catch (const std::regex_error&) {
    return false;
  }
}

bool matches(const Diagnostic& diagnostic, const Expectation& expectation) {
  if (diagnostic.severity != expectation.severity || diagnostic.location.line != expectation.line) return false;
  return expectation.is_regex ? matches_pattern(diagnostic.message, expectation.text)
                              : diagnostic.message.find(expectation.text) != std::string::npos;
}

std::string_view name_of(Severity severity) {
  for (const auto& [name, named] : kSeverities)
    if (named == severity) return name;
  return "error";
}

}  // namespace

Diagnostics unmet_expectations(const Source& source, const Diagnostics& found) {
  std::vector<Expectation> expectations;
  std::uint32_t number = source.first_line;
  for (std::size_t begin = 0; begin < source.text.size(); ++number) {
    const std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
    if (auto expectation = expectation_in(source.text.substr(begin, end - begin), number))
      expectations.push_back(std::move(*expectation));
    begin = end + 1;
  }
  Diagnostics amiss;
  for (const Diagnostic& diagnostic : found.all()) {
    bool expected = false;
    for (Expectation& expectation : expectations) {
      if (expectation.met || !matches(diagnostic, expectation)) continue;
      expectation.met = expected = true;
      break;
    }
    if (!expected)
      amiss.error(diagnostic.location,
                  fmt::format("unexpected {}: {}", name_of(diagnostic.severity), diagnostic.message));
  }
  for (const Expectation& expectation : expectations)
    if (!expectation.met)
      amiss.error(expectation.written_at,
                  fmt::format("expected {} \"{}\" was not produced", name_of(expectation.severity), expectation.text));
  return amiss;
}

}  // namespace qgpu::stablehlo
