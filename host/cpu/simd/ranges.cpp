#include "host/cpu/simd/ranges.hpp"

#include <algorithm>
#include <cmath>

#include "host/cpu/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "host/cpu/simd/ranges.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Highway comes first.
#include "host/cpu/simd/streaming.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<float>;
using Floats = hn::Vec<Tag>;

/// Smallest, largest, and a sum that is NaN once a value was not finite (x * 0 is 0 for all others).
struct Seen {
  Floats min, max, poison;

  HWY_INLINE void take(Floats x) {
    min = hn::Min(x, min);
    max = hn::Max(x, max);
    poison = hn::MulAdd(x, hn::Zero(Tag()), poison);
  }
  HWY_INLINE void merge(const Seen& other) {
    min = hn::Min(other.min, min);
    max = hn::Max(other.max, max);
    poison = hn::Add(poison, other.poison);
  }
};

HWY_INLINE Seen nothing() {
  const Tag d;
  return {hn::Set(d, HUGE_VALF), hn::Set(d, -HUGE_VALF), hn::Zero(d)};
}

HWY_INLINE bool has_nonfinite(Floats poison) {
  const Tag d;
  return !hn::AllTrue(d, hn::Eq(poison, poison));
}

/// The end of a run: its last, less than a vector, one by one.
HWY_INLINE ObservedRange finish(Seen seen, bool has_vectors, const float* rest, std::uint64_t count) {
  const Tag d;
  ObservedRange range;
  if (has_vectors) {
    range.min = arith::without_negative_zero(hn::GetLane(hn::MinOfLanes(d, seen.min)));
    range.max = arith::without_negative_zero(hn::GetLane(hn::MaxOfLanes(d, seen.max)));
  }
  bool finite = !has_nonfinite(seen.poison);
  for (std::uint64_t j = 0; j < count; ++j) {
    finite = finite && arith::is_finite(rest[j]);
    const float value = arith::without_negative_zero(rest[j]);
    range.merge({value, value});
  }
  if (!finite) range.min = NAN;
  return range;
}

HWY_INLINE Seen merged(Seen (&seen)[kStreams]) {
  seen[0].merge(seen[1]);
  seen[2].merge(seen[3]);
  seen[0].merge(seen[2]);
  return seen[0];
}

/// Vectors side by side, as many as there are in `count` values; returns how many values that were.
HWY_INLINE std::uint64_t take_vectors(const float* x, std::uint64_t count, Seen (&seen)[kStreams]) {
  const Tag d;
  const std::uint64_t lanes = hn::Lanes(d);
  std::uint64_t done = 0;
  for (; done + kStreams * lanes <= count; done += kStreams * lanes) {
    for (std::uint64_t s = 0; s < kStreams; ++s) {
      ask_for(x + done + s * lanes, kAheadFloats);
      seen[s].take(hn::LoadU(d, x + done + s * lanes));
    }
  }
  for (; done + lanes <= count; done += lanes) seen[0].take(hn::LoadU(d, x + done));
  return done;
}

ObservedRange range_of_run(const float* x, std::uint64_t count) {
  const Tag d;
  Seen seen[kStreams] = {nothing(), nothing(), nothing(), nothing()};
  std::uint64_t done = 0;
  for (; done + kStreams * kStreamFloats <= count; done += kStreams * kStreamFloats) {
    for (std::uint64_t j = 0; j < kStreamFloats; j += hn::Lanes(d)) {
      for (std::uint64_t s = 0; s < kStreams; ++s) {
        const float* at = x + done + s * kStreamFloats + j;
        ask_for(at, kAheadFloats);
        seen[s].take(hn::LoadU(d, at));
      }
    }
  }
  done += take_vectors(x + done, count - done, seen);
  return finish(merged(seen), done > 0, x + done, count - done);
}

HWY_INLINE void range_of_group(const float* x, std::uint64_t width, ObservedRange& range) {
  Seen seen[kStreams] = {nothing(), nothing(), nothing(), nothing()};
  const std::uint64_t done = take_vectors(x, width, seen);
  range = finish(merged(seen), done > 0, x + done, width - done);
}

void ranges_of_groups(const float* x, std::uint64_t width, std::uint64_t num_groups, ObservedRange* ranges) {
  const std::uint64_t of_stream = std::max<std::uint64_t>(1, kStreamFloats / width);
  std::uint64_t done = 0;
  for (; done + kStreams * of_stream <= num_groups; done += kStreams * of_stream) {
    for (std::uint64_t i = 0; i < of_stream; ++i) {
      for (std::uint64_t s = 0; s < kStreams; ++s) {
        const std::uint64_t group = done + s * of_stream + i;
        range_of_group(x + group * width, width, ranges[group]);
      }
    }
  }
  for (; done < num_groups; ++done) range_of_group(x + done * width, width, ranges[done]);
}

bool ranges_of_columns(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns, float* min,
                       float* max) {
  const Tag d;
  const std::uint64_t lanes = hn::Lanes(d);
  constexpr std::uint64_t kRowsAtOnce = 4;  // streams that prefetchers follow
  Floats poison = hn::Zero(d);
  bool finite = true;
  for (std::uint64_t row = 0; row < rows; row += kRowsAtOnce) {
    const std::uint64_t end = std::min(rows, row + kRowsAtOnce);
    std::uint64_t column = 0;
    for (; column + lanes <= columns; column += lanes) {
      Seen seen{hn::LoadU(d, min + column), hn::LoadU(d, max + column), poison};
      for (std::uint64_t r = row; r < end; ++r) {
        const float* at = x + r * stride + column;
        ask_for(at, kRowsAtOnce * stride);
        seen.take(hn::LoadU(d, at));
      }
      hn::StoreU(seen.min, d, min + column);
      hn::StoreU(seen.max, d, max + column);
      poison = seen.poison;
    }
    for (; column < columns; ++column) {
      for (std::uint64_t r = row; r < end; ++r) {
        const float value = x[r * stride + column];
        finite = finite && arith::is_finite(value);
        min[column] = value < min[column] ? value : min[column];
        max[column] = value > max[column] ? value : max[column];
      }
    }
  }
  return finite && !has_nonfinite(poison);
}

const RangeLoops kRangeLoops{range_of_run, ranges_of_groups, ranges_of_columns};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const RangeLoops& range_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kRangeLoops); }
}  // namespace qgpu::cpu
#endif
