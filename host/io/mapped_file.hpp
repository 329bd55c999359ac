#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace qgpu::io {

/// The bytes of a file, mapped to be read once from front to back. A page that is no longer in the file when it is
/// touched (somebody cut it short) reads as zeros, and `is_damaged` says so from then on; without this the system would
/// end the program with SIGBUS.
///
/// The first mapping installs the process's SIGBUS handler; a fault outside of every mapping goes to the handler
/// that was there before.
class MappedFile {
 public:
  /// Maps the first `size` bytes of `file`. Where they cannot be mapped, `data` is null.
  MappedFile(int file, std::uint64_t size);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::byte* data() const { return data_; }
  bool is_damaged() const;

  /// Counts bytes that are to be used; after every kResidentBytes of them the pages are given back to the system's
  /// cache, from where a thread that still uses one gets it again at the cost of a page fault. So the resident memory
  /// of the process does not grow with the file. (Not slower than keeping the pages: they have to be unmapped in any
  /// case.)
  void will_use(std::uint64_t bytes) const;

 private:
  static constexpr std::uint64_t kResidentBytes = 8 << 20;

  const std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
  std::size_t slot_ = 0;
  mutable std::atomic<std::uint64_t> used_{0};
};

}  // namespace qgpu::io
