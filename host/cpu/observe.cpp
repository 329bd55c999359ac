#include "host/cpu/buffer_pool.hpp"
#include "host/cpu/chunks.hpp"
#include "host/cpu/operations.hpp"
#include "host/cpu/simd/ranges.hpp"
#include "host/cpu/window_values.hpp"

namespace qgpu::cpu {
namespace {

struct WindowRanges {
  Window window;
  std::vector<ObservedRange> groups;
  NonfiniteCounts nonfinite;
};

/// Observes the groups of a window.
class Observer {
 public:
  Observer(const GroupLayout& layout, const TensorInfo& info, const RangeLoops& loops)
      : layout_(layout), info_(info), loops_(loops) {}

  void observe_piece(const GroupPiece& piece, ObservedRange& range, NonfiniteCounts& nonfinite) const {
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
        for (std::uint64_t j = 0; j < part; ++j) see(x[j], piece, done + j, range, nonfinite);
      }
      done += part;
    }
  }

  /// Narrow groups: works across the columns of the rows of one slab. `ranges` are those of the groups of the columns.
  void observe_columns(const float* x, std::uint64_t stride, std::uint64_t slab, std::uint64_t first_row,
                       std::uint64_t rows, std::uint64_t first_column, std::uint64_t columns, ObservedRange* ranges,
                       NonfiniteCounts& nonfinite) const {
    constexpr std::uint64_t kRows = 128;
    constexpr std::uint64_t kColumns = 1024;
    const std::uint64_t width = layout_.block[2];
    float min[kColumns], max[kColumns];
    for (std::uint64_t c = 0; c < columns; c += kColumns) {
      const std::uint64_t part = std::min(kColumns, columns - c);
      for (std::uint64_t r = 0; r < rows; r += kRows) {
        const std::uint64_t taken = std::min(kRows, rows - r);
        std::fill_n(min, part, std::numeric_limits<float>::infinity());
        std::fill_n(max, part, -std::numeric_limits<float>::infinity());
        const float* box = x + r * stride + c;
        if (loops_.of_columns(box, taken, stride, part, min, max)) {
          for (std::uint64_t i = 0; i < part; ++i) ranges[(c + i) / width].merge({min[i] + 0.0f, max[i] + 0.0f});
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

 private:
  void see(float x, const GroupPiece& piece, std::uint64_t j, ObservedRange& range, NonfiniteCounts& nonfinite) const {
    if (arith::is_finite(x)) {
      range.merge({x + 0.0f, x + 0.0f});  // -0 counts as 0
    } else {
      nonfinite.see(x, logical_index(info_, piece.stored_index(layout_, j)));
    }
  }
  void see(float x, std::uint64_t stored, ObservedRange& range, NonfiniteCounts& nonfinite) const {
    if (arith::is_finite(x)) {
      range.merge({x + 0.0f, x + 0.0f});
    } else {
      nonfinite.see(x, logical_index(info_, stored));
    }
  }

  const GroupLayout& layout_;
  const TensorInfo& info_;
  const RangeLoops& loops_;
};

void observe_window(const Observer& observer, const GroupLayout& layout, const WindowValues& values,
                    WindowRanges& result) {
  const Window& window = result.window;
  if (!has_narrow_groups(layout) || layout.is_contiguous()) {
    for (std::uint64_t i = 0; i < window.num_groups; ++i) {
      observer.observe_piece(values.piece(i), result.groups[i], result.nonfinite);
    }
    return;
  }
  if (window.kind == Window::Kind::kColumns) {
    observer.observe_columns(values.data(), values.stride(), window.first_slab, window.first_row, window.num_rows,
                             window.first_column, window.num_columns, result.groups.data(), result.nonfinite);
    return;
  }
  for (std::uint64_t i = 0; i < window.num_slabs; ++i) {
    const std::uint64_t slab = window.first_slab + i;
    const std::uint64_t row = layout.stored_row(slab, 0) - layout.stored_row(window.first_slab, 0);
    observer.observe_columns(values.data() + row * values.stride(), values.stride(), slab, 0, layout.rows_of_slab(slab),
                             0, layout.row_length(), &result.groups[i * layout.groups_per_slab()], result.nonfinite);
  }
}

}  // namespace

Ranges observe(const Source& source, const GroupLayout& layout, const Execution& execution, Progress& progress) {
  Ranges ranges;
  ranges.groups.resize(layout.num_groups());
  const Observer observer(layout, source.info(), range_loops(execution.simd_level));
  Windows windows(layout, execution.window_elements);
  BufferPool<ValueBuffer> buffers;
  const auto compute = [&](const Window& window) {
    const auto buffer = buffers.borrow();
    const WindowValues values(source, layout, window, *buffer);
    WindowRanges result{window, std::vector<ObservedRange>(window.num_groups), {}};
    observe_window(observer, layout, values, result);
    return result;
  };
  const auto merge = [&](const WindowRanges& result) {
    for (std::uint64_t i = 0; i < result.window.num_groups; ++i) {
      ranges.groups[result.window.first_group + i].merge(result.groups[i]);
    }
    ranges.nonfinite.merge(result.nonfinite);
    progress.add(result.window.elements * element_size(source.info().type));
  };
  run_ordered(
      execution, tokens_of(execution, source, layout), [&] { return windows.next(); }, compute, merge);
  return ranges;
}

}  // namespace qgpu::cpu
