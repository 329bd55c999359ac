#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "qgpu/tensor.hpp"

namespace qgpu {

/// An array of float32 in C order.
struct SampleArray {
  std::string name;
  TensorInfo info;
  std::vector<float> values;
};

/// Three arrays that show what quantization does, the same bits for a seed on every machine (integers only, brought to
/// float32 without rounding):
///  - `spread` [262144]: normal values, about -4..4, and a few within 5..6 either side, so that -1..1 clips hard;
///  - `positive` [262144]: magnitudes of normal values, all >= 0;
///  - `weights` [64, 1024]: rows of small values of different widths, and one outlier of 3 in one row.
std::vector<SampleArray> make_sample_arrays(std::uint64_t seed);

}  // namespace qgpu
