#include "host/cpu/column_table.hpp"

#include <algorithm>

namespace qgpu::cpu {

void ColumnTable::set(std::uint64_t column, const GroupConstants& group) {
  float* at = begin_ + column;
  for (const float value : {group.scale, group.inverse, group.magic, group.near_tie, group.k, group.zero_point()}) {
    *at = value;
    at += padded_columns_;
  }
}

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

  const std::uint64_t width = layout.block[2];
  const std::uint64_t first_of_row = slab * layout.groups_per_slab();
  std::uint64_t column = first_column;
  std::uint64_t done = 0;
  while (done < columns) {
    const GroupConstants group = constants_of(parameters, first_of_row + column / width);
    const std::uint64_t group_end = std::min(layout.row_length(), (column / width + 1) * width);
    const std::uint64_t end = std::min(columns, done + group_end - column);
    column = group_end == layout.row_length() ? 0 : group_end;
    for (; done < end; ++done) set(done, group);
  }
  for (std::uint64_t i = 0; i < kArrays; ++i) {
    float* values = begin_ + i * padded_columns_;
    std::fill(values + columns, values + padded_columns_, values[columns - 1]);
  }
}

}  // namespace qgpu::cpu
