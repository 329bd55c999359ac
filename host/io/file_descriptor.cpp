#include "host/io/file_descriptor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <system_error>

#include "host/counted.hpp"

namespace qgpu::io {
namespace {

constexpr std::size_t kLongestTransfer = std::size_t{1} << 30;  // Linux moves at most 2^31 - 4096 bytes a call

/// Repeats `transfer(done, size)`, which moves some bytes or returns -1, until all are moved or it moves none.
template <class Transfer>
std::size_t repeat(int file, std::size_t size, const std::string& name, Transfer&& transfer) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t moved = transfer(done, std::min(size - done, kLongestTransfer));
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) throw system_error(name, errno, file);
    if (moved == 0) break;
    done += static_cast<std::size_t>(moved);
  }
  return done;
}

void check_written(std::size_t done, std::size_t size, const std::string& name) {
  if (done < size)
    throw file_error(fmt::format("{}: expected to write {}, wrote {}", name, counted(size, "byte"), done));
}

}  // namespace

FileDescriptor::~FileDescriptor() { close(); }

int FileDescriptor::close() {
  if (!is_open()) return 0;
  return ::close(std::exchange(number_, -1)) == 0 || errno == EINTR ? 0 : errno;
}

std::string system_message(int error) { return std::system_category().message(error); }

Error system_error(const std::string& name, int error, int file) {
  // EPIPE: the reader has gone. EBADF: the program was started without.
  const bool is_stdout_closed = file == STDOUT_FILENO && (error == EPIPE || error == EBADF);
  return {ErrorKind::kFile, fmt::format("{}: {}", name, system_message(error)), is_stdout_closed};
}

std::size_t read_fully(int file, std::byte* out, std::size_t size, const std::string& name) {
  return repeat(file, size, name, [&](std::size_t done, std::size_t rest) { return ::read(file, out + done, rest); });
}

std::size_t read_fully_at(int file, std::byte* out, std::size_t size, std::uint64_t offset, const std::string& name) {
  return repeat(file, size, name, [&](std::size_t done, std::size_t rest) {
    return ::pread(file, out + done, rest, static_cast<off_t>(offset + done));
  });
}

void write_fully(int file, const std::byte* bytes, std::size_t size, const std::string& name) {
  const auto write = [&](std::size_t done, std::size_t rest) { return ::write(file, bytes + done, rest); };
  check_written(repeat(file, size, name, write), size, name);
}

void write_fully_at(int file, const std::byte* bytes, std::size_t size, std::uint64_t offset, const std::string& name) {
  const auto write = [&](std::size_t done, std::size_t rest) {
    return ::pwrite(file, bytes + done, rest, static_cast<off_t>(offset + done));
  };
  check_written(repeat(file, size, name, write), size, name);
}

std::string temporary_folder() {
  const char* folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

FileDescriptor open_unlinked_file() {
  const std::string folder = temporary_folder();
  FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file.is_open() && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT || errno == EINVAL)) {
    // Some file systems have no unnamed files.
    std::string path = folder + "/qgpu-XXXXXX";
    file = FileDescriptor(::mkostemp(path.data(), O_CLOEXEC));
    if (file.is_open()) ::unlink(path.c_str());
  }
  if (!file.is_open()) {
    throw file_error(
        fmt::format("{}: no temporary file can be made there (TMPDIR): {}", folder, system_message(errno)));
  }
  return file;
}

std::uint64_t free_bytes(int file) {
  struct statvfs system {};
  if (::fstatvfs(file, &system) != 0) return std::numeric_limits<std::uint64_t>::max();
  return std::uint64_t{system.f_bavail} * system.f_frsize;
}

}  // namespace qgpu::io
