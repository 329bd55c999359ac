#pragma once
#include <string>

namespace qgpu::io {

/// For the program's start: SIGINT, SIGTERM and SIGHUP remove the temporaries below and exit with 128 + the signal
/// (130, 143, 129); a closed pipe and a file-size limit become errors of the write that met them.
void install_signal_handlers();

/// The path of a temporary file that a signal must remove. Made known before the file is, so that none is missed.
class TemporaryName {
 public:
  TemporaryName() = default;
  explicit TemporaryName(std::string path);
  TemporaryName(TemporaryName&& other) noexcept;
  TemporaryName& operator=(TemporaryName&& other) noexcept;
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  /// Forgets the name. Removing the file is the owner's.
  ~TemporaryName();

  const std::string& path() const { return *path_; }
  bool is_set() const { return path_ != nullptr; }

 private:
  const std::string* path_ = nullptr;  // owned by the list of all names, where a handler may still read it
};

/// While one lives, a signal waits; it is obeyed when the last is gone.
class SignalsDeferred {
 public:
  SignalsDeferred();
  ~SignalsDeferred();
  SignalsDeferred(const SignalsDeferred&) = delete;
  SignalsDeferred& operator=(const SignalsDeferred&) = delete;
};

}  // namespace qgpu::io
