// How the rows of a column tile come, a quad (four neighbouring lanes) after the other. Compiled once a target
// (Highway's scheme), so the guard toggles.
#if defined(QGPU_QUAD_ROWS_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef QGPU_QUAD_ROWS_HPP
#undef QGPU_QUAD_ROWS_HPP
#else
#define QGPU_QUAD_ROWS_HPP
#endif

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "host/cpu/simd/lane_tree.hpp"
#include "host/cpu/simd/streaming.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

/// Rows of values, as they lie in memory.
struct BoxOfRows {
  const float* x;
  std::uint64_t rows, stride, columns;
};

/// Where a reader stands: the quad that is read, and the two that come next.
struct QuadTurn {
  std::uint64_t quad, next, after_next;
};

constexpr std::uint64_t kRowsOfLane = arith::kTileElements / kLanes;

/// The rows of one quad, side by side: row r is lane r / 8, i = r % 8.
using QuadRows = float[arith::kTileElements / kQuads][kTileColumns];

/// How many rows a lane has in a box.
HWY_INLINE std::uint64_t rows_of_lane(std::uint64_t lane, std::uint64_t rows) {
  return rows <= lane ? 0 : (rows - lane + kLanes - 1) / kLanes;
}

/// Copies the rows of quads side by side, line by line, while another quad is measured: so that loads, which come from
/// far, and arithmetic overlap. (Rows a power of two apart throw each other out of the caches: what was asked for too
/// early would be gone before it is used.)
class StagedQuads {
 public:
  HWY_INLINE explicit StagedQuads(const BoxOfRows& box, const QuadTurn& first)
      : x_(box.x), rows_(box.rows), stride_(box.stride), columns_(box.columns) {
    if (columns_ % hn::Lanes(FloatTag()) != 0) std::memset(staged_, 0, sizeof staged_);
    begin_copy(first.quad, first.next, staged_[0]);
  }

  HWY_INLINE void begin(const QuadTurn& turn) {
    while (row_ < num_rows_) step();
    now_ = 1 - now_;
    begin_copy(turn.next, turn.after_next, staged_[1 - now_]);
  }
  /// Columns `c` and on of the quad's row `i` of lane `part`; zeros past the last column.
  HWY_INLINE Floats load(std::uint64_t part, std::uint64_t i, std::uint64_t c) {
    if (c % kLine == 0) step();
    return hn::Load(FloatTag(), &staged_[now_][part * kRowsOfLane + i][c]);
  }

 private:
  static constexpr std::uint64_t kRows = std::extent_v<QuadRows>;
  static constexpr std::uint64_t kRowsAhead = 2;
  static constexpr std::uint64_t kLine = 16;

  /// Turns to a quad, whose rows `to` takes, before `next`.
  HWY_INLINE void begin_copy(std::uint64_t quad, std::uint64_t next, QuadRows& to) {
    num_rows_ = 0;
    for (std::uint64_t part = 0; part < 4; ++part) {
      const std::uint64_t lane = 4 * quad + part;
      const std::uint64_t end = rows_of_lane(lane, rows_);
      for (std::uint64_t i = 0; i < end; ++i, ++num_rows_) {
        from_[num_rows_] = x_ + (lane + i * kLanes) * stride_;
        to_[num_rows_] = to[part * kRowsOfLane + i];
      }
    }
    const std::uint64_t to_second = rows_ > kLanes ? kLanes : 1;
    for (std::uint64_t row = 0; row < kRowsAhead; ++row) {
      from_[num_rows_ + row] = x_ + std::min(4 * next + row * to_second, rows_ - 1) * stride_;
    }
    row_ = column_ = 0;
  }
  /// Copies one line.
  HWY_INLINE void step() {
    if (row_ == num_rows_) return;
    ask_for(from_[row_ + kRowsAhead] + column_, 0);
    const float* line = from_[row_] + column_;
    float* to = to_[row_] + column_;
    if (HWY_LIKELY(column_ + kLine <= columns_)) {
      std::memcpy(to, line, kLine * sizeof(float));
    } else {
      std::memcpy(to, line, (columns_ - column_) * sizeof(float));
    }
    column_ += kLine;
    if (column_ < columns_) return;
    column_ = 0;
    ++row_;
  }
  const float* x_;
  std::uint64_t rows_, stride_, columns_;
  const float* from_[kRows + kRowsAhead];
  float* to_[kRows];
  std::uint64_t num_rows_ = 0, row_ = 0, column_ = 0;
  alignas(64) QuadRows staged_[2];  // the one measured and the one being copied
  std::uint64_t now_ = 1;
};

/// Takes the rows of quads from where they lie. For rows so far apart, or so few, that copying costs more.
class DirectQuads {
 public:
  HWY_INLINE explicit DirectQuads(const BoxOfRows& box, const QuadTurn&) : box_(box) {}

  HWY_INLINE void begin(const QuadTurn& turn) {
    first_ = box_.x + 4 * turn.quad * box_.stride;
    to_next_ = 4 * (turn.next - turn.quad) * box_.stride;  // modulo 2^64, as line_after adds
  }
  HWY_INLINE Floats load(std::uint64_t part, std::uint64_t i, std::uint64_t c) const {
    const FloatTag d;
    const float* at = first_ + (part + i * kLanes) * box_.stride + c;
    ask_for(at, to_next_);
    if (HWY_LIKELY(c + hn::Lanes(d) <= box_.columns)) return hn::LoadU(d, at);
    alignas(64) float padded[hn::MaxLanes(FloatTag())] = {};
    std::memcpy(padded, at, (box_.columns - c) * sizeof(float));
    return hn::Load(d, padded);
  }

 private:
  BoxOfRows box_;
  const float* first_ = nullptr;
  std::uint64_t to_next_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();
#endif
