#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace qgpu::cli {

/// A line on stderr with share, rate and time left: only on a terminal, after a second, at most six times a second,
/// erased at the end.
class ProgressBar {
 public:
  /// `enabled` false, or stderr not a terminal: does nothing.
  explicit ProgressBar(bool enabled);
  ~ProgressBar() { erase(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::uint64_t done_bytes, std::uint64_t total_bytes);
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool shown_ = false;
  Clock::time_point begin_;
  Clock::time_point next_;
};

/// The text of the line, without the escape sequences.
std::string progress_text(std::uint64_t done_bytes, std::uint64_t total_bytes, double seconds);

}  // namespace qgpu::cli
