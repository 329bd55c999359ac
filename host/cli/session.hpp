#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/cli/made_folder.hpp"
#include "host/cli/options.hpp"
#include "host/cli/progress_bar.hpp"
#include "qgpu/backend.hpp"
#include "qgpu/npy.hpp"
#include "qgpu/output.hpp"
#include "qgpu/parameters.hpp"

namespace qgpu::cli {

/// One run of one command: its messages, its device, its inputs, and what it prints in the end.
class Session {
 public:
  explicit Session(const Options& options);

  const Options& options() const { return options_; }

  /// The device, chosen at the first call; by then all outputs are added, as a report that cannot be written is an
  /// error before the work, not after it.
  /// `timer`: see BackendOptions; null where nothing is timed.
  Backend& backend(KernelTimer* timer = nullptr);
  /// Opens an input of codes; `-` is stdin.
  std::unique_ptr<Source> open_codes(const std::string& path) const;
  /// Opens an input of values. Throws Error kFile for integers, too.
  std::unique_ptr<Source> open_values(const std::string& path) const;

  /// Adds an array to what appears at `finish`; `-` is stdout, in place of the JSON. The main output comes first.
  Sink& add_output(const std::string& path, const TensorInfo& info);
  /// Adds a text of about so many bytes, written in pieces; `-` is stdout, in place of the JSON.
  Sink& add_text_output(const std::string& path, std::uint64_t expected_bytes);
  /// A folder for outputs: made where it is not there, gone again where the command fails.
  const MadeFolder& make_folder(const std::string& path, const char* name);
  /// Adds a text file to what appears at `finish`.
  void add_text(const std::string& path, std::string_view text);

  /// One line on stderr, `qgpu: warning: ...`, unless --quiet.
  void warn(const std::string& text);
  /// One line on stderr, with --verbose.
  void note(const std::string& text);
  /// The warning that groups of `name` have too narrow a range, where it is called for.
  void warn_degenerate(const std::string& name, const DerivedParameters& derived);
  /// The same of a range that the user gave; one of 0 alone suits groups that are all zero.
  void warn_degenerate(const GivenRange& range, const DerivedParameters& derived);

  /// The end of a command: every output and --report appear whole, and `document`, the JSON, is on stdout (with --table
  /// or --csv: `text`); or nothing at all. Throws Error kFile where they cannot be written.
  void finish(const std::string& document, const std::string& text = {});
  /// A check that was asked for failed: the answer is printed, and this line follows on stderr.
  int fail_check(const std::string& what);

 private:
  void prepare_report();

  const Options& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  ProgressBar progress_;
  std::optional<MadeFolder> folder_;  // removed after the outputs in it
  OutputSet outputs_;
  Sink* report_ = nullptr;
  bool has_stdout_output_ = false;
  std::unique_ptr<Backend> backend_;
};

}  // namespace qgpu::cli
