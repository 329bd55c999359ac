#include "host/cpu/window_values.hpp"

#include <algorithm>
#include <bit>

#include "qgpu/source_floats.hpp"

namespace qgpu::cpu {
namespace {

/// The whole tensor where it lies in memory as float32 of this machine, else null.
const float* native_values(const Source& source) {
  const TensorInfo& info = source.info();
  const bool is_native =
      info.type == ElementType::kFloat32 && info.big_endian == (std::endian::native == std::endian::big);
  return is_native ? reinterpret_cast<const float*>(source.data()) : nullptr;
}

/// So much of a mapped file is used in place at once: what is under way stays resident.
constexpr std::uint64_t kMostMapped = std::uint64_t{1} << 20;

}  // namespace

const float* load_run(const Source& source, std::uint64_t first, std::uint64_t count, ValueBuffer& buffer) {
  if (const float* values = native_values(source)) {
    source.will_use(count);
    return values + first;
  }
  if (buffer.size() < count) buffer.resize(count);
  return load_floats(source, first, count, buffer.data());
}

NonfiniteCounts nonfinite_of(const float* x, std::uint64_t count, std::uint64_t first, const TensorInfo& info) {
  NonfiniteCounts counts;
  for (std::uint64_t j = 0; j < count; ++j) {
    if (!arith::is_finite(x[j])) counts.see(x[j], logical_index(info, first + j));
  }
  return counts;
}

bool is_read_in_place(const Source& source, const GroupLayout& layout, std::uint64_t window_elements) {
  if (native_values(source) == nullptr || !layout.has_contiguous_slabs()) return false;
  if (!source.is_mapped() || layout.is_contiguous()) return true;
  return window_elements <= kMostMapped &&
         (layout.slab_elements() <= window_elements || layout.row_length() <= window_elements / arith::kTileElements);
}

const float* GroupPiece::values(std::uint64_t first, std::uint64_t count, float* scratch) const {
  if (packed != nullptr) return packed + first;
  const std::uint64_t from = begin + first;
  std::uint64_t r = from / width;
  std::uint64_t c = from % width;
  if (c + count <= width) return row + r * stride + c;
  for (std::uint64_t done = 0; done < count; ++r, c = 0) {
    const std::uint64_t part = std::min(width - c, count - done);
    std::copy_n(row + r * stride + c, part, scratch + done);
    done += part;
  }
  return scratch;
}

std::uint64_t GroupPiece::stored_index(const GroupLayout& layout, std::uint64_t j) const {
  const std::uint64_t from = begin + j;
  return layout.stored_row(slab, local_row + from / width) * layout.row_length() + first_column + from % width;
}

WindowValues::WindowValues(const Source& source, const GroupLayout& layout, const Window& window, ValueBuffer& buffer)
    : layout_(layout), window_(window) {
  const float* native = native_values(source);
  if (native != nullptr && layout.has_contiguous_slabs() && !source.is_mapped()) {
    const std::uint64_t length = layout.row_length();
    stride_ = length;
    const std::uint64_t row = window.kind == Window::Kind::kColumns ? window.first_row
                              : window.kind == Window::Kind::kRun
                                  ? window.offset / layout.columns_of_group(window.first_group)
                                  : 0;
    data_ = native + layout.stored_row(window.first_slab, row) * length + window.first_column;
    return;
  }
  run_is_packed_ = window.kind == Window::Kind::kRun;
  stride_ = window.num_columns;
  const std::optional<WindowRun> lone = lone_run(layout, window);
  const bool in_place = native != nullptr && lone && window.elements <= kMostMapped;
  if (!in_place && buffer.size() < window.elements) buffer.resize(window.elements);
  if (native != nullptr && lone && !in_place) {
    source.read(lone->first_element, window.elements, reinterpret_cast<std::byte*>(buffer.data()));
    data_ = buffer.data();
  } else {
    data_ = load_window(source, layout, window, buffer.data());
  }
}

GroupPiece WindowValues::piece(std::uint64_t i) const {
  GroupPiece piece{};
  piece.group = window_.first_group + i;
  piece.width = layout_.columns_of_group(piece.group);
  piece.slab = piece.group / layout_.groups_per_slab();
  piece.first_column = piece.group % layout_.groups_per_slab() * layout_.block[2];
  piece.stride = stride_;
  piece.row = data_ + (piece.first_column - window_.first_column);
  switch (window_.kind) {
    case Window::Kind::kSlabs:
      piece.row += (layout_.stored_row(piece.slab, 0) - layout_.stored_row(window_.first_slab, 0)) * stride_;
      piece.elements = layout_.rows_of_slab(piece.slab) * piece.width;
      break;
    case Window::Kind::kColumns:
      piece.local_row = window_.first_row;
      piece.elements = window_.num_rows * piece.width;
      break;
    case Window::Kind::kRun:
      piece.local_row = window_.offset / piece.width;
      piece.begin = window_.offset % piece.width;
      piece.elements = window_.elements;
      break;
  }
  if (run_is_packed_) {
    piece.packed = data_;
  } else if (piece.stride == piece.width || piece.begin + piece.elements <= piece.width) {
    piece.packed = piece.row + piece.begin;
  }
  return piece;
}

}  // namespace qgpu::cpu
