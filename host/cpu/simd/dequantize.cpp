#include "host/cpu/simd/dequantize.hpp"

#include <algorithm>

#include "host/cpu/simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "host/cpu/simd/dequantize.cpp"
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

/// A signed code's byte, its top bit turned, is the code + 128: so both types are bytes less an offset.
struct ByteRule {
  std::uint8_t turned;
  float offset;
};

HWY_INLINE ByteRule byte_rule(CodeType type) {
  return type == CodeType::kInt8 ? ByteRule{0x80, 128.0f} : ByteRule{0, 0.0f};
}

struct Dequantizer {
  hn::Vec<hn::Rebind<std::uint8_t, Tag>> turned;
  Floats min, max;

  /// Equals arith::dequantize; `offset` = the rule's + the zero point.
  HWY_INLINE Floats take(const std::uint8_t* codes, Floats scale, Floats offset) {
    const Tag d;
    const hn::Rebind<std::uint8_t, Tag> bytes;
    const hn::Rebind<std::int32_t, Tag> ints;
    const auto code = hn::PromoteTo(ints, hn::Xor(hn::LoadU(bytes, codes), turned));
    const Floats value = hn::Mul(hn::Sub(hn::ConvertTo(d, code), offset), scale);
    min = hn::Min(min, value);
    max = hn::Max(max, value);
    return value;
  }
};

HWY_INLINE Dequantizer begin(const ByteRule& rule, const ValueRange& range) {
  const Tag d;
  static_assert(hn::MaxLanes(d) <= ValueRange::kLanes);
  return {hn::Set(hn::Rebind<std::uint8_t, Tag>(), rule.turned), hn::LoadU(d, range.min), hn::LoadU(d, range.max)};
}

HWY_INLINE void end(const Dequantizer& dequantizer, ValueRange& range) {
  const Tag d;
  hn::StoreU(dequantizer.min, d, range.min);
  hn::StoreU(dequantizer.max, d, range.max);
}

HWY_INLINE float dequantize_one(std::uint8_t code, const ByteRule& rule, float scale, float zero_point,
                                ValueRange& range) {
  const float value =
      (static_cast<float>(static_cast<std::uint8_t>(code ^ rule.turned)) - (rule.offset + zero_point)) * scale;
  range.min[0] = std::min(range.min[0], value);
  range.max[0] = std::max(range.max[0], value);
  return value;
}

/// Whole vectors of one group's codes from `done` on; returns where they end.
template <bool kStreamed>
HWY_INLINE std::uint64_t dequantize_vectors(const std::uint8_t* codes, std::uint64_t done, std::uint64_t count,
                                            Floats scale, Floats offset, float* values, Dequantizer& dequantizer) {
  const Tag d;
  const std::uint64_t n = hn::Lanes(d);
  for (; done + n <= count; done += n) {
    const Floats value = dequantizer.take(codes + done, scale, offset);
    if constexpr (kStreamed) {
      hn::Stream(value, d, values + done);
    } else {
      hn::StoreU(value, d, values + done);
    }
  }
  return done;
}

void dequantize_run(const std::uint8_t* codes, std::uint64_t count, CodeType type, float scale, float zero_point,
                    ValuesOut out, ValueRange& range) {
  const Tag d;
  const ByteRule rule = byte_rule(type);
  std::uint64_t done = 0;
  const auto one_by_one_to = [&](std::uint64_t last) {
    for (; done < last; ++done) out.values[done] = dequantize_one(codes[done], rule, scale, zero_point, range);
  };
  if (out.streamed) {  // streaming stores need a cache line's beginning
    one_by_one_to(std::min((64 - reinterpret_cast<std::uintptr_t>(out.values) % 64) % 64 / sizeof(float), count));
  }
  Dequantizer dequantizer = begin(rule, range);
  const Floats scales = hn::Set(d, scale);
  const Floats offsets = hn::Set(d, rule.offset + zero_point);
  done = out.streamed ? dequantize_vectors<true>(codes, done, count, scales, offsets, out.values, dequantizer)
                      : dequantize_vectors<false>(codes, done, count, scales, offsets, out.values, dequantizer);
  end(dequantizer, range);
  one_by_one_to(count);
}

