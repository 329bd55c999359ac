#include "host/cpu/simd/quantize.hpp"

#include <algorithm>
#include <cstring>

#include "host/cpu/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "host/cpu/simd/quantize.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Highway comes first.
#include "host/cpu/simd/code_vector.hpp"
#include "host/cpu/simd/streaming.hpp"

HWY_BEFORE_NAMESPACE();
namespace qgpu::cpu {
namespace HWY_NAMESPACE {

constexpr std::uint64_t kVectorsAtOnce = 4;  // guesses that are tested together
constexpr std::uint64_t kLine = 64;          // elements: a cache line of codes

/// The low bytes of `kRoundingMagic + code`.
HWY_INLINE void store_codes(Floats coded, std::uint8_t* codes) {
  const hn::RebindToUnsigned<FloatTag> bits;
  const hn::Rebind<std::uint8_t, FloatTag> bytes;
  hn::StoreU(hn::TruncateTo(bytes, hn::BitCast(bits, coded)), bytes, codes);
}

/// kVectorsAtOnce vectors of values. `lanes` holds as many constants, or one for all.
template <std::uint64_t kConstants>
HWY_INLINE void quantize_vectors(const float* x, const LaneConstants (&lanes)[kConstants], const LimitVectors& limits,
                                 const CodeRule& rule, std::uint8_t* codes, CodeCounts& counts) {
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  Floats values[kVectorsAtOnce];
  Floats coded[kVectorsAtOnce];
  FloatMask stands[kVectorsAtOnce];
  for (std::uint64_t v = 0; v < kVectorsAtOnce; ++v) {
    const LaneConstants& constants = lanes[v % kConstants];
    values[v] = hn::LoadU(d, x + v * n);
    coded[v] = guess_codes(values[v], constants, limits);
    stands[v] = guess_stands(values[v], coded[v], constants);
  }
  const FloatMask all = hn::And(hn::And(stands[0], stands[1]), hn::And(stands[2], stands[3]));
  if (HWY_UNLIKELY(!hn::AllTrue(d, all))) {
    for (std::uint64_t v = 0; v < kVectorsAtOnce; ++v) {
      const ExactCodes exact = exact_codes(values[v], lanes[v % kConstants], rule);
      exact.count(counts);
      coded[v] = exact.coded;
    }
  }
  for (std::uint64_t v = 0; v < kVectorsAtOnce; ++v) store_codes(coded[v], codes + v * n);
}

HWY_INLINE void quantize_line(const float* x, const LaneConstants (&lanes)[1], const LimitVectors& limits,
                              const CodeRule& rule, std::uint8_t* codes, CodeCounts& counts) {
  const std::uint64_t step = kVectorsAtOnce * hn::Lanes(FloatTag());
  for (std::uint64_t j = 0; j < kLine; j += 16) ask_for(x + j, kAheadFloats);
  for (std::uint64_t j = 0; j < kLine; j += step) {
    quantize_vectors(x + j, lanes, limits, rule, codes + j, counts);
  }
}

/// Fewer values than a line.
HWY_NOINLINE void quantize_rest(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule,
                                std::uint8_t* codes, CodeCounts& counts) {
  float padded[kLine] = {};  // zeros have codes that count nowhere
  std::uint8_t padded_codes[kLine];
  std::memcpy(padded, x, count * sizeof(float));
  const LaneConstants lanes[1] = {lanes_of(group)};
  quantize_line(padded, lanes, limits_of(rule), rule, padded_codes, counts);
  std::memcpy(codes, padded_codes, count);
}

void quantize_run(const float* x, std::uint64_t count, const GroupConstants& group, const CodeRule& rule, CodesOut out,
                  CodeCounts& counts) {
  const LaneConstants lanes[1] = {lanes_of(group)};
  const LimitVectors limits = limits_of(rule);
  std::uint64_t done = 0;
  constexpr std::uint64_t kPiece = kStreams * kStreamFloats;
  alignas(64) std::uint8_t staged[kPiece];
  for (; done + kPiece <= count; done += kPiece) {
    std::uint8_t* codes = out.streamed ? staged : out.codes + done;
    for (std::uint64_t j = 0; j < kStreamFloats; j += kLine) {
      for (std::uint64_t s = 0; s < kStreams; ++s) {
        const std::uint64_t at = s * kStreamFloats + j;
        quantize_line(x + done + at, lanes, limits, rule, codes + at, counts);
      }
    }
    if (out.streamed) stream_bytes(staged, kPiece, out.codes + done);
  }
  for (; done + kLine <= count; done += kLine) {
    quantize_line(x + done, lanes, limits, rule, out.codes + done, counts);
  }
  if (done < count) quantize_rest(x + done, count - done, group, rule, out.codes + done, counts);
}

/// Groups of whole lines, short ones: read at several places side by side, as runs are.
void quantize_groups_of_lines(const float* x, std::uint64_t width, std::uint64_t num_groups, const float* scale,
                              const std::int32_t* zero_point, const CodeRule& rule, CodesOut out, CodeCounts& counts) {
  const LimitVectors limits = limits_of(rule);
  alignas(64) std::uint8_t staged[kStreams * kStreamFloats];
  const std::uint64_t of_stream = kStreamFloats / width;
  for (std::uint64_t done = 0; done < num_groups;) {
    const bool whole = done + kStreams * of_stream <= num_groups;
    const std::uint64_t streams = whole ? kStreams : 1;
    const std::uint64_t taken = whole ? of_stream : std::min(of_stream, num_groups - done);
    std::uint8_t* codes = out.streamed ? staged : out.codes + done * width;
    for (std::uint64_t i = 0; i < taken; ++i) {
      for (std::uint64_t s = 0; s < streams; ++s) {
        const std::uint64_t group = s * of_stream + i;
        const LaneConstants lanes[1] = {lanes_of(constants_of(scale[done + group], zero_point[done + group]))};
        for (std::uint64_t j = group * width; j < (group + 1) * width; j += kLine) {
          quantize_line(x + done * width + j, lanes, limits, rule, codes + j, counts);
        }
      }
    }
    if (out.streamed) stream_bytes(staged, streams * taken * width, out.codes + done * width);
    done += streams * taken;
  }
}

void quantize_groups(const float* x, std::uint64_t width, std::uint64_t num_groups, const float* scale,
                     const std::int32_t* zero_point, const CodeRule& rule, CodesOut out, CodeCounts& counts) {
  if (width % kLine == 0 && width <= kStreamFloats) {
    return quantize_groups_of_lines(x, width, num_groups, scale, zero_point, rule, out, counts);
  }
  const auto run = [&](std::uint64_t i, CodesOut to) {
    quantize_run(x + i * width, width, constants_of(scale[i], zero_point[i]), rule, to, counts);
  };
  if (!out.streamed || width > kStreamFloats) {
    for (std::uint64_t i = 0; i < num_groups; ++i) run(i, {out.codes + i * width, out.streamed});
    return;
  }
  // Short groups begin anywhere in a cache line: they are streamed many at a time.
  std::uint8_t staged[kStreams * kStreamFloats];
  for (std::uint64_t i = 0; i < num_groups;) {
    const std::uint64_t taken = std::min(num_groups - i, sizeof staged / width);
    for (std::uint64_t j = 0; j < taken; ++j) run(i + j, {staged + j * width, false});
    stream_bytes(staged, taken * width, out.codes + i * width);
    i += taken;
  }
}

/// `count` floats, and the last of them up to a whole line.
HWY_INLINE void copy_padded(const float* from, std::uint64_t count, float* to) {
  std::memcpy(to, from, count * sizeof(float));
  std::fill(to + count, to + kLine, from[count - 1]);
}

/// Fewer columns than a line, of one row; `first` is the first column's place in the constants.
HWY_NOINLINE void quantize_few_columns(const float* x, std::uint64_t count, const ColumnConstants& constants,
                                       std::uint64_t first, const CodeRule& rule, std::uint8_t* codes,
                                       CodeCounts& counts) {
  float padded[kLine] = {};  // zeros have codes that count nowhere
  std::uint8_t padded_codes[kLine];
  float scale[kLine], inverse[kLine], magic[kLine], near_tie[kLine];
  std::memcpy(padded, x, count * sizeof(float));
  copy_padded(constants.scale + first, count, scale);
  copy_padded(constants.inverse + first, count, inverse);
  copy_padded(constants.magic + first, count, magic);
  copy_padded(constants.near_tie + first, count, near_tie);
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  const LimitVectors limits = limits_of(rule);
  for (std::uint64_t j = 0; j < kLine; j += kVectorsAtOnce * n) {
    LaneConstants lanes[kVectorsAtOnce];
    for (std::uint64_t v = 0; v < kVectorsAtOnce; ++v) {
      const std::uint64_t at = j + v * n;
      lanes[v] = {hn::LoadU(d, scale + at), hn::LoadU(d, inverse + at), hn::LoadU(d, magic + at),
                  hn::LoadU(d, near_tie + at)};
    }
    quantize_vectors(padded + j, lanes, limits, rule, padded_codes + j, counts);
  }
  std::memcpy(codes, padded_codes, count);
}

void quantize_columns(const float* x, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                      const ColumnConstants& constants, const CodeRule& rule, CodesOut out, CodeCounts& counts) {
  constexpr std::uint64_t kRowsAtOnce = 4;
  constexpr std::uint64_t kStagedColumns = 1024;
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  const LimitVectors limits = limits_of(rule);
  alignas(64) std::uint8_t staged[kRowsAtOnce * kStagedColumns];
  const std::uint64_t whole = columns / (kVectorsAtOnce * n) * (kVectorsAtOnce * n);
  for (std::uint64_t row = 0; row < rows; row += kRowsAtOnce) {
    const std::uint64_t taken = std::min(rows - row, kRowsAtOnce);
    const float* from = x + row * stride;
    std::uint8_t* to = out.codes + row * stride;
    const BoxAhead ahead{columns, row + taken < rows ? kRowsAtOnce * stride : columns};
    for (std::uint64_t begin = 0; begin < whole; begin += kStagedColumns) {
      const std::uint64_t end = std::min(whole, begin + kStagedColumns);
      std::uint8_t* codes = out.streamed ? staged : to + begin;
      const std::uint64_t codes_stride = out.streamed ? kStagedColumns : stride;
      for (std::uint64_t column = begin; column < end; column += kVectorsAtOnce * n) {
        LaneConstants lanes[kVectorsAtOnce];
        for (std::uint64_t v = 0; v < kVectorsAtOnce; ++v) {
          const std::uint64_t at = column + v * n;
          lanes[v] = {hn::LoadU(d, constants.scale + at), hn::LoadU(d, constants.inverse + at),
                      hn::LoadU(d, constants.magic + at), hn::LoadU(d, constants.near_tie + at)};
        }
        for (std::uint64_t r = 0; r < taken; ++r) {
          for (std::uint64_t j = 0; j < kVectorsAtOnce * n; j += 16)
            ask_for(from + r * stride + column, ahead(column) + j);
          quantize_vectors(from + r * stride + column, lanes, limits, rule, codes + r * codes_stride + (column - begin),
                           counts);
        }
      }
      if (!out.streamed) continue;
      for (std::uint64_t r = 0; r < taken; ++r) {
        stream_bytes(staged + r * kStagedColumns, end - begin, to + r * stride + begin);
      }
    }
    if (whole == columns) continue;
    for (std::uint64_t r = 0; r < taken; ++r) {
      const std::uint64_t at = r * stride + whole;
      quantize_few_columns(from + at, columns - whole, constants, whole, rule, to + at, counts);
    }
  }
}

const QuantizeLoops kQuantizeLoops{quantize_run, quantize_groups, quantize_columns};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const QuantizeLoops& quantize_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kQuantizeLoops); }
}  // namespace qgpu::cpu
#endif
