#include "host/cli/progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace qgpu::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{1000};
constexpr std::chrono::milliseconds kBetween{167};  // six a second at most
constexpr int kWidth = 30;

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::min(seconds, 359999.0));
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

std::string progress_text(std::uint64_t done_bytes, std::uint64_t total_bytes, double seconds) {
  const double done = static_cast<double>(std::min(done_bytes, total_bytes));
  const double share = total_bytes == 0 ? 1.0 : done / static_cast<double>(total_bytes);
  const double rate = seconds > 0 ? done / seconds : 0.0;
  const double left = rate > 0 ? (static_cast<double>(total_bytes) - done) / rate : 0.0;
  const int filled = static_cast<int>(share * kWidth);
  return fmt::format("{:3.0f}% [{}{}] {:.2f} GB/s, {} left", share * 100, std::string(filled, '#'),
                     std::string(kWidth - filled, '.'), rate / 1e9, clock_text(left));
}

ProgressBar::ProgressBar(bool enabled)
    : enabled_(enabled && isatty(STDERR_FILENO) != 0), begin_(Clock::now()), next_(begin_ + kFirst) {}

void ProgressBar::update(std::uint64_t done_bytes, std::uint64_t total_bytes) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  fmt::print(stderr, "\r\033[K{}", progress_text(done_bytes, total_bytes, seconds));
  std::fflush(stderr);
}

void ProgressBar::erase() {
  if (!shown_) return;
  shown_ = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace qgpu::cli
