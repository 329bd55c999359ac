#include "host/cpu/column_table.hpp"

#include <algorithm>

namespace qgpu::cpu {

void ColumnTable::fill(const GroupLayout& layout, const Parameters& parameters, std::uint64_t slab,
                       std::uint64_t first_column, std::uint64_t columns) {
  if (columns_ == columns && slab_ == slab && first_column_ == first_column) return;
  slab_ = slab;
  first_column_ = first_column;
  columns_ = columns;
  padded_columns_ = (columns + kAlignedFloats - 1) / kAlignedFloats * kAlignedFloats;
  memory_.resize(std::max<std::size_t>(memory_.size(), kArrays * padded_columns_ + kAlignedFloats));
  const std::uintptr_t past = reinterpret_cast<std::uintptr_t>(memory_.data()) / sizeof(float) % kAlignedFloats;
  begin_ = memory_.data() + (kAlignedFloats - past) % kAlignedFloats;

  fill_arrays(layout, parameters);
  for (std::uint64_t i = 0; i < kArrays; ++i) {
    float* values = begin_ + i * padded_columns_;
    std::fill(values + columns, values + padded_columns_, values[columns - 1]);
  }
}

// Rows of very many columns are few: filling must not take longer than using. An array or some at a time, most of this
// becomes vector instructions.
void ColumnTable::fill_from(const float* scale, const std::int32_t* zero_point, std::uint64_t columns) {
  float* const to = begin_;
  const std::uint64_t padded = padded_columns_;
#pragma GCC ivdep
  for (std::uint64_t c = 0; c < columns; ++c) {
    to[c] = scale[c];
    to[5 * padded + c] = static_cast<float>(zero_point[c]);
  }
  if (use_ == Use::kValues) return;
#pragma GCC ivdep
  for (std::uint64_t c = 0; c < columns; ++c) {
    const GroupConstants group = constants_of(scale[c], zero_point[c]);
    to[padded + c] = group.inverse;
    to[2 * padded + c] = group.magic;
    to[3 * padded + c] = group.near_tie;
  }
  if (use_ == Use::kCodes) return;
#pragma GCC ivdep
  for (std::uint64_t c = 0; c < columns; ++c) to[4 * padded + c] = constants_of(scale[c], 0).k;
}

void ColumnTable::fill_arrays(const GroupLayout& layout, const Parameters& parameters) {
  const std::uint64_t width = layout.block[2];
  const std::uint64_t first_of_row = slab_ * layout.groups_per_slab();
  const std::uint64_t period = first_column_ == 0 ? std::min(columns_, layout.row_length()) : columns_;
  std::uint64_t column = first_column_;
  std::uint64_t done = 0;
  if (width == 1 && parameters.size() > 1 && first_column_ + period <= layout.row_length()) {
    fill_from(&parameters.scale[first_of_row + first_column_], &parameters.zero_point[first_of_row + first_column_],
              period);
    done = period;
  }
  while (done < period) {
    const GroupConstants group = constants_of(parameters, first_of_row + column / width);
    const std::uint64_t group_end = std::min(layout.row_length(), (column / width + 1) * width);
    const std::uint64_t end = std::min(period, done + group_end - column);
    column = group_end == layout.row_length() ? 0 : group_end;
    for (; done < end; ++done) set(done, group);
  }
  for (std::uint64_t i = 0; i < kArrays; ++i) {  // the row again and again
    float* values = begin_ + i * padded_columns_;
    for (std::uint64_t c = period; c < columns_; ++c) values[c] = values[c - period];
  }
}

}  // namespace qgpu::cpu
