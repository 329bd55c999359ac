#include "host/cli/report_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace qgpu::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A report over arrays without elements.
ReportNumbers no_numbers() {
  const Parameters one_scale{{1.0f}, {0}};
  ReportNumbers numbers;
  numbers.saturation.full.ranges = Ranges{};
  numbers.saturation.full.derived.parameters = one_scale;
  numbers.symmetry.asym.derived.parameters = one_scale;
  numbers.symmetry.sym.derived.parameters = one_scale;
  numbers.channel.per_tensor.parameters = one_scale;
  return numbers;
}

TEST(ReportText, WhatNoElementDefinesIsNull) {
  for (const Language language : {Language::kEnglish, Language::kKorean}) {
    const std::string page = report_markdown(no_numbers(), language);
    for (const char* key : {"min", "max", "max_abs_error", "narrow max_abs_error", "saturation_ratio"})
      EXPECT_THAT(page, HasSubstr("- `" + std::string(key) + "` = **null**"));
  }
}

TEST(ReportText, AnErrorThatOverflowedIsNull) {
  ReportNumbers numbers = no_numbers();
  ErrorTotals& full = numbers.saturation.full.totals.tensor;
  full.finite = 2;
  full.max_abs_error = std::numeric_limits<float>::infinity();
  const std::string page = report_markdown(numbers, Language::kEnglish);
  EXPECT_THAT(page, HasSubstr("- `max_abs_error` = **null**"));
  EXPECT_THAT(page, Not(HasSubstr("inf**")));
}

}  // namespace
}  // namespace qgpu::cli
