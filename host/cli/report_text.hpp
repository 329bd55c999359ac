#pragma once
#include <string>

#include "qgpu/comparisons.hpp"

namespace qgpu::cli {

enum class Language { kEnglish, kKorean };

/// What the report is about: the three comparisons over the sample arrays.
struct ReportNumbers {
  Saturation saturation;      ///< spread.npy
  Symmetry symmetry;          ///< positive.npy
  ChannelComparison channel;  ///< weights.npy, axis 0
};

/// The rule of the round-trip bound, as a sentence.
std::string bound_rule(Language language);

/// report.md: four sections, every number on a line that says what it means.
std::string report_markdown(const ReportNumbers& numbers, Language language);

}  // namespace qgpu::cli
