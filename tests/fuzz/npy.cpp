// Any bytes as the beginning of a .npy file: the reader either refuses them with an Error of kind kFile or gives a
// header whose shape is safe to compute with and which, written again, reads back the same.
#include <cstdlib>
#include <limits>
#include <span>
#include <string>

#include "qgpu/error.hpp"
#include "qgpu/npy.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

void check_shape(const std::vector<std::uint64_t>& shape, std::uint64_t size) {
  unsigned __int128 bytes = size;
  bool is_empty = false;
  for (const std::uint64_t extent : shape) {
    is_empty = is_empty || extent == 0;
    if (extent != 0) bytes *= extent;
    require(bytes <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  }
  const qgpu::TensorInfo info{qgpu::ElementType::kUint8, false, false, shape};
  require(info.count() * size == (is_empty ? 0 : static_cast<std::uint64_t>(bytes)));
}

void check_header(const std::byte* data, std::size_t size) {
  const qgpu::NpyHeader header = qgpu::parse_npy_header({data, size}, "input");
  require(header.data_offset <= size && header.data_offset <= qgpu::kMaxNpyHeaderBytes + qgpu::kNpyPreambleBytes);
  require(header.shape.size() <= qgpu::kMaxNpyRank);
  check_shape(header.shape, 1);
  const qgpu::TensorInfo info = qgpu::npy_tensor_info(header, "input");
  check_shape(info.shape, qgpu::element_size(info.type));

  const std::string written = qgpu::format_npy_header(header.descr, header.fortran_order, header.shape);
  const qgpu::NpyHeader again = qgpu::parse_npy_header(as_bytes(written), "written");
  require(written.size() % 64 == 0 && again.data_offset == written.size());
  require(again.descr == header.descr && again.shape == header.shape);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    check_header(reinterpret_cast<const std::byte*>(data), size);
  } catch (const qgpu::Error& error) {
    require(error.kind() == qgpu::ErrorKind::kFile);
    const std::string text = error.what();
    require(text.size() < 4096);
    for (const char c : text) require(c >= ' ' && c <= '~');
  }
  return 0;
}
