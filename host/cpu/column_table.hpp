#pragma once
#include <cstdint>
#include <vector>

#include "host/cpu/simd/quantize.hpp"
#include "qgpu/layout.hpp"
#include "qgpu/parameters.hpp"

namespace qgpu::cpu {

/// GroupConstants of columns that lie side by side, an array each, aligned and padded as the loops want them. Filled
/// again only when other columns are asked for: the parameters of columns once filled must not change.
class ColumnTable {
 public:
  /// What the constants are for: making values of codes takes scales and zero points alone, making codes all but `k`.
  enum class Use { kValues, kCodes, kErrors };

  explicit ColumnTable(Use use) : use_(use) {}

  /// So many columns at most at once.
  static constexpr std::uint64_t kMaxColumns = 4096;

  /// Constants of `columns` columns from `first_column` on of the rows of `slab`. Where `columns` is more than what is
  /// left of the row, the row's groups begin again, for rows that are handled several at a time.
  void fill(const GroupLayout& layout, const Parameters& parameters, std::uint64_t slab, std::uint64_t first_column,
            std::uint64_t columns);

  /// Those of the columns from `c` on.
  ColumnConstants constants(std::uint64_t c = 0) const {
    return {array(0) + c, array(1) + c, array(2) + c, array(3) + c, array(4) + c};
  }
  const float* scale() const { return array(0); }
  const float* zero_point() const { return array(5); }

 private:
  static constexpr std::uint64_t kArrays = 6;
  static constexpr std::uint64_t kAlignedFloats = 16;  // 64 bytes

  const float* array(std::uint64_t index) const { return begin_ + index * padded_columns_; }
  void fill_from(const float* scale, const std::int32_t* zero_point, std::uint64_t columns);
  void fill_arrays(const GroupLayout& layout, const Parameters& parameters);
  void set(std::uint64_t column, const GroupConstants& group) {
    float* at = begin_ + column;
    at[0] = group.scale;
    at[padded_columns_] = group.inverse;
    at[2 * padded_columns_] = group.magic;
    at[3 * padded_columns_] = group.near_tie;
    at[4 * padded_columns_] = group.k;
    at[5 * padded_columns_] = group.zero_point();
  }

  Use use_;
  std::vector<float> memory_;
  float* begin_ = nullptr;
  std::uint64_t padded_columns_ = 0;
  std::uint64_t slab_ = 0, first_column_ = 0, columns_ = 0;
};

}  // namespace qgpu::cpu
