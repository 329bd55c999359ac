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
  return {hn::Set(hn::Rebind<std::uint8_t, Tag>(), rule.turned), hn::Set(d, range.min), hn::Set(d, range.max)};
}

HWY_INLINE ValueRange range_of(const Dequantizer& dequantizer) {
  const Tag d;
  return {hn::GetLane(hn::MinOfLanes(d, dequantizer.min)), hn::GetLane(hn::MaxOfLanes(d, dequantizer.max))};
}

HWY_INLINE float dequantize_one(std::uint8_t code, const ByteRule& rule, float scale, float zero_point,
                                ValueRange& range) {
  const float value =
      (static_cast<float>(static_cast<std::uint8_t>(code ^ rule.turned)) - (rule.offset + zero_point)) * scale;
  range = {std::min(range.min, value), std::max(range.max, value)};
  return value;
}

void dequantize_run(const std::uint8_t* codes, std::uint64_t count, CodeType type, float scale, float zero_point,
                    ValuesOut out, ValueRange& range) {
  const Tag d;
  const std::uint64_t n = hn::Lanes(d);
  const ByteRule rule = byte_rule(type);
  std::uint64_t done = 0;
  const auto one_by_one_to = [&](std::uint64_t end) {
    for (; done < end; ++done) out.values[done] = dequantize_one(codes[done], rule, scale, zero_point, range);
  };
  // To a cache line of values: streaming stores need it, others gain.
  const std::uint64_t head = (64 - reinterpret_cast<std::uintptr_t>(out.values) % 64) % 64 / sizeof(float);
  one_by_one_to(std::min(head, count));
  Dequantizer dequantizer = begin(rule, range);
  const Floats scales = hn::Set(d, scale);
  const Floats offsets = hn::Set(d, rule.offset + zero_point);
  if (out.streamed) {
    for (; done + n <= count; done += n) {
      hn::Stream(dequantizer.take(codes + done, scales, offsets), d, out.values + done);
    }
  } else {
    for (; done + n <= count; done += n) {
      hn::StoreU(dequantizer.take(codes + done, scales, offsets), d, out.values + done);
    }
  }
  range = range_of(dequantizer);
  one_by_one_to(count);
}

void dequantize_columns(const std::uint8_t* codes, std::uint64_t rows, std::uint64_t stride, std::uint64_t columns,
                        CodeType type, const float* scale, const float* zero_point, ValuesOut out, ValueRange& range) {
  const Tag d;
  const std::uint64_t n = hn::Lanes(d);
  const ByteRule rule = byte_rule(type);
  const Floats offset = hn::Set(d, rule.offset);
  // Rows that begin at a vector's alignment can be streamed.
  const bool streamed =
      out.streamed && reinterpret_cast<std::uintptr_t>(out.values) % 64 == 0 && stride % (64 / sizeof(float)) == 0;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint8_t* from = codes + row * stride;
    float* to = out.values + row * stride;
    Dequantizer dequantizer = begin(rule, range);
    std::uint64_t column = 0;
    for (; column + n <= columns; column += n) {
      const Floats offsets = hn::Add(hn::LoadU(d, zero_point + column), offset);
      const Floats value = dequantizer.take(from + column, hn::LoadU(d, scale + column), offsets);
      if (streamed) {
        hn::Stream(value, d, to + column);
      } else {
        hn::StoreU(value, d, to + column);
      }
    }
    range = range_of(dequantizer);
    for (; column < columns; ++column) {
      to[column] = dequantize_one(from[column], rule, scale[column], zero_point[column], range);
    }
  }
}

const DequantizeLoops kDequantizeLoops{dequantize_run, dequantize_columns};

}  // namespace HWY_NAMESPACE
}  // namespace qgpu::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "host/cpu/simd/dispatch.hpp"
namespace qgpu::cpu {
const DequantizeLoops& dequantize_loops(SimdLevel level) { return QGPU_TABLE_OF_LEVEL(level, kDequantizeLoops); }
}  // namespace qgpu::cpu
#endif
