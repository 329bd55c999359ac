#include "host/stablehlo/ir/type_scheme.hpp"

#include <fmt/format.h>

#include "host/stablehlo/eval/quantized_parameters.hpp"
#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/quantized_type_rules.hpp"
#include "qgpu/error.hpp"

namespace qgpu::stablehlo {
namespace {

using Kind = qgpu::Granularity::Kind;

void check_support(const QuantizedType& type) {
  const auto refuse = [](const char* expected, const std::string& found) {
    throw usage_error(fmt::format("--type: unsupported: expected {}, found {}", expected, found));
  };
  if (type.is_sub_channel()) refuse("a per-tensor or per-axis type", "a sub-channel one");
  if (const std::vector<std::string> reasons = reasons_not_stablehlo(type); !reasons.empty())
    throw usage_error("--type: no type of StableHLO: " + reasons.front());
  if (type.width != 8) refuse("storage of 8 bits", fmt::format("{}", type.width));
  if (!is_float(type.expressed, FloatKind::kF32)) refuse("expressed type f32", print_type(type.expressed));
}

}  // namespace

TypeScheme scheme_of_type(const QuantizedType& type) {
  check_support(type);
  TypeScheme result;
  Scheme& scheme = result.scheme;
  scheme.mode = {type.is_signed() ? CodeType::kInt8 : CodeType::kUint8, false};
  scheme.order = Order::kStablehlo;
  scheme.set_limits({static_cast<std::int32_t>(type.storage_min), static_cast<std::int32_t>(type.storage_max)});
  if (type.is_per_axis()) {
    scheme.granularity.kind = Kind::kAxis;
    scheme.granularity.axis = type.axis;
  }
  for (const double scale : expressed_scales(type)) result.parameters.scale.push_back(static_cast<float>(scale));
  for (const std::int64_t zero_point : type.zero_points)
    result.parameters.zero_point.push_back(static_cast<std::int32_t>(zero_point));
  return result;
}

void check_has_type(const Scheme& scheme, const TensorInfo& info) {
  const Kind kind = scheme.granularity.kind;
  if (kind == Kind::kBlock || kind == Kind::kBlocks)
    throw usage_error("--emit-stablehlo: unsupported: StableHLO has no types with a scale for each block");
  if (kind == Kind::kAxis && info.shape.at(resolve_axis(info, scheme.granularity)) == 0)
    throw usage_error("--emit-stablehlo: expected an axis with an index, as a type needs a scale; found an empty one");
}

QuantizedType type_of_scheme(const Scheme& scheme, const TensorInfo& info, const Parameters& parameters) {
  QuantizedType type;
  type.spelling = scheme.mode.code_type == CodeType::kInt8 ? StorageSpelling::kI : StorageSpelling::kUi;
  type.storage_min = scheme.limits().qmin;
  type.storage_max = scheme.limits().qmax;
  type.expressed = f32_type();
  std::uint64_t num_scales = 1;
  if (scheme.granularity.kind == Kind::kAxis) {
    const std::uint64_t axis = resolve_axis(info, scheme.granularity);
    type.granularity = Granularity::kPerAxis;
    type.axis = static_cast<std::int64_t>(axis);
    num_scales = info.shape.at(axis);
  }
  for (std::uint64_t i = 0; i < num_scales; ++i) {
    type.scales.push_back(parameters.scale_of(i));
    type.zero_points.push_back(parameters.zero_point_of(i));
  }
  return type;
}

}  // namespace qgpu::stablehlo
