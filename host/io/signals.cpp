#include "host/io/signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <forward_list>
#include <mutex>
#include <utility>

#include "qgpu/error.hpp"

namespace qgpu::io {
namespace {

constexpr std::size_t kSlots = 1024;  // temporaries at once
std::array<std::atomic<const char*>, kSlots> names;
std::atomic<int> deferrals{0};
std::atomic<int> pending_signal{0};
static_assert(std::atomic<const char*>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

[[noreturn]] void remove_and_exit(int signal_number) {
  for (const std::atomic<const char*>& name : names) {
    const char* path = name.load();
    if (path != nullptr) ::unlink(path);
  }
  ::_exit(128 + signal_number);
}

void on_signal(int signal_number) {
  pending_signal.store(signal_number);
  if (deferrals.load() == 0) remove_and_exit(signal_number);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  ::sigfillset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction inherited {};
    ::sigaction(number, nullptr, &inherited);
    // nohup and background jobs of a shell ignore on purpose.
    if (inherited.sa_handler != SIG_IGN) ::sigaction(number, &action, nullptr);
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

TemporaryName::TemporaryName(std::string path) {
  // Never freed: a handler may read a name while its owner goes. A run makes a handful.
  static std::mutex mutex;
  static auto& all = *new std::forward_list<std::string>;
  {
    const std::lock_guard lock(mutex);
    path_ = &all.emplace_front(std::move(path));
  }
  for (std::atomic<const char*>& name : names) {
    const char* none = nullptr;
    if (name.compare_exchange_strong(none, path_->c_str())) return;
  }
  throw internal_error("temporary files: more at once than can be removed by a signal");
}

TemporaryName::TemporaryName(TemporaryName&& other) noexcept : path_(std::exchange(other.path_, nullptr)) {}

TemporaryName& TemporaryName::operator=(TemporaryName&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

TemporaryName::~TemporaryName() {
  if (path_ == nullptr) return;
  for (std::atomic<const char*>& name : names) {
    const char* mine = path_->c_str();
    if (name.compare_exchange_strong(mine, nullptr)) return;
  }
}

SignalsDeferred::SignalsDeferred() { ++deferrals; }

SignalsDeferred::~SignalsDeferred() {
  if (--deferrals == 0 && pending_signal.load() != 0) remove_and_exit(pending_signal.load());
}

}  // namespace qgpu::io
