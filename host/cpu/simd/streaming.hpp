// How the loops read and write memory. Compiled once a target (Highway's scheme), so the guard toggles.
#if defined(QGPU_STREAMING_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_STREAMING_HPP
#undef QGPU_STREAMING_HPP
#else
#define QGPU_STREAMING_HPP
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

/// A long run is read at several places side by side: a prefetcher follows one place and stops at the end of a page.
constexpr std::uint64_t kStreams = 4;
constexpr std::uint64_t kStreamFloats = 1024;  // 4 KiB: a page

/// How far ahead of a run's reads its lines are asked for, in floats.
constexpr std::uint64_t kAheadFloats = kStreams * kStreamFloats;

/// The line `elements` after `at`, as a number: a pointer past the end of its array would not be one. It need not
/// exist.
template <class T>
HWY_INLINE const void* line_after(const T* at, std::uint64_t elements) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a hint to the prefetcher, never dereferenced
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(at) + elements * sizeof(T));
}

/// Asks for a line long before it is read, into the second cache: the first has far fewer places for lines under way.
template <class T>
HWY_INLINE void ask_for(const T* at, std::uint64_t elements) {
  __builtin_prefetch(line_after(at, elements), 0, 2);
}

/// How far after a place in a box its lines are asked for, where some rows at once are gone through from left to right:
/// along the row, at its end in the rows after these. (Long rows would be gone again before they are used.)
struct BoxAhead {
  std::uint64_t columns;    ///< of the box
  std::uint64_t next_rows;  ///< from these rows to the next, in elements; `columns` where there are none

  HWY_INLINE std::uint64_t operator()(std::uint64_t column) const {
    constexpr std::uint64_t kAhead = 512;
    return column + kAhead < columns ? kAhead : kAhead % columns + next_rows - columns;
  }
};

/// Copies to memory past the caches.
HWY_INLINE void stream_bytes(const std::uint8_t* from, std::uint64_t count, std::uint8_t* to) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<std::uint8_t> d;
  const std::uint64_t n = hn::Lanes(d);
  const std::uint64_t head = std::min<std::uint64_t>((64 - reinterpret_cast<std::uintptr_t>(to) % 64) % 64, count);
  const std::uint64_t whole = (count - head) / 64 * 64;
  std::memcpy(to, from, head);
  for (std::uint64_t i = head; i < head + whole; i += n) hn::Stream(hn::LoadU(d, from + i), d, to + i);
  std::memcpy(to + head + whole, from + head + whole, count - head - whole);
}

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
