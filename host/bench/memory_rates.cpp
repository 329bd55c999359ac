#include "host/bench/memory_rates.hpp"

#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

#include "host/task_order.hpp"

namespace qgpu::bench {
namespace {

/// Calls `share(begin, end)` once on each of `threads` threads, on equal parts that begin at cache lines.
std::function<void()> on_threads(unsigned threads, std::size_t bytes,
                                 std::function<void(std::size_t, std::size_t)> share) {
  auto arena = std::make_shared<tbb::task_arena>(static_cast<int>(threads));
  return [arena, threads, bytes, share = std::move(share)] {
    const std::size_t part = (bytes / threads + 63) / 64 * 64;
    arena->execute([&] {
      for_each_in_parallel(
          threads,
          [&](unsigned i) {
            const std::size_t begin = std::min(bytes, part * i);
            share(begin, std::min(bytes, begin + part));
          },
          tbb::static_partitioner());
    });
  };
}

}  // namespace

std::function<void()> threaded_copy(unsigned threads, const std::byte* from, std::byte* to, std::size_t bytes) {
  return on_threads(threads, bytes,
                    [=](std::size_t begin, std::size_t end) { std::memcpy(to + begin, from + begin, end - begin); });
}

std::function<void()> threaded_read(unsigned threads, const std::byte* from, std::size_t bytes) {
  return on_threads(threads, bytes, [=](std::size_t begin, std::size_t end) {
    constexpr std::size_t kLanes = 8;  // independent sums, so that loads and not additions set the pace
    std::uint64_t sums[kLanes] = {};
    const std::size_t words = (end - begin) / 8 / kLanes * kLanes;
    const auto* word = reinterpret_cast<const std::uint64_t*>(from + begin);
    for (std::size_t i = 0; i < words; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] ^= word[i + lane];
    }
    static std::atomic<std::uint64_t> sink;  // keeps the reads
    for (const std::uint64_t sum : sums) sink.fetch_xor(sum, std::memory_order_relaxed);
  });
}

}  // namespace qgpu::bench
