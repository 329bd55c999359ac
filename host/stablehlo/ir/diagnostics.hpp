#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qgpu::stablehlo {

/// A place in the text, both counted from 1 as MLIR does; line 0 is "nowhere" (an op that a pass made).
struct Location {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Location&, const Location&) = default;
};

/// One program's text. A file read with --split-input-file gives several, which share `file` and keep the line
/// numbers of the whole file.
struct Source {
  std::string file;              ///< as given by the user; "-" for stdin
  std::string_view text;         ///< the caller keeps the bytes alive
  std::uint32_t first_line = 1;  ///< line number of text's first line
};

/// Splits a text at its `// -----` lines, as mlir's --split-input-file does.
std::vector<Source> split_source(const std::string& file, std::string_view text);

enum class Severity { kError, kWarning, kRemark, kNote };

struct Diagnostic {
  Severity severity = Severity::kError;
  Location location;
  std::string message;
};

/// Collects what parsing, verifying and passes have to say; nothing in host/stablehlo prints.
class Diagnostics {
 public:
  void error(Location at, std::string message) { add({Severity::kError, at, std::move(message)}); }
  void warning(Location at, std::string message) { add({Severity::kWarning, at, std::move(message)}); }
  void note(Location at, std::string message) { add({Severity::kNote, at, std::move(message)}); }
  void add(Diagnostic diagnostic);

  const std::vector<Diagnostic>& all() const { return all_; }
  std::size_t num_errors() const { return num_errors_; }
  bool has_errors() const { return num_errors_ != 0; }
  /// True once so many errors were reported that a parser should give up (a hostile file cannot fill memory). What is
  /// no error is kept up to the same number and never stops anybody.
  bool full() const { return num_errors_ >= kMostDiagnostics; }
  /// In order of line and column; those of one place keep their order.
  void sort();

  static constexpr std::size_t kMostDiagnostics = 1000;

 private:
  std::vector<Diagnostic> all_;
  std::size_t num_errors_ = 0;
  std::size_t num_others_ = 0;
};

/// `FILE:LINE:COL: error: MESSAGE`, the source line, and a caret line; lines end in '\n'. Without a place, or with a
/// line that is not in the source, only the first line (then without LINE and COL).
std::string render(const Diagnostic& diagnostic, const Source& source);

}  // namespace qgpu::stablehlo
