#include "host/cpu/chunks.hpp"

#include <gtest/gtest.h>

namespace qgpu::cpu {
namespace {

TEST(Chunks, FollowEachOtherAndEndAtMultiplesOfTheFile) {
  constexpr std::uint64_t kElements = 64;
  for (const std::uint64_t count : {0, 1, 40, 63, 64, 65, 1000}) {
    for (const std::uint64_t lead : {0, 1, 24, 63}) {
      Chunks chunks(count, kElements, lead);
      std::uint64_t end = 0;
      while (const auto chunk = chunks.next()) {
        EXPECT_EQ(chunk->first, end);
        EXPECT_GE(chunk->elements, 1u);
        EXPECT_LE(chunk->elements, kElements);
        end += chunk->elements;
        if (end < count) {
          EXPECT_EQ((end + lead) % kElements, 0u);
        }
      }
      EXPECT_EQ(end, count);
    }
  }
}

}  // namespace
}  // namespace qgpu::cpu
