#include <fmt/format.h>

#include <cmath>

#include "host/stablehlo/ir/decimal.hpp"
#include "host/stablehlo/ir/float_format.hpp"
#include "host/stablehlo/ir/type_names.hpp"
#include "host/stablehlo/text/parser.hpp"

// Grammar: docs of MLIR's quant dialect. The constraints C1..C13 are those of the StableHLO specification; what MLIR's
// type leaves to the ops (zero point inside the range, width, axis within the rank) is checked by the verifier.
namespace qgpu::stablehlo {
namespace {

std::string scale_text(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INF" : "INF";
  return fmt::format("{:e}", value);
}

}  // namespace

unsigned Parser::storage(StorageSpelling& spelling) {
  const Location start = location();
  if (!at(TokenKind::kWord)) fail("expected storage type identifier");
  const std::string_view word = token_.spelling;
  struct Prefix {
    std::string_view text;
    StorageSpelling spelling;
  };
  for (const Prefix& prefix : {Prefix{"si", StorageSpelling::kSi}, Prefix{"ui", StorageSpelling::kUi},
                               Prefix{"i", StorageSpelling::kI}, Prefix{"u", StorageSpelling::kU}}) {
    if (!word.starts_with(prefix.text)) continue;
    const std::string_view digits = word.substr(prefix.text.size());
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) continue;
    const auto width = parse_integer(digits);
    if (!width || *width == 0 || *width > 32) fail_at(start, fmt::format("illegal storage type size: {}", digits));
    spelling = prefix.spelling;
    advance();
    return static_cast<unsigned>(*width);
  }
  if (float_kind_named(word)) fail_at(start, fmt::format("unsupported: {} as storage type", word));
  fail_at(start, "illegal storage type prefix");
}

void Parser::storage_range(unsigned width, bool is_signed, std::int64_t& min, std::int64_t& max) {
  const std::int64_t lowest = is_signed ? -(std::int64_t{1} << (width - 1)) : 0;
  const std::int64_t highest = (std::int64_t{1} << (is_signed ? width - 1 : width)) - 1;
  min = lowest;
  max = highest;
  if (!consume("<")) return;
  Location start = location();
  min = integer();
  if (min < lowest) fail_at(start, fmt::format("illegal storage type minimum: {}", min));
  expect(":");
  start = location();
  max = integer();
  if (max > highest) fail_at(start, fmt::format("illegal storage type maximum: {}", max));
  expect(">");
  if (min >= max) fail_at(start, fmt::format("illegal storage min and storage max: ({}:{})", min, max));
}

Type Parser::expressed() {
  const Location start = location();
  Type type = this->type();
  if (!type.is<FloatType>()) fail_at(start, "invalid kind of type specified");
  return type;
}

double Parser::scale_value(const QuantizedType& type) {
  const Location start = location();
  const double scale = number();
  const FloatKind kind = type.expressed.get<FloatType>().kind;
  double low = 0;
  double high = std::numeric_limits<double>::max();
  if (kind != FloatKind::kF80 && kind != FloatKind::kF128) {
    const FloatFormat format = float_format(kind);
    low = smallest_subnormal(format);
    high = largest_finite(format);
  }
  if (!(scale >= low && scale <= high) || scale == 0)
    fail_at(start, fmt::format("scale {} out of expressed type range [{}, {}]", scale_text(scale), scale_text(low),
                               scale_text(high)));
  return scale;
}

void Parser::scale_and_zero_point(QuantizedType& type) {
  count(1);
  double scale = scale_value(type);
  std::int64_t zero_point = consume(":") ? integer() : 0;
  if (type.is_sub_channel()) {
    const FloatKind kind = type.expressed.get<FloatType>().kind;
    if (kind != FloatKind::kF80 && kind != FloatKind::kF128) scale = round_to_float(scale, kind);
    // MLIR keeps the low bits of a zero point here.
    const auto bits = static_cast<std::uint64_t>(zero_point) & ((std::uint64_t{1} << type.width) - 1);
    const bool negative = type.is_signed() && (bits >> (type.width - 1)) & 1;
    zero_point = static_cast<std::int64_t>(bits) - (negative ? std::int64_t{1} << type.width : 0);
  }
  type.scales.push_back(scale);
  type.zero_points.push_back(zero_point);
}

// `{{a, b}, {c, d}}`: the first path down sets the shape, all others must repeat it.
void Parser::scale_tensor(QuantizedType& type, std::size_t level) {
  const Depth depth(*this);
  expect("{");
  const bool known = level < type.scale_shape.size();
  if (!known) type.scale_shape.push_back(0);
  const bool first_path = !known;
  std::int64_t size = 0;
  const auto inconsistent = [&] { fail("tensor literal is invalid; ranks are not consistent between elements"); };
  do {
    const bool is_leaf = level + 1 == type.scale_shape.size() && !(first_path && size == 0 && at("{"));
    if (at("{")) {
      if (is_leaf) inconsistent();
      scale_tensor(type, level + 1);
    } else {
      if (!is_leaf) inconsistent();
      scale_and_zero_point(type);
    }
    ++size;
  } while (consume(","));
  expect("}");
  if (first_path)
    type.scale_shape[level] = size;
  else if (type.scale_shape[level] != size)
    inconsistent();
}

void Parser::scale_list(QuantizedType& type) {
  expect("{");
  do scale_and_zero_point(type);
  while (consume(","));
  expect("}");
}

Type Parser::quantized() {
  QuantizedType type;
  expect("<");
  type.width = storage(type.spelling);
  storage_range(type.width, type.is_signed(), type.storage_min, type.storage_max);
  expect(":");
  type.expressed = expressed();
  if (consume(":")) {
    const Location start = location();
    if (consume("{")) {
      type.granularity = Granularity::kSubChannel;
      list_until("}", [&] {
        BlockSize block;
        block.dimension = integer();
        expect(":");
        block.size = integer();
        if (block.dimension < 0) fail_at(start, fmt::format("illegal quantized dimension: {}", block.dimension));
        if (block.dimension > std::numeric_limits<std::int32_t>::max()) fail_at(start, "integer value too large");
        if (block.size <= 0) fail_at(start, fmt::format("illegal block size: {}", block.size));
        count(1);
        type.blocks.push_back(block);
      });
      expect(",");
      scale_tensor(type, 0);
    } else {
      type.granularity = Granularity::kPerAxis;
      type.axis = integer();
      if (type.axis < 0) fail_at(start, fmt::format("illegal quantized dimension: {}", type.axis));
      if (type.axis > std::numeric_limits<std::int32_t>::max()) fail_at(start, "integer value too large");
      expect(",");
      scale_list(type);
    }
  } else {
    expect(",");
    scale_and_zero_point(type);
  }
  expect(">");
  return type;
}

Type Parser::any_quantized() {
  AnyQuantizedType type;
  expect("<");
  type.width = storage(type.spelling);
  const bool is_signed = type.spelling == StorageSpelling::kI || type.spelling == StorageSpelling::kSi;
  storage_range(type.width, is_signed, type.storage_min, type.storage_max);
  if (consume(":")) type.expressed = expressed();
  expect(">");
  return type;
}

Type Parser::calibrated() {
  CalibratedType type;
  expect("<");
  const Location start = location();
  type.expressed = expressed();
  expect("<");
  type.min = number();
  expect(":");
  type.max = number();
  expect(">");
  expect(">");
  if (!(type.min < type.max))
    fail_at(start, fmt::format("illegal min and max: ({}:{})", scale_text(type.min), scale_text(type.max)));
  return type;
}

}  // namespace qgpu::stablehlo
