#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace qgpu {

/// `1 byte`, `2 bytes`: a count in a message, with its noun in the right number.
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// The same of a noun whose plural takes an s.
inline std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace qgpu
