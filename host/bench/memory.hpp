#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qgpu::bench {

/// Memory that begins at a large page, and asks for large pages where it fills one: as numpy's arrays do. Both sides of
/// a comparison then lie in memory of one kind. Throws std::bad_alloc.
std::byte* allocate_large_pages(std::size_t bytes);
void free_large_pages(std::byte* memory);

template <class T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) {}  // NOLINT(google-explicit-constructor): what an allocator has to have

  T* allocate(std::size_t count) { return reinterpret_cast<T*>(allocate_large_pages(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { free_large_pages(reinterpret_cast<std::byte*>(memory)); }
  bool operator==(const LargePages&) const = default;
};

/// An array in such memory.
template <class T>
using LargeArray = std::vector<T, LargePages<T>>;

/// Bytes that the last-level caches hold of what `threads` threads read and wrote; a guess where the system does not
/// tell.
std::uint64_t cached_bytes(unsigned threads);

}  // namespace qgpu::bench