void dequantize_groups(const std::uint8_t* codes, std::uint64_t width, std::uint64_t num_groups, CodeType type,
                       const float* scale, const std::int32_t* zero_point, ValuesOut out, ValueRange& range) {
  const auto run = [&](std::uint64_t i, ValuesOut to) {
    dequantize_run(codes + i * width, width, type, scale[i], static_cast<float>(zero_point[i]), to, range);
  };
  // Short groups begin anywhere in a cache line: they are streamed many at a time.
  constexpr std::uint64_t kStaged = 4096;
  float staged[kStaged];
  if (!out.streamed || width > kStaged / 4) {
    for (std::uint64_t i = 0; i < num_groups; ++i) run(i, {out.values + i * width, out.streamed});
    return;
  }
  for (std::uint64_t i = 0; i < num_groups;) {
    const std::uint64_t taken = std::min(num_groups - i, kStaged / width);
    for (std::uint64_t j = 0; j < taken; ++j) run(i + j, {staged + j * width, false});
    stream_bytes(reinterpret_cast<const std::uint8_t*>(staged), taken * width * sizeof(float),
                 reinterpret_cast<std::uint8_t*>(out.values + i * width));
    i += taken;
  }
}

/// Whole vectors of columns, of a few rows; returns how many columns that are.
HWY_INLINE std::uint64_t dequantize_whole_vectors(const std::uint8_t* codes, std::uint64_t rows, std::uint64_t stride,
                                                  std::uint64_t columns, const float* scale, const float* zero_point,
                                                  float offset, const BoxAhead& ahead, std::uint64_t first,
                                                  float* values, std::uint64_t values_stride,
                                                  Dequantizer& dequantizer) {
  const Tag d;
  const std::uint64_t n = hn::Lanes(d);
  std::uint64_t column = 0;
  for (; column + n <= columns; column += n) {
    const Floats scales = hn::LoadU(d, scale + column);
    const Floats offsets = hn::Add(hn::LoadU(d, zero_point + column), hn::Set(d, offset));
    for (std::uint64_t row = 0; row < rows; ++row) {
      if (column % 64 == 0) ask_for(codes + row * stride + column, ahead(first + column));
      const Floats value = dequantizer.take(codes + row * stride + column, scales, offsets);
      hn::StoreU(value, d, values + row * values_stride + column);
    }
  }
  return column;
}

void dequantize_columns(const std::uint8_t* codes, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                        CodeType type, const float* scale, const float* zero_point, ValuesOut out, ValueRange& range) {
  constexpr std::uint64_t kRowsAtOnce = 4;
  constexpr std::uint64_t kStagedColumns = 256;
  const ByteRule rule = byte_rule(type);
  alignas(64) float staged[kRowsAtOnce * kStagedColumns];
  for (std::uint64_t row = 0; row < rows; row += kRowsAtOnce) {
    const std::uint64_t taken = std::min(kRowsAtOnce, rows - row);
    const BoxAhead ahead{columns, row + taken < rows ? kRowsAtOnce * stride : columns};
    for (std::uint64_t first = 0; first < columns; first += kStagedColumns) {
      const std::uint64_t part = std::min(kStagedColumns, columns - first);
      const std::uint8_t* from = codes + row * stride + first;
      float* out_values = out.values + row * stride + first;
      float* to = out.streamed ? staged : out_values;
      const std::uint64_t to_stride = out.streamed ? kStagedColumns : stride;
      Dequantizer dequantizer = begin(rule, range);
      const std::uint64_t done = dequantize_whole_vectors(from, taken, stride, part, scale + first, zero_point + first,
                                                          rule.offset, ahead, first, to, to_stride, dequantizer);
      end(dequantizer, range);
      for (std::uint64_t r = 0; r < taken; ++r) {
        for (std::uint64_t c = done; c < part; ++c) {
          to[r * to_stride + c] =
              dequantize_one(from[r * stride + c], rule, scale[first + c], zero_point[first + c], range);
        }
        if (out.streamed) {
          stream_bytes(reinterpret_cast<const std::uint8_t*>(to + r * to_stride), part * sizeof(float),
                       reinterpret_cast<std::uint8_t*>(out_values + r * stride));
        }
      }
    }
  }
}

const DequantizeLoops kDequantizeLoops{dequantize_run, dequantize_groups, dequantize_columns};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const DequantizeLoops& dequantize_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kDequantizeLoops); }
}  // namespace qgpu::cpu
#endif
