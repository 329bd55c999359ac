#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "qgpu/scheme.hpp"

namespace qgpu::cli {

/// How many scales a tensor takes, and the shape of an array of them.
struct GroupShape {
  std::vector<std::uint64_t> shape;
  std::uint64_t num_groups = 1;
};

// Scales and zero points, each a number or a .npy file with one for each group or one for all, in C order of the
// parameter shape. `name` is what the user calls the value (`--scale`, `SCALE`); messages name it, the file and the
// index. Throws Error kUsage for numbers and counts that do not fit, kFile for files.
std::vector<float> read_scales(const std::string& word, const std::string& name, const GroupShape& groups);
std::vector<std::int32_t> read_zero_points(const std::string& word, const std::string& name, const Scheme& scheme,
                                           const GroupShape& groups);

/// Refuses zero points that the scheme's codes do not hold, naming `name` and, of several, the index. Throws Error
/// kUsage.
void check_zero_points(std::span<const std::int32_t> zero_points, const Scheme& scheme, const std::string& name);

}  // namespace qgpu::cli
