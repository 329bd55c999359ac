#include "host/bench/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <string>

namespace qgpu::bench {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

std::string first_word(const std::filesystem::path& path) {
  std::string word;
  std::ifstream(path) >> word;
  return word;
}

/// "32768K" or "8M" in bytes; 0 for what is neither.
std::uint64_t size_of_word(const std::string& word) {
  if (word.size() < 2 || !std::all_of(word.begin(), word.end() - 1, [](char c) { return c >= '0' && c <= '9'; })) {
    return 0;
  }
  const std::uint64_t number = std::stoull(word);
  return word.back() == 'K' ? number << 10 : word.back() == 'M' ? number << 20 : 0;
}

}  // namespace

std::byte* allocate_large_pages(std::size_t bytes) {
  const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
  void* memory = std::aligned_alloc(kLargePage, whole);
  if (memory == nullptr) throw std::bad_alloc();
  if (bytes >= kLargePage) madvise(memory, whole, MADV_HUGEPAGE);  // a wish: refused where there are none
  return static_cast<std::byte*>(memory);
}

void free_large_pages(std::byte* memory) { std::free(memory); }

std::uint64_t cached_bytes(unsigned threads) {
  constexpr std::uint64_t kGuess = std::uint64_t{32} << 20;
  std::map<std::string, std::uint64_t> caches;  // by who shares one
  std::error_code none;
  for (const auto& cpu : std::filesystem::directory_iterator("/sys/devices/system/cpu", none)) {
    // The third level is the last wherever there is one; else the second.
    for (const char* level : {"cache/index3", "cache/index2"}) {
      const std::uint64_t bytes = size_of_word(first_word(cpu.path() / level / "size"));
      if (bytes == 0) continue;
      caches[level + first_word(cpu.path() / level / "shared_cpu_list")] = bytes;
      break;
    }
  }
  std::uint64_t largest = 0;
  for (const auto& [who, bytes] : caches) largest = std::max(largest, bytes);
  return largest == 0 ? kGuess : largest * std::min<std::uint64_t>(threads, caches.size());
}

}  // namespace qgpu::bench
