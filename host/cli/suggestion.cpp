#include "host/cli/suggestion.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace qgpu::cli {
namespace {

std::size_t alignment_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) rows[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t exchange = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, exchange});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

/// What capitals, dashes in front and underlines in between have no part in.
std::string plain(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  std::string text(word);
  for (char& c : text) c = c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr std::size_t kLongest = 64;     // nobody's slip, and the table is quadratic
  constexpr std::size_t kShortestCut = 3;  // fewer letters are the beginning of too much
  if (word.size() > kLongest) return {};
  std::string meant = plain(word);
  if (meant.size() < 2) return {};               // a letter is near to all letters
  if (meant.starts_with("gpu")) meant = "cuda";  // and no slip of cpu
  std::string_view nearest;
  std::size_t least = std::max<std::size_t>(1, meant.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::string known = plain(candidate);
    const bool is_cut = meant.size() >= kShortestCut && known.starts_with(meant);
    const std::size_t distance = is_cut ? known != meant : alignment_distance(meant, known);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = nearest_word(word, candidates);
  return nearest.empty() ? std::string() : " (did you mean " + std::string(nearest) + "?)";
}

std::string suggestion_of(std::string_view word, const std::vector<std::string>& candidates) {
  return suggestion(word, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

std::vector<std::string> words_between(std::string_view text, char separator) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace qgpu::cli
