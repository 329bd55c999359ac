#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

#include "host/counted.hpp"
#include "host/io/file_descriptor.hpp"
#include "host/io/mapped_file.hpp"
#include "qgpu/error.hpp"
#include "qgpu/npy.hpp"

namespace qgpu {
namespace {

using io::FileDescriptor;

constexpr std::size_t kSpoolBytes = 1 << 20;
constexpr std::uint64_t kPageBytes = 4096;  // what a run costs beyond its own bytes
constexpr std::size_t kDataAlignment = 4;   // what Source::data promises

/// The data of a .npy file, mapped or read as asked.
class NpySource final : public Source {
 public:
  NpySource(FileDescriptor file, TensorInfo info, std::uint64_t data_offset, FileAccess access, std::string name)
      : file_(std::move(file)),
        info_(std::move(info)),
        data_offset_(data_offset),
        file_bytes_(data_offset + info_.count() * element_size(info_.type)),
        name_(std::move(name)) {
    if (access == FileAccess::kMapped && data_offset_ % kDataAlignment == 0 && file_bytes_ > data_offset_) {
      mapping_ = std::make_unique<io::MappedFile>(file_.number(), file_bytes_);
    }
  }

  const TensorInfo& info() const override { return info_; }

  const std::byte* data() const override {
    return mapping_ != nullptr && mapping_->data() != nullptr ? mapping_->data() + data_offset_ : nullptr;
  }

  void read(std::uint64_t first, std::uint64_t count, std::byte* out) const override {
    const std::size_t size = element_size(info_.type);
    const std::uint64_t offset = data_offset_ + first * size;
    const std::size_t bytes = count * size;
    const std::size_t found = io::read_fully_at(file_.number(), out, bytes, offset, name_);
    if (found < bytes) throw cut_short(size_now());  // not where this read stopped: that may be far beyond the end
  }

  bool is_mapped() const override { return data() != nullptr; }

  void will_use(std::uint64_t count) const override {
    if (mapping_ != nullptr) mapping_->will_use(count * element_size(info_.type) + kPageBytes);
  }

  void check_intact() const override {
    if (data() == nullptr) return;
    // The handler sees missing pages, not a last page that lost its end.
    const std::uint64_t found = size_now();
    if (mapping_->is_damaged() || found < file_bytes_) throw cut_short(found);
  }

 private:
  std::uint64_t size_now() const {
    struct stat status {};
    if (::fstat(file_.number(), &status) != 0) throw io::system_error(name_, errno);
    return static_cast<std::uint64_t>(status.st_size);
  }

  Error cut_short(std::uint64_t found) const {
    return file_error(fmt::format("{}: the file was cut short while it was read: expected {}, found {}", name_,
                                  counted(file_bytes_, "byte"), found));
  }

  FileDescriptor file_;
  TensorInfo info_;
  std::uint64_t data_offset_;
  std::uint64_t file_bytes_;  ///< header and data
  std::string name_;
  std::unique_ptr<io::MappedFile> mapping_;
};

FileDescriptor open_input(const std::string& path, const std::string& name) {
  FileDescriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                  : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw io::system_error(name, errno);
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
  FileDescriptor file = io::open_unlinked_file();
  const std::string spool_name = fmt::format("{} (copy of {})", io::temporary_folder(), name);
  if (file_bytes > io::free_bytes(file.number())) {
    throw file_error(
        fmt::format("{}: expected room for {} bytes, found {}", spool_name, file_bytes, io::free_bytes(file.number())));
  }
  io::write_fully(file.number(), begun.data(), begun.size(), spool_name);
  std::uint64_t done = begun.size();
  begun.resize(kSpoolBytes);
  while (true) {
    // One byte more than announced: it tells that there are too many.
    const std::size_t wanted = std::min<std::uint64_t>(kSpoolBytes, file_bytes + 1 - done);
    const std::size_t found = io::read_fully(pipe, begun.data(), wanted, name);
    done += found;
    if (done > file_bytes) throw wrong_size(name, file_bytes - data_offset, "more");
    io::write_fully(file.number(), begun.data(), found, spool_name);
    if (found < wanted) break;
  }
  if (done < file_bytes) throw wrong_size(name, file_bytes - data_offset, std::to_string(done - data_offset));
  return file;
}

}  // namespace

std::unique_ptr<Source> open_npy(const std::string& path, FileAccess access) {
  const std::string name = path == "-" ? "stdin" : path;
  FileDescriptor file = open_input(path, name);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) throw io::system_error(name, errno);
  if (S_ISDIR(status.st_mode)) throw file_error(fmt::format("{}: expected a .npy file, found a directory", name));
  // A shell may hand over a regular file as stdin after somebody read a part of it: then it is a stream too.
  const bool is_stream = !S_ISREG(status.st_mode) || (path == "-" && ::lseek(file.number(), 0, SEEK_CUR) != 0);

  std::uint64_t position = 0;
  const std::vector<std::byte> bytes = read_header(
      [&](std::byte* out, std::size_t size) {
        if (is_stream) return io::read_fully(file.number(), out, size, name);
        const std::size_t found = io::read_fully_at(file.number(), out, size, position, name);
        position += found;
        return found;
      },
      name);
  const NpyHeader header = parse_npy_header(bytes, name);
  TensorInfo info = npy_tensor_info(header, name);
  const std::uint64_t data_bytes = info.count() * element_size(info.type);
  if (data_bytes > static_cast<std::uint64_t>(INT64_MAX) - header.data_offset) {
    throw wrong_size(name, data_bytes, "a file that cannot hold as many");
  }
  const std::uint64_t file_bytes = header.data_offset + data_bytes;
  if (is_stream) {
    file = spool(file.number(), bytes, file_bytes, header.data_offset, name);
  } else if (static_cast<std::uint64_t>(status.st_size) != file_bytes) {
    const std::uint64_t found = std::max(static_cast<std::uint64_t>(status.st_size), header.data_offset);
    throw wrong_size(name, data_bytes, std::to_string(found - header.data_offset));
  }
  return std::make_unique<NpySource>(std::move(file), std::move(info), header.data_offset, access, name);
}

}  // namespace qgpu
