#pragma once
#include <span>
#include <string>
#include <string_view>

namespace qgpu::cli {

/// The candidate that `word` is most likely a slip of, or empty: at most a third of its letters wrong, by insertions,
/// deletions, exchanges and swapped neighbours (optimal string alignment distance).
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates);

/// ` (did you mean X?)`, or nothing.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace qgpu::cli
