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

/// Threads that share out memory.
class Team {
 public:
  Team(unsigned threads, std::size_t bytes)
      : threads_(threads), bytes_(bytes), arena_(std::make_shared<tbb::task_arena>(static_cast<int>(threads))) {}

  /// Calls `share(begin, end)` once on each thread, on equal parts that begin at cache lines.
  template <class Share>
  void run(Share&& share) const {
    const std::size_t part = (bytes_ / threads_ + 63) / 64 * 64;
    arena_->execute([&] {
      for_each_in_parallel(
          threads_,
          [&](unsigned i) {
            const std::size_t begin = std::min(bytes_, part * i);
            share(begin, std::min(bytes_, begin + part));
          },
          tbb::static_partitioner());
    });
  }

 private:
  unsigned threads_;
  std::size_t bytes_;
  std::shared_ptr<tbb::task_arena> arena_;
};

}  // namespace

std::function<void(const std::byte*, std::byte*)> threaded_copy(unsigned threads, std::size_t bytes) {
  return [team = Team(threads, bytes)](const std::byte* from, std::byte* to) {
    team.run([&](std::size_t begin, std::size_t end) { std::memcpy(to + begin, from + begin, end - begin); });
  };
}

std::function<void(const std::byte*)> threaded_read(unsigned threads, std::size_t bytes) {
  return [team = Team(threads, bytes)](const std::byte* from) {
    team.run([&](std::size_t begin, std::size_t end) {
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
  };
}

}  // namespace qgpu::bench
