#include "host/stablehlo/ops/strided_copy.hpp"

#include <cstring>

#include "host/stablehlo/ops/elementwise.hpp"

namespace qgpu::stablehlo {

namespace {

/// One dimension of a copy.
struct Loop {
  std::int64_t size, from, to;
};

/// Drops dimensions of size 1 and joins neighbours that are one run in both source and target.
std::vector<Loop> merged_loops(std::span<const std::int64_t> shape, const Shape& from, const Shape& to) {
  std::vector<Loop> loops;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    const Loop loop{shape[d], from[d], to[d]};
    if (!loops.empty() && loops.back().from == loop.from * loop.size && loops.back().to == loop.to * loop.size) {
      loops.back() = {loops.back().size * loop.size, loop.from, loop.to};
    } else {
      loops.push_back(loop);
    }
  }
  return loops;
}

template <class Word>
void copy_row(const Word* from, std::int64_t from_stride, Word* to, std::int64_t to_stride, std::int64_t count) {
  if (from_stride == 1 && to_stride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(Word));
  } else if (from_stride == 0 && to_stride == 1) {
    std::fill_n(to, count, *from);
  } else {
    for (std::int64_t i = 0; i < count; ++i) to[i * to_stride] = from[i * from_stride];
  }
}

template <class Word>
void copy_words(const std::vector<Loop>& loops, const Word* source, Word* target) {
  const Loop row = loops.back();
  std::int64_t num_rows = 1;
  for (std::size_t d = 0; d + 1 < loops.size(); ++d) num_rows *= loops[d].size;
  const std::int64_t rows_a_piece = std::max<std::int64_t>(1, (1 << 16) / row.size);
  parallel_ranges(num_rows, rows_a_piece, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      std::int64_t from = 0, to = 0, rest = r;
      for (std::size_t d = loops.size() - 1; d-- > 0;) {
        const std::int64_t index = rest % loops[d].size;
        rest /= loops[d].size;
        from += index * loops[d].from;
        to += index * loops[d].to;
      }
      copy_row(source + from, row.from, target + to, row.to, row.size);
    }
  });
}

struct SixteenBytes {
  std::uint64_t low, high;
};

}  // namespace

void copy_strided(std::span<const std::int64_t> shape, std::size_t element_bytes, const std::byte* source,
                  const StridedView& from, std::byte* target, const StridedView& to) {
  for (std::int64_t size : shape) {
    if (size == 0) return;
  }
  std::vector<Loop> loops = merged_loops(shape, from.strides, to.strides);
  if (loops.empty()) loops.push_back({1, 1, 1});
  const auto copy = [&]<class Word>(Word) {
    copy_words(loops, reinterpret_cast<const Word*>(source) + from.offset, reinterpret_cast<Word*>(target) + to.offset);
  };
  switch (element_bytes) {
    case 1:
      return copy(std::uint8_t{});
    case 2:
      return copy(std::uint16_t{});
    case 4:
      return copy(std::uint32_t{});
    case 8:
      return copy(std::uint64_t{});
    default:
      return copy(SixteenBytes{});
  }
}

Literal broadcast_literal(const Literal& operand, const Type& result_type, std::span<const std::int64_t> dims) {
  Literal result(result_type);
  const Shape strides = strides_of(operand.shape());
  StridedView from{0, Shape(result.shape().size(), 0)};
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (operand.shape()[d] != 1) from.strides.at(static_cast<std::size_t>(dims[d])) = strides[d];
  }
  copy_strided(result.shape(), result.format().bytes(), operand.bytes(), from, result.bytes(),
               {0, strides_of(result.shape())});
  return result;
}

Literal permuted(const Literal& operand, std::span<const std::int64_t> permutation) {
  const Shape strides = strides_of(operand.shape());
  Shape shape;
  StridedView from;
  shape.reserve(permutation.size());
  from.strides.reserve(permutation.size());
  for (std::int64_t d : permutation) {
    shape.push_back(operand.shape().at(static_cast<std::size_t>(d)));
    from.strides.push_back(strides.at(static_cast<std::size_t>(d)));
  }
  Literal result(tensor_type(shape, operand.element()));
  copy_strided(shape, result.format().bytes(), operand.bytes(), from, result.bytes(), {0, strides_of(shape)});
  return result;
}

Literal slice_literal(const Literal& operand, const Type& result_type, std::span<const std::int64_t> starts,
                      std::span<const std::int64_t> steps) {
  Literal result(result_type);
  StridedView from{0, strides_of(operand.shape())};
  for (std::size_t d = 0; d < starts.size(); ++d) {
    from.offset += starts[d] * from.strides[d];
    from.strides[d] *= steps[d];
  }
  copy_strided(result.shape(), result.format().bytes(), operand.bytes(), from, result.bytes(),
               {0, strides_of(result.shape())});
  return result;
}

Literal filled(const Type& result_type, const Literal& value) {
  Literal result(result_type);
  const Shape still(result.shape().size(), 0);
  copy_strided(result.shape(), result.format().bytes(), value.bytes(), {0, still}, result.bytes(),
               {0, strides_of(result.shape())});
  return result;
}

Literal padded_literal(const Literal& operand, const Literal& value, const Type& result_type,
                       std::span<const std::int64_t> low, std::span<const std::int64_t> interior) {
  Literal result = filled(result_type, value);
  StridedView from{0, strides_of(operand.shape())};
  StridedView to{0, strides_of(result.shape())};
  Shape kept = operand.shape();
  for (std::size_t d = 0; d < low.size(); ++d) {
    // Negative padding cuts: keep the operand's indices i with 0 <= low + i * step < result size.
    const std::int64_t step = interior[d] + 1;
    const std::int64_t first = low[d] >= 0 ? 0 : (-low[d] + step - 1) / step;
    const std::int64_t room = result.shape()[d] - low[d];
    const std::int64_t end = std::min(operand.shape()[d], room <= 0 ? 0 : (room + step - 1) / step);
    if (end <= first) return result;
    kept[d] = end - first;
    from.offset += first * from.strides[d];
    to.offset += (low[d] + first * step) * to.strides[d];
    to.strides[d] *= step;
  }
  copy_strided(kept, result.format().bytes(), operand.bytes(), from, result.bytes(), to);
  return result;
}

}  // namespace qgpu::stablehlo
