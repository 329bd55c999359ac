#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qgpu {

/// How an element is stored in a file. Values are read as float32 (ARITHMETIC.md section 1); integers are codes.
enum class ElementType { kFloat32, kFloat64, kUint8, kInt8 };

/// Bytes of one stored element.
std::size_t element_size(ElementType type);
/// numpy's name of the type: `float32`, `uint8`, ...
const char* element_name(ElementType type);

/// What is known of a tensor before its data are read.
struct TensorInfo {
  ElementType type = ElementType::kFloat32;
  bool big_endian = false;
  bool fortran_order = false;        ///< stored with the first axis fastest
  std::vector<std::uint64_t> shape;  ///< logical; empty for a 0-d tensor. Has to pass `has_countable_size`.

  std::uint64_t count() const;  ///< number of elements: 1 for 0-d, 0 where an extent is 0
  /// The shape in which the bytes lie in C order: reversed for a Fortran-ordered tensor.
  std::vector<std::uint64_t> stored_shape() const;
  /// True if the extents that are not 0 make fewer than 2^63 bytes: then no product of extents wraps. Functions that
  /// take a layout (make_layout) refuse what does not.
  bool has_countable_size() const;
};

/// Index of an element in the logical array in C order, from its place in the stored order.
std::uint64_t logical_index(const TensorInfo& info, std::uint64_t stored_index);

/// A tensor that can be read, from a file or from memory. All members may be called from several threads at once.
class Source {
 public:
  virtual ~Source() = default;
  virtual const TensorInfo& info() const = 0;
  /// The stored bytes of the whole tensor where they are in memory (or mapped), 4-byte aligned; else null.
  virtual const std::byte* data() const = 0;
  /// Copies `count` stored elements from `first` on, as they are stored. Throws Error kFile where they cannot be read.
  virtual void read(std::uint64_t first, std::uint64_t count, std::byte* out) const = 0;
  /// True where `data` is a mapped file: what is used of it through `data` makes the process's resident memory grow,
  /// whole neighbourhoods at a time. So it is for runs that `will_use` was told of; what lies scattered is to be read.
  virtual bool is_mapped() const { return false; }
  /// Says that `count` elements side by side are to be used through `data`. A mapped file then lets go of what was used
  /// before, so that the process's resident memory does not grow with the tensor. Only a hint.
  virtual void will_use(std::uint64_t count) const { static_cast<void>(count); }
  /// Throws Error kFile where bytes seen through `data` may not have been the tensor's: a mapped file that somebody cut
  /// short shows zeros in their place. To be called after the last use of `data`, before a result is believed:
  /// `Backend` does.
  virtual void check_intact() const {}
};

/// Where codes or values go: bytes by offset, in any order, from several threads at once.
class Sink {
 public:
  virtual ~Sink() = default;
  /// The memory of the whole output where it is in memory, else null (then `write`).
  virtual std::byte* data() = 0;
  /// Stores bytes at `offset` of the output's data. Throws Error kFile where they cannot be written.
  virtual void write(std::uint64_t offset, const std::byte* bytes, std::size_t size) = 0;
  /// Where the data begin in the file that `write` writes. Writes that end at multiples of 64 KiB of the file take less
  /// of the system's time. Only a hint.
  virtual std::uint64_t file_offset() const { return 0; }
};

/// A tensor in memory that somebody else owns: `info.count()` elements of `element_size(info.type)` bytes, in stored
/// order, which have to outlive this.
class MemorySource final : public Source {
 public:
  MemorySource(TensorInfo info, const void* data)
      : info_(std::move(info)), data_(static_cast<const std::byte*>(data)) {}
  const TensorInfo& info() const override { return info_; }
  const std::byte* data() const override { return data_; }
  void read(std::uint64_t first, std::uint64_t count, std::byte* out) const override;

 private:
  TensorInfo info_;
  const std::byte* data_;
};

/// An output in memory that somebody else owns: as many bytes as the operation writes (1 a code, 4 a value), which have
/// to outlive this.
class MemorySink final : public Sink {
 public:
  explicit MemorySink(void* data) : data_(static_cast<std::byte*>(data)) {}
  std::byte* data() override { return data_; }
  void write(std::uint64_t offset, const std::byte* bytes, std::size_t size) override;

 private:
  std::byte* data_;
};

}  // namespace qgpu
