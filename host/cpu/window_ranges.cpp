#include "host/cpu/window_ranges.hpp"

#include <algorithm>
#include <limits>

#include "host/cpu/chunks.hpp"

namespace qgpu::cpu {

void RangeMeter::see(float x, std::uint64_t stored_index, ObservedRange& range, NonfiniteCounts& nonfinite) const {
  if (arith::is_finite(x)) {
    const float value = arith::without_negative_zero(x);
    range.merge({value, value});
  } else {
    nonfinite.see(x, logical_index(info_, stored_index));
  }
}

void RangeMeter::observe_piece(const GroupPiece& piece, ObservedRange& range, NonfiniteCounts& nonfinite) const {
  constexpr std::uint64_t kPart = 16384;
  const std::uint64_t longest = piece.packed != nullptr ? piece.elements : piece.width;
  for (std::uint64_t done = 0; done < piece.elements;) {
    const std::uint64_t column = piece.packed != nullptr ? 0 : (piece.begin + done) % piece.width;
    const std::uint64_t part = std::min({kPart, longest - column, piece.elements - done});
    const float* x = piece.values(done, part, nullptr);
    const ObservedRange seen = loops_.of_run(x, part);
    if (!arith::is_nan(seen.min)) {
      range.merge(seen);
    } else {
      for (std::uint64_t j = 0; j < part; ++j) see(x[j], piece.stored_index(layout_, done + j), range, nonfinite);
    }
    done += part;
  }
}

void RangeMeter::observe_groups(const WindowValues& values, WindowRanges& result) const {
  const Window& window = result.window;
  const std::uint64_t width = layout_.block[2];
  const std::uint64_t whole = window.num_columns / width;
  const std::uint64_t rest = window.num_columns % width;
  const std::uint64_t per_row = whole + (rest != 0);
  for (std::uint64_t row = 0; row < window.num_groups / per_row; ++row) {
    ObservedRange* ranges = &result.groups[row * per_row];
    const float* x = values.data() + row * window.num_columns;
    loops_.of_groups(x, width, whole, ranges);
    if (rest != 0) ranges[whole] = loops_.of_run(x + whole * width, rest);
    for (std::uint64_t i = 0; i < per_row; ++i) {
      if (!arith::is_nan(ranges[i].min)) continue;
      ranges[i] = {};
      observe_piece(values.piece(row * per_row + i), ranges[i], result.nonfinite);
    }
  }
}

void RangeMeter::observe_columns(const float* x, std::uint64_t stride, std::uint64_t slab, std::uint64_t first_row,
                                 std::uint64_t rows, std::uint64_t first_column, std::uint64_t columns,
                                 ObservedRange* ranges, NonfiniteCounts& nonfinite) const {
  constexpr std::uint64_t kRows = 128;
  constexpr std::uint64_t kColumns = 1024;
  const std::uint64_t width = layout_.block[2];
  float min[kColumns], max[kColumns];
  // Several short rows are one long row in which the columns repeat.
  const std::uint64_t together = columns == stride ? std::min(kColumns / columns, rows) : 1;
  if (together > 1) {
    const std::uint64_t whole = rows / together;
    std::fill_n(min, together * columns, std::numeric_limits<float>::infinity());
    std::fill_n(max, together * columns, -std::numeric_limits<float>::infinity());
    if (loops_.of_columns(x, whole, together * stride, together * columns, min, max)) {
      for (std::uint64_t i = 0; i < together * columns; ++i) {
        ranges[i % columns / width].merge({arith::without_negative_zero(min[i]), arith::without_negative_zero(max[i])});
      }
      const std::uint64_t done = whole * together;
      x += done * stride;
      first_row += done;
      rows -= done;
    }
  }
  for (std::uint64_t c = 0; c < columns; c += kColumns) {
    const std::uint64_t part = std::min(kColumns, columns - c);
    for (std::uint64_t r = 0; r < rows; r += kRows) {
      const std::uint64_t taken = std::min(kRows, rows - r);
      std::fill_n(min, part, std::numeric_limits<float>::infinity());
      std::fill_n(max, part, -std::numeric_limits<float>::infinity());
      const float* box = x + r * stride + c;
      if (loops_.of_columns(box, taken, stride, part, min, max)) {
        for (std::uint64_t i = 0; i < part; ++i) {
          ranges[(c + i) / width].merge({arith::without_negative_zero(min[i]), arith::without_negative_zero(max[i])});
        }
        continue;
      }
      for (std::uint64_t i = 0; i < taken; ++i) {
        const std::uint64_t stored =
            layout_.stored_row(slab, first_row + r + i) * layout_.row_length() + first_column + c;
        for (std::uint64_t j = 0; j < part; ++j) {
          see(box[i * stride + j], stored + j, ranges[(c + j) / width], nonfinite);
        }
      }
    }
  }
}

WindowRanges RangeMeter::observe(const Window& window, const WindowValues& values) const {
  constexpr std::uint64_t kShortGroup = 4096;
  WindowRanges result{window, std::vector<ObservedRange>(window.num_groups), {}};
  if (layout_.is_contiguous() && layout_.block[2] <= kShortGroup && window.kind != Window::Kind::kRun) {
    observe_groups(values, result);
  } else if (layout_.is_contiguous() || !has_narrow_groups(layout_)) {
    for (std::uint64_t i = 0; i < window.num_groups; ++i) {
      observe_piece(values.piece(i), result.groups[i], result.nonfinite);
    }
  } else if (window.kind == Window::Kind::kColumns) {
    observe_columns(values.data(), values.stride(), window.first_slab, window.first_row, window.num_rows,
                    window.first_column, window.num_columns, result.groups.data(), result.nonfinite);
  } else {
    for (std::uint64_t i = 0; i < window.num_slabs; ++i) {
      const std::uint64_t slab = window.first_slab + i;
      const std::uint64_t row = layout_.stored_row(slab, 0) - layout_.stored_row(window.first_slab, 0);
      observe_columns(values.data() + row * values.stride(), values.stride(), slab, 0, layout_.rows_of_slab(slab), 0,
                      layout_.row_length(), &result.groups[i * layout_.groups_per_slab()], result.nonfinite);
    }
  }
  return result;
}

}  // namespace qgpu::cpu
