#include "host/io/output_target.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "host/io/file_descriptor.hpp"
#include "qgpu/error.hpp"

namespace qgpu::io {
namespace {

constexpr int kMostLinks = 40;  // as the kernel's own limit

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string leaf_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Where a chain of symbolic links ends; its last file need not exist.
std::string follow_links(std::string path, const std::string& name) {
  for (int links = 0;; ++links) {
    char buffer[PATH_MAX];
    const ssize_t length = ::readlink(path.c_str(), buffer, sizeof buffer);
    if (length < 0) return path;
    if (links == kMostLinks) throw system_error(name, ELOOP);
    const std::string_view linked(buffer, static_cast<std::size_t>(length));
    path = linked.starts_with('/') ? linked : fmt::format("{}/{}", folder_of(path), linked);
  }
}

bool is_terminal_device(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  return file.is_open() && ::isatty(file.number()) != 0;
}

}  // namespace

bool names_stdout(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

bool OutputTarget::is_same(const OutputTarget& other) const {
  return device == other.device && inode == other.inode && leaf == other.leaf;
}

OutputTarget resolve_target(const std::string& path) {
  OutputTarget target;
  target.name = path == "-" ? "stdout" : path;
  struct stat status {};
  if (names_stdout(path)) {
    target.kind = OutputTarget::Kind::kStdout;
    if (::fstat(STDOUT_FILENO, &status) != 0) throw system_error(target.name, errno, STDOUT_FILENO);
    target.is_terminal = ::isatty(STDOUT_FILENO) != 0;
    target.device = status.st_dev;
    target.inode = status.st_ino;
    return target;
  }
  target.exists = ::stat(path.c_str(), &status) == 0;
  if (!target.exists && errno != ENOENT) throw system_error(target.name, errno);
  if (path.empty() || (!target.exists && path.back() == '/')) {
    throw file_error(fmt::format("{}: expected the name of a file", path.empty() ? "''" : path));
  }
  if (target.exists && S_ISDIR(status.st_mode)) {
    throw file_error(fmt::format("{}: expected a file to write, found a directory", target.name));
  }
  if (target.exists && !S_ISREG(status.st_mode)) {
    target.kind = OutputTarget::Kind::kSpecial;
    target.path = path;
    target.is_terminal = S_ISCHR(status.st_mode) && is_terminal_device(path);
    target.device = status.st_dev;
    target.inode = status.st_ino;
    return target;
  }
  target.path = follow_links(path, target.name);
  target.folder = folder_of(target.path);
  target.leaf = leaf_of(target.path);
  target.mode = status.st_mode & 07777;
  if (::stat(target.folder.c_str(), &status) != 0 || ::access(target.folder.c_str(), W_OK | X_OK) != 0) {
    throw file_error(
        fmt::format("{}: no file can be made in {}: {}", target.name, target.folder, system_message(errno)));
  }
  target.device = status.st_dev;
  target.inode = status.st_ino;
  return target;
}

}  // namespace qgpu::io
