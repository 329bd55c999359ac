#pragma once
#include <string>

namespace qgpu::cli {

/// The whole of a text file; `-` is stdin. Throws Error kFile naming `path` where it cannot be read or holds a
/// byte of value 0, which no text does.
std::string read_input_text(const std::string& path);

}  // namespace qgpu::cli
