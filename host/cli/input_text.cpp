#include "host/cli/input_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "host/io/file_descriptor.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {

std::string read_input_text(const std::string& path) {
  constexpr std::size_t kPart = 1 << 16;
  const std::string name = path == "-" ? "stdin" : path;
  const io::FileDescriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                            : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) {
    throw file_error(fmt::format("{}: expected a file that can be read, found {}", name, io::system_message(errno)));
  }
  struct stat status {};
  if (::fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode))
    throw file_error(fmt::format("{}: expected a file of text, found a directory", name));
  std::string text;
  for (std::size_t found = kPart; found == kPart;) {
    const std::size_t size = text.size();
    text.resize(size + kPart);
    found = io::read_fully(file.number(), reinterpret_cast<std::byte*>(text.data()) + size, kPart, name);
    text.resize(size + found);
    // Before all of it is read: a device may never end.
    if (const std::size_t zero = text.find('\0', size); zero != std::string::npos)
      throw file_error(fmt::format("{}: expected text, found a byte of value 0 at offset {}", name, zero));
  }
  return text;
}

}  // namespace qgpu::cli
