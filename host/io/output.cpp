#include "qgpu/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <random>

#include "host/io/file_descriptor.hpp"
#include "host/io/output_target.hpp"
#include "host/io/signals.hpp"
#include "qgpu/error.hpp"
#include "qgpu/npy.hpp"

namespace qgpu {
namespace {

using io::FileDescriptor;
using io::OutputTarget;

constexpr std::size_t kCopyBytes = 1 << 20;
constexpr std::uint64_t kWorthAllocating = std::uint64_t{1} << 20;
constexpr int kNameAttempts = 16;

std::string random_name(const std::string& folder) {
  std::random_device device;
  const std::uint64_t number = (std::uint64_t{device()} << 32) | device();
  return fmt::format("{}/.qgpu-{:016x}.tmp", folder, number);
}

void flush_to_disk(int file, const std::string& name) {
  // EINVAL: nothing that can be flushed.
  if (::fsync(file) != 0 && errno != EINVAL) throw io::system_error(name, errno);
}

}  // namespace

/// One output: its target and the temporary that becomes it.
class OutputSet::Output final : public Sink {
 public:
  Output(OutputTarget target, std::uint64_t expected_bytes) : target_(std::move(target)), expected_(expected_bytes) {
    if (target_.kind != OutputTarget::Kind::kFile) {
      file_ = io::open_unlinked_file();
      return;
    }
    // What is to have an existing file's mode is nobody else's until it has it.
    const mode_t mode = target_.exists ? 0600 : 0666;
    for (int attempt = 0; !file_.is_open() && attempt < kNameAttempts; ++attempt) {
      temporary_ = io::TemporaryName(random_name(target_.folder));
      file_ = FileDescriptor(::open(temporary_.path().c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode));
      if (!file_.is_open() && errno != EEXIST) break;
    }
    if (!file_.is_open()) {
      const int error = errno;
      temporary_ = {};  // no file of ours
      throw file_error(
          fmt::format("{}: no file can be made in {}: {}", target_.name, target_.folder, io::system_message(error)));
    }
  }

  ~Output() override { remove_temporary(); }

  std::byte* data() override { return nullptr; }

  void write(std::uint64_t offset, const std::byte* bytes, std::size_t size) override {
    io::write_fully_at(file_.number(), bytes, size, data_offset_ + offset, target_.name);
  }

  std::uint64_t file_offset() const override { return data_offset_; }

  /// `header`, then `data_bytes` that are zero until they are written.
  void begin(std::string_view header, std::uint64_t data_bytes) {
    write(0, reinterpret_cast<const std::byte*>(header.data()), header.size());
    data_offset_ = header.size();
    const auto size = static_cast<off_t>(data_offset_ + data_bytes);
    // Blocks that exist are written faster, and the rename need not wait for them to be found.
    if (data_bytes >= kWorthAllocating && ::fallocate(file_.number(), 0, 0, size) == 0) return;
    if (::ftruncate(file_.number(), size) != 0) throw io::system_error(target_.name, errno);
  }

  void complete(Flush flush) {
    if (target_.kind != OutputTarget::Kind::kFile) return;
    if (target_.exists && ::fchmod(file_.number(), target_.mode) != 0) throw io::system_error(target_.name, errno);
    if (flush == Flush::kToDisk) flush_to_disk(file_.number(), target_.name);
    if (const int error = file_.close(); error != 0) throw io::system_error(target_.name, error);
  }

