#pragma once
#include <optional>
#include <string_view>

namespace qgpu {

/// What the name of a device asks for.
struct DeviceName {
  enum class Kind { kAuto, kCpu, kCuda };
  Kind kind = Kind::kAuto;
  int ordinal = 0;  ///< of kCuda: N of `cuda:N`, 0 for `cuda`
};

/// Reads `auto`, `cpu`, `cuda` or `cuda:N` (N of at most 9 digits); nothing for any other text.
std::optional<DeviceName> parse_device(std::string_view name);

}  // namespace qgpu
