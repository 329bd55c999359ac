#include <array>
#include <string_view>
#include <thread>
#include <vector>

#include "host/cli/command_table.hpp"
#include "host/cli/json_writer.hpp"
#include "host/cli/session.hpp"
#include "qgpu/error.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

/// What this build has beyond .npy, float32 and 8-bit codes.
constexpr std::array<std::string_view, 3> kFeatures{"float64", "blocked", "stablehlo"};

void write_device_entry(JsonWriter& json, const DeviceInfo& device) {
  json.begin_object();
  json.member("device", device.device);
  json.member("device_name", device.name);
  json.end_object();
}

}  // namespace

int run_info(const Options& options, Session& session) {
  check_word_count(options, 0, 0);
  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.member("features", std::vector<std::string_view>(kFeatures.begin(), kFeatures.end()));
  json.key("devices");
  json.begin_array(true);
  for (const DeviceInfo& device : available_devices()) write_device_entry(json, device);
  json.end_array();
  json.member("cuda_architectures", cuda_architectures());
  json.member("threads", std::thread::hardware_concurrency());
  json.end_object();
  session.finish(json.take());
  return 0;
}

}  // namespace qgpu::cli
