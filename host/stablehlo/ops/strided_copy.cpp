#include "host/stablehlo/ops/strided_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "host/counted.hpp"
#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/text/text.hpp"

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

__extension__ using Int128 = __int128;

struct SixteenBytes {
  std::uint64_t low, high;
};

/// Whether every element of a box lies among `count` elements.
bool lies_inside(std::span<const std::int64_t> shape, const StridedView& view, std::int64_t count) {
  if (view.strides.size() != shape.size()) return false;
  if (std::ranges::find(shape, 0) != shape.end()) return true;
  Int128 lowest = view.offset, highest = view.offset;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const Int128 reach = Int128{shape[d] - 1} * view.strides[d];
    (reach < 0 ? lowest : highest) += reach;
    if (lowest < -count || highest > 2 * Int128{count}) return false;  // so that the sums stay small
  }
  return lowest >= 0 && highest < count;
}

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

void copy_strided(std::span<const std::int64_t> shape, const Literal& source, const StridedView& from, Literal& target,
                  const StridedView& to) {
  if (source.format().bytes() != target.format().bytes() || !lies_inside(shape, from, source.num_elements()) ||
      !lies_inside(shape, to, target.num_elements())) {
    throw file_error(fmt::format("elements of {} do not fit {}", print_type(source.type()), print_type(target.type())));
  }
  copy_strided(shape, source.format().bytes(), source.bytes(), from, target.bytes(), to);
}

Shape permuted_shape(std::span<const std::int64_t> shape, std::span<const std::int64_t> permutation) {
  Shape result;
  result.reserve(permutation.size());
  for (std::int64_t d : permutation) result.push_back(shape[static_cast<std::size_t>(d)]);
  return result;
}

StridedView permuted_view(std::span<const std::int64_t> shape, std::span<const std::int64_t> permutation) {
  return {0, permuted_shape(strides_of(shape), permutation)};
}

Literal broadcast_literal(const Literal& operand, const Type& result_type, std::span<const std::int64_t> dims) {
  Literal result(result_type);
  const Shape strides = strides_of(operand.shape());
  StridedView from{0, Shape(result.shape().size(), 0)};
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (operand.shape()[d] != 1) from.strides.at(static_cast<std::size_t>(dims[d])) = strides[d];
  }
  copy_strided(result.shape(), operand, from, result, {0, strides_of(result.shape())});
  return result;
}

Literal permuted(const Literal& operand, std::span<const std::int64_t> permutation) {
  const Shape shape = permuted_shape(operand.shape(), permutation);
  Literal result(tensor_type(shape, operand.element()));
  copy_strided(shape, operand, permuted_view(operand.shape(), permutation), result, {0, strides_of(shape)});
  return result;
}

Literal slice_literal(const Literal& operand, const Type& result_type, std::span<const std::int64_t> starts,
                      std::span<const std::int64_t> steps) {
  Literal result(result_type);
  StridedView from{0, strides_of(operand.shape())};
  const Shape& sizes = result.shape();
  if (starts.size() != sizes.size() || steps.size() != sizes.size() || operand.shape().size() != sizes.size())
    throw file_error("a slice with another rank than its operand");
  for (std::size_t d = 0; d < starts.size(); ++d) {
    if (sizes[d] == 0) return result;
    std::int64_t last = 0;
    const bool overflows =
        __builtin_mul_overflow(sizes[d] - 1, steps[d], &last) || __builtin_add_overflow(last, starts[d], &last);
    if (overflows || starts[d] < 0 || steps[d] < 1 || last >= operand.shape()[d]) {
      throw file_error(fmt::format("a slice of {} from {} in steps of {} leaves dimension {}, of size {}",
                                   counted(static_cast<std::uint64_t>(sizes[d]), "element"), starts[d], steps[d], d,
                                   operand.shape()[d]));
    }
    from.offset += starts[d] * from.strides[d];
    // One element has no neighbour; its step may be any number.
    from.strides[d] *= sizes[d] == 1 ? 1 : steps[d];
  }
  copy_strided(result.shape(), operand, from, result, {0, strides_of(result.shape())});
  return result;
}

Literal filled(const Type& result_type, const Literal& value) {
  Literal result(result_type);
  const Shape still(result.shape().size(), 0);
  copy_strided(result.shape(), value, {0, still}, result, {0, strides_of(result.shape())});
  return result;
}

Literal padded_literal(const Literal& operand, const Literal& value, const Type& result_type,
                       std::span<const std::int64_t> low, std::span<const std::int64_t> interior) {
  Literal result = filled(result_type, value);
  StridedView from{0, strides_of(operand.shape())};
  StridedView to{0, strides_of(result.shape())};
  Shape kept = operand.shape();
  if (low.size() != kept.size() || interior.size() != kept.size() || result.shape().size() != kept.size())
    throw file_error("padding for another rank than its operand's");
  constexpr std::int64_t kMost = std::int64_t{1} << 61;
  for (std::size_t d = 0; d < low.size(); ++d) {
    if (interior[d] < 0 || interior[d] > kMost || low[d] < -kMost || low[d] > kMost)
      throw file_error(fmt::format("padding of {} and {} between elements: out of range", low[d], interior[d]));
    // Negative padding cuts: keep the operand's indices i with 0 <= low + i * step < result size.
    const std::int64_t step = interior[d] + 1;
    const std::int64_t first = low[d] >= 0 ? 0 : (-low[d] + step - 1) / step;
    const std::int64_t room = result.shape()[d] - low[d];
    const std::int64_t end = std::min(operand.shape()[d], room <= 0 ? 0 : (room + step - 1) / step);
    if (end <= first) return result;
    kept[d] = end - first;
    from.offset += first * from.strides[d];
    to.offset += (low[d] + first * step) * to.strides[d];
    to.strides[d] *= kept[d] == 1 ? 1 : step;
  }
  copy_strided(kept, operand, from, result, to);
  return result;
}

}  // namespace qgpu::stablehlo
