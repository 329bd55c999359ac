#pragma once
#include <cstddef>
#include <functional>

namespace qgpu::bench {

/// A copy of memory by `threads` threads, each its share by one memcpy.
std::function<void()> threaded_copy(unsigned threads, const std::byte* from, std::byte* to, std::size_t bytes);

/// A read of all of memory by `threads` threads.
std::function<void()> threaded_read(unsigned threads, const std::byte* from, std::size_t bytes);

}  // namespace qgpu::bench
