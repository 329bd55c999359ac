#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/cli/number_text.hpp"

namespace qgpu::cli {

/// Rows of text under headings, in columns; the first column is flush left, numbers flush right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings) { rows_.push_back(std::move(headings)); }
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// A number as JSON would have it, `-` where there is none or it is not finite.
std::string cell(float value);
std::string cell(double value);
std::string cell(std::uint64_t value);
std::string cell(std::int32_t value);
template <class T>
std::string cell(const std::optional<T>& value) {
  return value ? cell(*value) : "-";
}

}  // namespace qgpu::cli
