// The kernels' way from a code to a value, against the sum that it stands for.
#include <fmt/format.h>

#include <algorithm>

#include "tests/cpu/problem.hpp"
#include "tests/cuda/device.hpp"

namespace qgpu {
namespace {

using CudaDequantize = CudaTest;

/// Rows of one tile, a zero point each; a row has every code at each place of a 32-bit word.
TEST_F(CudaDequantize, EveryCodeWithEveryZeroPoint) {
  constexpr int kCodes = 256, kRow = 1024;
  for (const CodeType type : {CodeType::kUint8, CodeType::kInt8}) {
    const int least = type == CodeType::kInt8 ? -128 : 0;
    Problem problem = make_problem("", {kCodes, kRow}, per_axis(0));
    problem.info.type = code_element_type(type);
    Parameters parameters;
    std::vector<std::uint8_t> codes;
    std::vector<float> expected;
    for (int row = 0; row < kCodes; ++row) {
      parameters.scale.push_back(0.1f + static_cast<float>(row));
      parameters.zero_point.push_back(least + row);
      for (int i = 0; i < kRow; ++i) {
        const int code = least + (i + i / kCodes) % kCodes;
        codes.push_back(static_cast<std::uint8_t>(code));
        expected.push_back(static_cast<float>(code - (least + row)) * parameters.scale.back());
      }
    }
    std::vector<float> values(expected.size(), NAN);
    MemorySink sink(values.data());
    const ObservedRange range =
        cuda_backend({})->dequantize(MemorySource(problem.info, codes.data()),
                                     make_layout(problem.info, problem.granularity), type, parameters, sink);
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(values[i]), std::bit_cast<std::uint32_t>(expected[i]))
          << fmt::format("code {}, zero point {}", codes[i], parameters.zero_point[i / kRow]);
    }
    EXPECT_EQ(range.min, *std::min_element(expected.begin(), expected.end()));
    EXPECT_EQ(range.max, *std::max_element(expected.begin(), expected.end()));
  }
}

}  // namespace
}  // namespace qgpu
