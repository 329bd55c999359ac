#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "qgpu/tensor.hpp"

namespace qgpu {

/// What the header of a .npy file says (numpy.lib.format, versions 1 to 3).
struct NpyHeader {
  std::string descr;  ///< the element type as it stands there: `<f4`, `|u1`, ...
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;  ///< empty for a 0-d array
  std::uint64_t data_offset = 0;     ///< where the data begin in the file
};

/// Bytes that tell how long a header is: magic, version, length.
inline constexpr std::size_t kNpyPreambleBytes = 12;
/// The longest header that is read. numpy's own is under 2 KiB for every array of plain numbers.
inline constexpr std::uint64_t kMaxNpyHeaderBytes = 1 << 20;
inline constexpr std::size_t kMaxNpyRank = 64;

/// The file offset of the data, from the first bytes of a file (all of it, where it is shorter than a preamble).
/// Throws Error kFile, which says what the bytes look like, where they do not begin a .npy file, where the version is
/// unknown or where the header is longer than kMaxNpyHeaderBytes. `name` is for messages.
std::uint64_t npy_data_offset(std::span<const std::byte> preamble, const std::string& name);

/// Reads a header; `bytes` are the file's, up to its data offset at least. As tolerant as numpy (any order of the
/// keys, spaces, a trailing comma, Python 2's long integers) and no more: a key twice is an error too. The product of
/// the extents that are not 0 fits 63 bits. Throws Error kFile; with the word `unsupported` for a structured type.
NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& name);

/// The tensor a header describes. Throws Error kFile with the word `unsupported` for an element type that this build
/// does not read, and where the bytes of the data do not fit 63 bits.
TensorInfo npy_tensor_info(const NpyHeader& header, const std::string& name);

/// The header as `numpy.save` writes it, byte for byte: version 1.0, the room numpy leaves for the growing axis, padded
/// to 64 bytes. As there, the order is `False` where both orders are the same (one axis, no elements).
/// `descr` is a type like `|u1` or `<f4`. Throws Error kInternal for more axes than kMaxNpyRank.
std::string format_npy_header(const std::string& descr, bool fortran_order, const std::vector<std::uint64_t>& shape);

/// numpy's name of a type in native byte order: `<f4`, `|u1`, ...
std::string npy_descr(ElementType type);

/// How a file is brought into memory.
enum class FileAccess {
  kMapped,  ///< mapped: `Source::data` is not null where the data are 4-byte aligned in the file
  kRead,    ///< never mapped: every read copies, so that no more memory is used than its caller's
};

/// Opens a .npy file; `-` is the standard input. What is no regular file (a pipe, `/dev/stdin`, `<(...)`) is copied
/// first to an unlinked file in $TMPDIR (/tmp). Throws Error kFile, naming the file: where it cannot be read, is no
/// .npy file, holds less than its header says, or more. A mapped file that someone else cuts short does not crash the
/// program: see `Source::check_intact`.
std::unique_ptr<Source> open_npy(const std::string& path, FileAccess access = FileAccess::kMapped);

}  // namespace qgpu
