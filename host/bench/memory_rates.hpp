#pragma once
#include <cstddef>
#include <functional>

namespace qgpu::bench {

/// A copy of `bytes` of memory by `threads` threads, each its share by one memcpy.
std::function<void(const std::byte* from, std::byte* to)> threaded_copy(unsigned threads, std::size_t bytes);

/// A read of `bytes` of memory by `threads` threads.
std::function<void(const std::byte* from)> threaded_read(unsigned threads, std::size_t bytes);

}  // namespace qgpu::bench
