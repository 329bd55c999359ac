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

TEST(Suggestion, CapitalsDashesAndUnderlinesAreNoSlips) {
  constexpr std::array<std::string_view, 3> kMixed{"--version", "asym-u8", "block128"};
  EXPECT_EQ(nearest_word("version", kMixed), "--version");
  EXPECT_EQ(nearest_word("-versoin", kMixed), "--version");
  EXPECT_EQ(nearest_word("ASYM_U8", kMixed), "asym-u8");
}

TEST(Suggestion, CompletesWhatIsCutOff) {
  constexpr std::array<std::string_view, 3> kNames{"tensor", "block128", "last_axis"};
  EXPECT_EQ(nearest_word("bloc", kNames), "block128");
  EXPECT_EQ(nearest_word("bl", kNames), "");
}

TEST(Suggestion, SaysNothingOfWhatIsFarAway) {
  EXPECT_EQ(nearest_word("zzz", kWords), "");
  EXPECT_EQ(nearest_word("", kWords), "");
  EXPECT_EQ(nearest_word(std::string(100000, 'q'), kWords), "");
}

}  // namespace
}  // namespace qgpu::cli
