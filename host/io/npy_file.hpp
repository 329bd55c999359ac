#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "host/io/file_descriptor.hpp"
#include "qgpu/npy.hpp"

namespace qgpu::io {

/// A .npy file that lies open and holds what its header says: the file itself, or an unlinked copy of what a pipe held.
struct NpyFile {
  FileDescriptor file;
  NpyHeader header;
  std::uint64_t data_bytes = 0;
  std::string name;  ///< for messages: the path, or `stdin`
};

/// Says how many bytes the data of a file with this header take, or throws an Error kFile that begins with `name`.
using DataBytes = std::function<std::uint64_t(const NpyHeader& header, const std::string& name)>;

/// Opens a .npy file; `-` is the standard input, and what is no regular file is copied first, as open_npy says. The
/// header is judged before anything is copied. Throws Error kFile as open_npy does.
NpyFile open_npy_file(const std::string& path, const DataBytes& data_bytes);

}  // namespace qgpu::io
