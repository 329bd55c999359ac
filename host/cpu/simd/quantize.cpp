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
    quantize_vectors<1>(x + j, lanes, limits, rule, codes + j, counts);
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
  const FloatTag d;
  const std::uint64_t n = hn::Lanes(d);
  const LimitVectors limits = limits_of(rule);
  constexpr std::uint64_t kRowsAtOnce = 8;
  for (std::uint64_t row = 0; row < rows; row += kRowsAtOnce) {
    const std::uint64_t end = std::min(rows, row + kRowsAtOnce);
    std::uint64_t column = 0;
    for (; column + kVectorsAtOnce * n <= columns; column += kVectorsAtOnce * n) {
      LaneConstants lanes[kVectorsAtOnce];
      for (std::uint64_t v = 0; v < kVectorsAtOnce; ++v) {
        const std::uint64_t at = column + v * n;
        lanes[v] = {hn::LoadU(d, constants.scale + at), hn::LoadU(d, constants.inverse + at),
                    hn::LoadU(d, constants.magic + at), hn::LoadU(d, constants.near_tie + at)};
      }
      for (std::uint64_t r = row; r < end; ++r) {
        for (std::uint64_t j = 0; j < kVectorsAtOnce * n; j += 16)
          ask_for(x + r * stride + column, kRowsAtOnce * stride + j);
        quantize_vectors(x + r * stride + column, lanes, limits, rule, out.codes + r * stride + column, counts);
      }
    }
    if (column == columns) continue;
    for (std::uint64_t r = row; r < end; ++r) {
      const std::uint64_t at = r * stride + column;
      quantize_few_columns(x + at, columns - column, constants, column, rule, out.codes + at, counts);
    }
  }
}

const QuantizeLoops kQuantizeLoops{quantize_run, quantize_columns};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const QuantizeLoops& quantize_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kQuantizeLoops); }
}  // namespace qgpu::cpu
#endif
