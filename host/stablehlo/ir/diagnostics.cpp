#include "host/stablehlo/ir/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace qgpu::stablehlo {
namespace {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kRemark:
      return "remark";
    case Severity::kNote:
      return "note";
  }
  return "error";
}

std::string_view line_of(const Source& source, std::uint32_t line) {
  if (line < source.first_line) return {};
  std::size_t begin = 0;
  for (std::uint32_t at = source.first_line; at < line; ++at) {
    begin = source.text.find('\n', begin);
    if (begin == std::string_view::npos) return {};
    ++begin;
  }
  std::string_view text = source.text.substr(begin, source.text.find('\n', begin) - begin);
  while (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return text;
}

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
  std::size_t& count = diagnostic.severity == Severity::kError ? num_errors_ : num_others_;
  if (count++ < kMostDiagnostics) all_.push_back(std::move(diagnostic));
}

void Diagnostics::sort() {
  std::stable_sort(all_.begin(), all_.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.location.line, a.location.column) < std::pair(b.location.line, b.location.column);
  });
}

std::vector<Source> split_source(const std::string& file, std::string_view text) {
  constexpr std::string_view kMarker = "// -----";
  std::vector<Source> chunks;
  std::size_t chunk_begin = 0;
  std::uint32_t line = 1;
  std::uint32_t chunk_line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    std::size_t line_end = text.find('\n', at);
    const std::size_t next = line_end == std::string_view::npos ? text.size() : line_end + 1;
    if (text.substr(at, kMarker.size()) == kMarker) {
      chunks.push_back({file, text.substr(chunk_begin, at - chunk_begin), chunk_line});
      chunk_begin = next;
      chunk_line = line + 1;
    }
    at = next;
  }
  chunks.push_back({file, text.substr(chunk_begin), chunk_line});
  return chunks;
}

std::string render(const Diagnostic& diagnostic, const Source& source) {
  const std::string_view severity = name_of(diagnostic.severity);
  if (diagnostic.location.line == 0) return fmt::format("{}: {}: {}\n", source.file, severity, diagnostic.message);
  std::string text = fmt::format("{}:{}:{}: {}: {}\n", source.file, diagnostic.location.line,
                                 diagnostic.location.column, severity, diagnostic.message);
  const std::string_view line = line_of(source, diagnostic.location.line);
  if (line.empty()) return text;
  // A literal of megabytes on one line is no help to anybody: show a window around the caret.
  constexpr std::size_t kWidest = 400;
  const std::size_t column = std::min<std::size_t>(diagnostic.location.column - 1, line.size());
  const std::size_t first = line.size() <= kWidest || column < kWidest / 2 ? 0 : column - kWidest / 2;
  const std::string_view shown = line.substr(first, kWidest);
  std::string blanks;
  for (const char c : shown.substr(0, column - first)) blanks += c == '\t' ? '\t' : ' ';
  return text + std::string(shown) + "\n" + blanks + "^\n";
}

}  // namespace qgpu::stablehlo
