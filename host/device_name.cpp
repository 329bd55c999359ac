#include "qgpu/device_name.hpp"

#include <charconv>

namespace qgpu {

std::optional<DeviceName> parse_device(std::string_view name) {
  using Kind = DeviceName::Kind;
  constexpr std::string_view kPrefix = "cuda:";
  constexpr std::size_t kMostDigits = 9;  // what an int surely holds
  if (name == "auto") return DeviceName{Kind::kAuto, 0};
  if (name == "cpu") return DeviceName{Kind::kCpu, 0};
  if (name == "cuda") return DeviceName{Kind::kCuda, 0};
  if (!name.starts_with(kPrefix)) return {};
  const std::string_view digits = name.substr(kPrefix.size());
  if (digits.empty() || digits.size() > kMostDigits || digits.find_first_not_of("0123456789") != digits.npos) return {};
  DeviceName device{Kind::kCuda, 0};
  std::from_chars(digits.data(), digits.data() + digits.size(), device.ordinal);
  return device;
}

}  // namespace qgpu
