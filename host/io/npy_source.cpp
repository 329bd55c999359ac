#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>

#include "host/counted.hpp"
#include "host/io/mapped_file.hpp"
#include "host/io/npy_file.hpp"
#include "qgpu/error.hpp"
#include "qgpu/npy.hpp"

namespace qgpu {
namespace {

using io::FileDescriptor;

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

}  // namespace

std::unique_ptr<Source> open_npy(const std::string& path, FileAccess access) {
  TensorInfo info;
  io::NpyFile npy = io::open_npy_file(path, [&](const NpyHeader& header, const std::string& name) {
    info = npy_tensor_info(header, name);
    return info.count() * element_size(info.type);
  });
  return std::make_unique<NpySource>(std::move(npy.file), std::move(info), npy.header.data_offset, access,
                                     std::move(npy.name));
}

}  // namespace qgpu
