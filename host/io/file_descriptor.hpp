#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "qgpu/error.hpp"

namespace qgpu::io {

/// Owns an open file.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor();

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// Closes and says whether the system had kept an error back until now (0, or errno).
  int close();

 private:
  int number_ = -1;
};

/// The system's words for `error` (an errno).
std::string system_message(int error);
/// An Error kFile, `NAME: the system's words`. Where `file` is stdout it tells a closed one.
Error system_error(const std::string& name, int error, int file = -1);

/// Reads until `size` bytes or the end of the file. Returns the bytes read. Throws Error kFile naming `name`.
std::size_t read_fully(int file, std::byte* out, std::size_t size, const std::string& name);
/// The same at an offset; the file's position does not move.
std::size_t read_fully_at(int file, std::byte* out, std::size_t size, std::uint64_t offset, const std::string& name);
/// Writes all bytes. Throws Error kFile naming `name`.
void write_fully(int file, const std::byte* bytes, std::size_t size, const std::string& name);
void write_fully_at(int file, const std::byte* bytes, std::size_t size, std::uint64_t offset, const std::string& name);

/// A new file without a name in $TMPDIR (/tmp where that is not set), gone when closed. Throws Error kFile.
FileDescriptor open_unlinked_file();
/// The folder of such files.
std::string temporary_folder();

/// Bytes that an ordinary user may still write where `file` lies; the largest number where the system does not tell.
std::uint64_t free_bytes(int file);

}  // namespace qgpu::io
