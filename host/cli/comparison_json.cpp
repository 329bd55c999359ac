#include "host/cli/comparison_json.hpp"

#include "host/cli/result_json.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

void write_heading(JsonWriter& json, const std::string& input) {
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("input", input);
}

std::string ended(JsonWriter& json, const DeviceInfo& device) {
  write_device(json, device);
  json.end_object();
  return json.take();
}

void write_side(JsonWriter& json, const char* name, const Roundtrip& found, std::int64_t levels) {
  json.key(name);
  json.begin_object();
  json.member("scale", found.derived.parameters.scale_of(0));
  json.member("zero_point", found.derived.parameters.zero_point_of(0));
  write_errors(json, found.totals.tensor);
  json.member("usable_levels", levels);
  json.end_object();
}

}  // namespace

std::string saturation_document(const std::string& input, const TensorInfo& info, const Saturation& found,
                                const DeviceInfo& device) {
  const GroupedTensor tensor(info, Granularity{});
  JsonWriter json;
  write_heading(json, input);
  const auto side = [&](const char* name, const Roundtrip& roundtrip) {
    json.key(name);
    json.begin_object();
    write_roundtrip(json, tensor, roundtrip);
    json.end_object();
  };
  side("full", found.full);
  side("narrow", found.narrow);
  json.member("error_ratio", found.error_ratio);
  return ended(json, device);
}

std::string symmetry_document(const std::string& input, const Symmetry& found, const DeviceInfo& device) {
  JsonWriter json;
  write_heading(json, input);
  write_side(json, "asym", found.asym, found.asym_levels);
  write_side(json, "sym", found.sym, found.sym_levels);
  json.member("scale_ratio", found.scale_ratio);
  return ended(json, device);
}

std::string channel_document(const std::string& input, const ChannelComparison& found, const DeviceInfo& device) {
  const std::uint64_t channels = found.per_channel.parameters.size();
  JsonWriter json;
  write_heading(json, input);
  json.member("axis", found.axis);
  json.member("channels", channels);
  const bool omits_arrays = channels > kMostGroupsInJson;
  if (omits_arrays) json.member("arrays_omitted", true);
  if (!omits_arrays) json.member("per_channel_scale", found.per_channel.parameters.scale);
  json.member("per_tensor_scale", found.per_tensor.parameters.scale_of(0));
  if (!omits_arrays) {
    json.member("per_channel_error", found.per_channel_error);
    json.member("per_tensor_error", found.per_tensor_error);
  }
  json.member("channels_improved", found.channels_improved);
  json.member("best_gain", found.best_gain);
  return ended(json, device);
}

}  // namespace qgpu::cli