  void copy_to_special(Flush flush) {
    FileDescriptor out(::open(target_.path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!out.is_open()) throw io::system_error(target_.name, errno);
    copy_to(out.number());
    if (flush == Flush::kToDisk) flush_to_disk(out.number(), target_.name);
    if (const int error = out.close(); error != 0) throw io::system_error(target_.name, error);
  }

  void copy_to(int out) {
    std::vector<std::byte> buffer(kCopyBytes);
    for (std::uint64_t offset = 0;;) {
      const std::size_t found = io::read_fully_at(file_.number(), buffer.data(), buffer.size(), offset, target_.name);
      io::write_fully(out, buffer.data(), found, target_.name);
      offset += found;
      if (found < buffer.size()) return;
    }
  }

  void rename() {
    if (::rename(temporary_.path().c_str(), target_.path.c_str()) != 0) throw io::system_error(target_.name, errno);
    temporary_ = {};
  }

  void flush_folder() const {
    const FileDescriptor folder(::open(target_.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.is_open()) flush_to_disk(folder.number(), target_.name);
  }

  void remove_temporary() {
    if (temporary_.is_set()) ::unlink(temporary_.path().c_str());
  }

  const OutputTarget& target() const { return target_; }
  std::uint64_t expected() const { return expected_; }
  int file() const { return file_.number(); }

 private:
  OutputTarget target_;
  std::uint64_t expected_;
  io::TemporaryName temporary_;
  FileDescriptor file_;
  std::uint64_t data_offset_ = 0;
};

OutputSet::OutputSet(Flush flush) : flush_(flush) {}
OutputSet::~OutputSet() = default;

OutputSet::Output& OutputSet::add(const std::string& path, std::uint64_t expected_bytes, bool is_text) {
  OutputTarget target = io::resolve_target(path);
  for (const auto& output : outputs_) {
    if (output->target().is_same(target)) {
      throw usage_error(
          fmt::format("{}: expected every output once, found it twice (as {})", target.name, output->target().name));
    }
  }
  if (target.is_terminal && !is_text) {
    throw usage_error(fmt::format("{}: expected a file or pipe for binary data, found a terminal", target.name));
  }
  outputs_.push_back(std::make_unique<Output>(std::move(target), expected_bytes));
  return *outputs_.back();
}

Sink& OutputSet::add_npy(const std::string& path, const TensorInfo& info) {
  const std::string header = format_npy_header(npy_descr(info.type), info.fortran_order, info.shape);
  const std::uint64_t data_bytes = info.count() * element_size(info.type);
  Output& output = add(path, header.size() + data_bytes, false);
  check_free_space();
  output.begin(header, data_bytes);
  return output;
}

Sink& OutputSet::add_text(const std::string& path, std::uint64_t expected_bytes) {
  Output& output = add(path, expected_bytes, true);
  if (expected_bytes > 0) check_free_space();
  return output;
}

void OutputSet::check_free_space() {
  std::map<dev_t, std::uint64_t> needed;
  const Output& last = *outputs_.back();
  for (const auto& output : outputs_) {
    struct stat status {};
    if (::fstat(output->file(), &status) == 0) needed[status.st_dev] += output->expected();
  }
  struct stat status {};
  if (::fstat(last.file(), &status) != 0) throw io::system_error(last.target().name, errno);
  const std::uint64_t found = io::free_bytes(last.file());
  if (needed[status.st_dev] > found) {
    throw file_error(fmt::format(
        "{}: expected room for {} bytes in {}, found {}", last.target().name, needed[status.st_dev],
        last.target().kind == OutputTarget::Kind::kFile ? last.target().folder : io::temporary_folder(), found));
  }
}

void OutputSet::commit(std::string_view stdout_text) {
  for (const auto& output : outputs_) output->complete(flush_);
  for (const auto& output : outputs_) {
    if (output->target().kind == OutputTarget::Kind::kSpecial) output->copy_to_special(flush_);
  }
  for (const auto& output : outputs_) {
    if (output->target().kind == OutputTarget::Kind::kStdout) output->copy_to(STDOUT_FILENO);
  }
  io::write_fully(STDOUT_FILENO, reinterpret_cast<const std::byte*>(stdout_text.data()), stdout_text.size(), "stdout");

  const io::SignalsDeferred deferred;
  for (auto output = outputs_.rbegin(); output != outputs_.rend(); ++output) {
    if ((*output)->target().kind == OutputTarget::Kind::kFile) (*output)->rename();
  }
  if (flush_ == Flush::kNo) return;
  for (const auto& output : outputs_) {
    if (output->target().kind == OutputTarget::Kind::kFile) output->flush_folder();
  }
}

}  // namespace qgpu
