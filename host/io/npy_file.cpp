#include "host/io/npy_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "host/counted.hpp"
#include "qgpu/error.hpp"

namespace qgpu::io {
namespace {

constexpr std::size_t kSpoolBytes = 1 << 20;

FileDescriptor open_input(const std::string& path, const std::string& name) {
  FileDescriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                  : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw system_error(name, errno);
  return file;
}

Error wrong_size(const std::string& name, std::uint64_t expected, const std::string& found) {
  return file_error(fmt::format("{}: expected {} of data, found {}", name, counted(expected, "byte"), found));
}

/// Header bytes by any reader `read(out, size) -> bytes read` that goes forward.
template <class Read>
std::vector<std::byte> read_header(Read&& read, const std::string& name) {
  std::vector<std::byte> bytes(kNpyPreambleBytes);
  bytes.resize(read(bytes.data(), bytes.size()));
  const std::uint64_t data_offset =
      npy_data_offset(bytes, name);  // bounded: at most kMaxNpyHeaderBytes and the preamble
  const std::size_t begun = bytes.size();
  if (data_offset > begun) {
    bytes.resize(data_offset);
    bytes.resize(begun + read(bytes.data() + begun, data_offset - begun));
  }
  return bytes;
}

/// Copies what a pipe holds, header and data, to an unlinked file that begins with the same bytes.
FileDescriptor spool(int pipe, std::vector<std::byte> begun, std::uint64_t file_bytes, std::uint64_t data_offset,
                     const std::string& name) {
  FileDescriptor file = open_unlinked_file();
  const std::string spool_name = fmt::format("{} (copy of {})", temporary_folder(), name);
  if (file_bytes > free_bytes(file.number())) {
    throw file_error(
        fmt::format("{}: expected room for {} bytes, found {}", spool_name, file_bytes, free_bytes(file.number())));
  }
  write_fully(file.number(), begun.data(), begun.size(), spool_name);
  std::uint64_t done = begun.size();
  begun.resize(kSpoolBytes);
  while (true) {
    // One byte more than announced: it tells that there are too many.
    const std::size_t wanted = std::min<std::uint64_t>(kSpoolBytes, file_bytes + 1 - done);
    const std::size_t found = read_fully(pipe, begun.data(), wanted, name);
    done += found;
    if (done > file_bytes) throw wrong_size(name, file_bytes - data_offset, "more");
    write_fully(file.number(), begun.data(), found, spool_name);
    if (found < wanted) break;
  }
  if (done < file_bytes) throw wrong_size(name, file_bytes - data_offset, std::to_string(done - data_offset));
  return file;
}

}  // namespace

NpyFile open_npy_file(const std::string& path, const DataBytes& data_bytes) {
  NpyFile npy;
  npy.name = path == "-" ? "stdin" : path;
  npy.file = open_input(path, npy.name);
  struct stat status {};
  if (::fstat(npy.file.number(), &status) != 0) throw system_error(npy.name, errno);
  if (S_ISDIR(status.st_mode)) throw file_error(fmt::format("{}: expected a .npy file, found a directory", npy.name));
  // A shell may hand over a regular file as stdin after somebody read a part of it: then it is a stream too.
  const bool is_stream = !S_ISREG(status.st_mode) || (path == "-" && ::lseek(npy.file.number(), 0, SEEK_CUR) != 0);

  std::uint64_t position = 0;
  const std::vector<std::byte> bytes = read_header(
      [&](std::byte* out, std::size_t size) {
        if (is_stream) return read_fully(npy.file.number(), out, size, npy.name);
        const std::size_t found = read_fully_at(npy.file.number(), out, size, position, npy.name);
        position += found;
        return found;
      },
      npy.name);
  npy.header = parse_npy_header(bytes, npy.name);
  npy.data_bytes = data_bytes(npy.header, npy.name);
  const std::uint64_t data_offset = npy.header.data_offset;
  if (npy.data_bytes > static_cast<std::uint64_t>(INT64_MAX) - data_offset) {
    throw wrong_size(npy.name, npy.data_bytes, "a file that cannot hold as many");
  }
  const std::uint64_t file_bytes = data_offset + npy.data_bytes;
  if (is_stream) {
    npy.file = spool(npy.file.number(), bytes, file_bytes, data_offset, npy.name);
  } else if (static_cast<std::uint64_t>(status.st_size) != file_bytes) {
    const std::uint64_t found = std::max(static_cast<std::uint64_t>(status.st_size), data_offset);
    throw wrong_size(npy.name, npy.data_bytes, std::to_string(found - data_offset));
  }
  return npy;
}

}  // namespace qgpu::io
