#include "host/cli/text_table.hpp"

#include <algorithm>
#include <cmath>

namespace qgpu::cli {
namespace {

template <class T>
std::string floating_cell(T value) {
  if (!std::isfinite(value)) return std::string(1, '-');
  std::string text;
  append_number(text, value);
  return text;
}

}  // namespace

std::string cell(float value) { return floating_cell(value); }
std::string cell(double value) { return floating_cell(value); }
std::string cell(std::uint64_t value) { return std::to_string(value); }
std::string cell(std::int32_t value) { return std::to_string(value); }

std::string TextTable::text() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  }
  std::string text;
  for (const std::vector<std::string>& row : rows_) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string gap(widths[column] - row[column].size(), ' ');
      if (column > 0) line += "  " + gap;
      line += row[column];
      if (column == 0) line += gap;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace qgpu::cli
