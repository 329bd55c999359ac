#include "qgpu/sample_data.hpp"

#include <cmath>

namespace qgpu {
namespace {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// About normal, of variance 1: twelve uniform 16-bit numbers, summed and centred (Irwin-Hall). A multiple of 2^-17
  /// of at most 20 bits, so that float32 holds it exactly.
  float normal() {
    std::int32_t sum = 0;
    for (int word = 0; word < 3; ++word) {
      for (std::uint64_t bits = next(), i = 0; i < 4; ++i, bits >>= 16) sum += static_cast<std::int32_t>(bits & 0xffff);
    }
    return static_cast<float>(2 * sum - 12 * 65535) * 0x1p-17f;
  }

  /// Uniform in 0..1, a multiple of 2^-16.
  float uniform() { return static_cast<float>(next() >> 48) * 0x1p-16f; }

 private:
  std::uint64_t state_;
};

constexpr std::uint64_t kVectorLength = 262144;
constexpr std::uint64_t kFarEvery = 8192;
constexpr std::uint64_t kRows = 64, kColumns = 1024;
constexpr std::uint64_t kOutlierRow = 17, kOutlierColumn = 400;
constexpr float kOutlier = 3.0f;

SampleArray empty_array(const char* name, std::vector<std::uint64_t> shape) {
  SampleArray array;
  array.name = name;
  array.info.shape = std::move(shape);
  array.values.reserve(array.info.count());
  return array;
}

SampleArray make_spread(Random random) {
  SampleArray array = empty_array("spread", {kVectorLength});
  for (std::uint64_t i = 0; i < kVectorLength; ++i) {
    const float value = random.normal();
    const bool is_far = i % kFarEvery == kFarEvery / 2;
    array.values.push_back(is_far ? std::copysign(5.0f + random.uniform(), value) : value);
  }
  return array;
}

SampleArray make_positive(Random random) {
  SampleArray array = empty_array("positive", {kVectorLength});
  for (std::uint64_t i = 0; i < kVectorLength; ++i) array.values.push_back(std::fabs(random.normal()));
  return array;
}

SampleArray make_weights(Random random) {
  SampleArray array = empty_array("weights", {kRows, kColumns});
  for (std::uint64_t row = 0; row < kRows; ++row) {
    const float width = static_cast<float>(8 + row % 9) * 0x1p-8f;  // 4 bits times 20: still exact
    for (std::uint64_t column = 0; column < kColumns; ++column) array.values.push_back(random.normal() * width);
  }
  array.values[kOutlierRow * kColumns + kOutlierColumn] = kOutlier;
  return array;
}

}  // namespace

std::vector<SampleArray> make_sample_arrays(std::uint64_t seed) {
  Random seeds(seed);  // a stream of its own for each array
  const std::uint64_t spread = seeds.next(), positive = seeds.next(), weights = seeds.next();
  std::vector<SampleArray> arrays;
  arrays.push_back(make_spread(Random(spread)));
  arrays.push_back(make_positive(Random(positive)));
  arrays.push_back(make_weights(Random(weights)));
  return arrays;
}

}  // namespace qgpu
