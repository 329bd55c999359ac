#pragma once
#include <stdexcept>
#include <string>

namespace qgpu {

/// What went wrong, as far as a caller has to tell: the kind is API, the text is for people.
enum class ErrorKind {
  kUsage,     ///< a wrong argument, option or combination of them (the program exits with 2)
  kFile,      ///< an input that cannot be read or accepted, an output that cannot be written (3)
  kDevice,    ///< a device that is not there, or a CUDA call that failed (4)
  kInternal,  ///< a bug in qgpu (70)
};

/// The one exception the library throws. `what()` is one line, `WHAT: WHY`: WHAT names the file or option,
/// WHY says what was expected and what was found.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& what, bool is_stdout_closed = false)
      : std::runtime_error(what), kind_(kind), is_stdout_closed_(is_stdout_closed) {}
  ErrorKind kind() const noexcept { return kind_; }
  /// True where the answer found nobody to read it any more, as behind `| head`: not worth a message.
  bool is_stdout_closed() const noexcept { return is_stdout_closed_; }

 private:
  ErrorKind kind_;
  bool is_stdout_closed_;
};

inline Error usage_error(const std::string& what) { return {ErrorKind::kUsage, what}; }
inline Error file_error(const std::string& what) { return {ErrorKind::kFile, what}; }
inline Error device_error(const std::string& what) { return {ErrorKind::kDevice, what}; }
inline Error internal_error(const std::string& what) { return {ErrorKind::kInternal, what}; }

}  // namespace qgpu
