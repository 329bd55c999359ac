#include "host/cli/result_json.hpp"

#include <algorithm>

namespace qgpu::cli {
namespace {

using Kind = Granularity::Kind;

template <class ValueOf>
void group_member(JsonWriter& json, const char* name, const GroupedTensor& tensor, ValueOf&& value_of) {
  json.member(name, in_parameter_order(tensor, value_of));
}

std::optional<std::uint64_t> index_of(const ErrorTotals& totals) {
  return totals.max_abs_error_index == kNoIndex ? std::nullopt : std::optional(totals.max_abs_error_index);
}

}  // namespace

GroupedTensor::GroupedTensor(const TensorInfo& tensor_info, const Granularity& groups)
    : info(tensor_info), granularity(groups), num_groups(make_layout(tensor_info, groups).num_groups()) {}

void write_shortest(JsonWriter& json, double value) {
  const auto narrow = static_cast<float>(value);
  if (static_cast<double>(narrow) == value) {
    json.value(narrow);
  } else {
    json.value(value);
  }
}

void write_block(JsonWriter& json, const Granularity& granularity) {
  switch (granularity.kind) {
    case Kind::kTensor:
    case Kind::kAxis:
      return json.null();
    case Kind::kBlock:
      return json.value(granularity.block);
    case Kind::kBlocks:
      return json.value(std::vector{granularity.block_rows, granularity.block});
  }
}

void write_axis(JsonWriter& json, const TensorInfo& info, const Granularity& granularity) {
  if (granularity.kind == Kind::kAxis || granularity.kind == Kind::kBlock) {
    json.value(resolve_axis(info, granularity));
  } else {
    json.null();
  }
}

void write_scheme(JsonWriter& json, const GroupedTensor& tensor, const Scheme& scheme,
                  const std::optional<std::string>& type) {
  json.member("mode", mode_name(scheme.mode));
  json.member("type", type);
  json.member("shape", tensor.info.shape);
  json.member("fortran_order", tensor.info.fortran_order);
  json.key("axis");
  write_axis(json, tensor.info, scheme.granularity);
  json.key("block");
  write_block(json, scheme.granularity);
  json.member("order", order_name(scheme.order));
  json.member("narrow_range", scheme.narrow_range);
  json.member("qmin", scheme.limits().qmin);
  json.member("qmax", scheme.limits().qmax);
  json.member("scale_type", "float32");
}

void write_parameters(JsonWriter& json, const GroupedTensor& tensor, const DerivedParameters& derived) {
  const Parameters& parameters = derived.parameters;
  if (!tensor.is_grouped()) {
    json.member("scale", parameters.scale_of(0));
    json.member("zero_point", parameters.zero_point_of(0));
    json.member("degenerate", derived.degenerate > 0);
    return;
  }
  if (tensor.omits_arrays()) {
    json.null_member("scale");
    json.null_member("zero_point");
    json.member("arrays_omitted", true);
  } else {
    group_member(json, "scale", tensor, [&](std::uint64_t group) { return parameters.scale_of(group); });
    group_member(json, "zero_point", tensor, [&](std::uint64_t group) { return parameters.zero_point_of(group); });
  }
  json.member("degenerate", derived.degenerate);
}

void write_nonfinite(JsonWriter& json, const NonfiniteCounts& nonfinite) {
  json.member("nan", nonfinite.nan);
  json.member("posinf", nonfinite.posinf);
  json.member("neginf", nonfinite.neginf);
  if (nonfinite.first_nan != kNoIndex) json.member("first_nan", nonfinite.first_nan);
  if (nonfinite.first_inf != kNoIndex) json.member("first_inf", nonfinite.first_inf);
}

void write_range(JsonWriter& json, const ObservedRange& range) {
  json.member("min", range.min);  // an empty range is infinite: null
  json.member("max", range.max);
}

void write_errors(JsonWriter& json, const ErrorTotals& totals) {
  json.member("max_abs_error", totals.largest_error());
  json.member("max_abs_error_index", index_of(totals));
  json.member("mean_abs_error", totals.mean_abs_error());
  json.member("mse", totals.mse());
  json.member("rmse", totals.rmse());
  json.member("sqnr_db", totals.sqnr_db());
  json.member("cosine", totals.cosine());
  json.member("clipped", totals.clipped);
}

void write_groups(JsonWriter& json, const GroupedTensor& tensor, const Ranges* ranges, const Roundtrip* errors) {
  if (!tensor.is_grouped() || tensor.omits_arrays() || (ranges == nullptr && errors == nullptr)) return;
  json.key("groups");
  json.begin_object();
  if (ranges != nullptr) {
    group_member(json, "min", tensor, [&](std::uint64_t group) { return ranges->groups[group].min; });
    group_member(json, "max", tensor, [&](std::uint64_t group) { return ranges->groups[group].max; });
  }
  if (errors != nullptr) {
    const auto each = [&](const char* name, auto&& of) {
      group_member(json, name, tensor, [&](std::uint64_t group) { return of(errors->totals.groups[group]); });
    };
    each("max_abs_error", [](const ErrorTotals& of) { return of.largest_error(); });
    if (tensor.granularity.kind == Kind::kAxis) each("max_abs_error_index", index_of);
    each("mean_abs_error", [](const ErrorTotals& of) { return of.mean_abs_error(); });
    each("mse", [](const ErrorTotals& of) { return of.mse(); });
    each("rmse", [](const ErrorTotals& of) { return of.rmse(); });
    each("sqnr_db", [](const ErrorTotals& of) { return of.sqnr_db(); });
    each("cosine", [](const ErrorTotals& of) { return of.cosine(); });
    each("clipped", [](const ErrorTotals& of) { return of.clipped; });
    json.key("bound");
    json.begin_array(false);
    for (const double bound : in_parameter_order(tensor, [&](std::uint64_t group) {
           return arith::error_bound(errors->derived.parameters.scale_of(group));
         })) {
      write_shortest(json, bound);
    }
    json.end_array();
    const auto each_count = [&](const char* name, auto member) {
      group_member(json, name, tensor, [&](std::uint64_t group) {
        const auto found = errors->nonfinite_groups.find(group);
        return found == errors->nonfinite_groups.end() ? std::uint64_t{0} : found->second.*member;
      });
    };
    each_count("nan", &NonfiniteCounts::nan);
    each_count("posinf", &NonfiniteCounts::posinf);
    each_count("neginf", &NonfiniteCounts::neginf);
  }
  json.end_object();
}

void write_roundtrip(JsonWriter& json, const GroupedTensor& tensor, const Roundtrip& found, bool per_group) {
  write_parameters(json, tensor, found.derived);
  json.member("count", found.count);
  if (found.ranges) write_range(json, found.ranges->tensor());
  write_errors(json, found.totals.tensor);
  json.key("bound");
  write_shortest(json, found.totals.bound);
  json.member("within_bound", found.totals.within_bound);
  write_nonfinite(json, found.totals.nonfinite);
  write_groups(json, tensor, found.ranges ? &*found.ranges : nullptr, per_group ? &found : nullptr);
}

void write_device(JsonWriter& json, const DeviceInfo& device) {
  json.member("device", device.device);
  json.member("device_name", device.name);
  if (!device.fallback_reason.empty()) json.member("fallback_reason", device.fallback_reason);
}

}  // namespace qgpu::cli
