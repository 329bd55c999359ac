#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qgpu::cli {

/// The candidate that `word` is most likely a slip of, or empty: at most a third of its letters wrong, by insertions,
/// deletions, exchanges and swapped neighbours (optimal string alignment distance), or cut off after three letters or
/// more. Capitals, dashes in front, and _ for - are no slip at all.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates);

/// ` (did you mean X?)`, or nothing.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);
std::string suggestion_of(std::string_view word, const std::vector<std::string>& candidates);

/// The words between separators; none of an empty text.
std::vector<std::string> words_between(std::string_view text, char separator);

}  // namespace qgpu::cli
