#include "host/cli/suggestion.hpp"

#include <gtest/gtest.h>

#include <array>

namespace qgpu::cli {
namespace {

constexpr std::array<std::string_view, 3> kWords{"quantize", "dequantize", "info"};

TEST(Suggestion, TakesTheNearestWord) {
  EXPECT_EQ(nearest_word("quantise", kWords), "quantize");
  EXPECT_EQ(nearest_word("dequantise", kWords), "dequantize");
  EXPECT_EQ(nearest_word("inof", kWords), "info");  // two neighbours swapped are one slip
}

TEST(Suggestion, SaysNothingOfWhatIsFarAway) {
  EXPECT_EQ(nearest_word("zzz", kWords), "");
  EXPECT_EQ(nearest_word("", kWords), "");
  EXPECT_EQ(nearest_word(std::string(100000, 'q'), kWords), "");
}

}  // namespace
}  // namespace qgpu::cli
