// The backend against Thrust on the same device.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "tests/cuda/device.hpp"
#include "tests/cuda/thrust_reference.hpp"

namespace qgpu {
namespace {

using CudaThrustQuick = CudaTest;

/// Rows with scales and zero points of their own; values beyond both ends and on ties of the scale.
struct Weights {
  Weights(std::uint64_t rows, std::uint64_t columns) {
    info.shape = {rows, columns};
    std::mt19937 random(20261130);
    constexpr std::array kScales{0.0078125f, 0.1f, 3.0e-40f, 1.0e30f};
    for (std::uint64_t r = 0; r < rows; ++r) {
      given.scale.push_back(kScales[random() % kScales.size()]);
      given.zero_point.push_back(static_cast<std::int32_t>(random() % 256));
      for (std::uint64_t c = 0; c < columns; ++c) {
        const auto halves = static_cast<float>(static_cast<int>(random() % 1201) - 600);
        const float between = random() % 2 == 0 ? 0.0f : static_cast<float>(random() % 1000) / 1000.0f;
        values.push_back((halves * 0.5f + between) * given.scale.back());
      }
    }
  }

  TensorInfo info;
  std::vector<float> values;
  Parameters given;
};

void expect_the_same(std::uint64_t rows, std::uint64_t columns) {
  SCOPED_TRACE(testing::Message() << rows << " x " << columns);
  const Weights weights(rows, columns);
  const thrust_reference::Rows expected =
      thrust_reference::round_trip(weights.values, weights.given.scale, weights.given.zero_point);
  const auto backend = cuda_backend({});
  Granularity by_row;
  by_row.kind = Granularity::Kind::kAxis;
  by_row.axis = 0;
  const GroupLayout layout = make_layout(weights.info, by_row);
  const MemorySource source(weights.info, weights.values.data());
  Scheme scheme;
  scheme.granularity = by_row;

  const Ranges ranges = backend->observe(source, layout);
  ASSERT_EQ(ranges.groups.size(), rows);
  for (std::uint64_t r = 0; r < rows; ++r) {
    ASSERT_EQ(ranges.groups[r].min, expected.min[r]) << r;
    ASSERT_EQ(ranges.groups[r].max, expected.max[r]) << r;
  }

  std::vector<std::uint8_t> codes(weights.values.size());
  MemorySink code_sink(codes.data());
  EXPECT_EQ(backend->quantize(source, layout, scheme, weights.given, code_sink).clipped, expected.clipped);
  EXPECT_EQ(codes, expected.codes);

  TensorInfo stored = weights.info;
  stored.type = ElementType::kUint8;
  std::vector<float> restored(weights.values.size());
  MemorySink restored_sink(restored.data());
  backend->dequantize(MemorySource(stored, expected.codes.data()), layout, CodeType::kUint8, weights.given,
                      restored_sink);
  EXPECT_EQ(restored, expected.restored);

  const RoundtripTotals totals = backend->roundtrip(source, layout, scheme, weights.given, true);
  EXPECT_EQ(totals.tensor.clipped, expected.clipped);
  EXPECT_EQ(totals.tensor.max_abs_error,
            *std::max_element(expected.largest_errors.begin(), expected.largest_errors.end()));
  ASSERT_EQ(totals.groups.size(), rows);
  for (std::uint64_t r = 0; r < rows; ++r) ASSERT_EQ(totals.groups[r].max_abs_error, expected.largest_errors[r]) << r;
}

TEST_F(CudaThrustQuick, LongRows) { expect_the_same(9, 40003); }
TEST_F(CudaThrustQuick, ShortRows) { expect_the_same(2001, 36); }
TEST_F(CudaThrustQuick, MoreRowsThanAGridIsHigh) { expect_the_same(65537, 3); }

}  // namespace
}  // namespace qgpu
