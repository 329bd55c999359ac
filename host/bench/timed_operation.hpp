#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "qgpu/backend.hpp"

namespace qgpu::bench {

/// Everything one row needs, allocated once and touched before any clock runs: a bell-shaped tensor of two axes.
struct Bench {
  std::vector<float> values;
  std::vector<std::uint8_t> codes;
  std::vector<float> restored;
  TensorInfo info;
  TensorInfo codes_info;

  static constexpr std::uint64_t kBytesAnElement = 2 * sizeof(float) + 1;  ///< of the three

  Bench(std::uint64_t tensor_bytes, std::uint64_t columns);
};

/// One operation on one granularity: run once and checked, then ready to be timed.
struct Operation {
  std::uint64_t bytes;  ///< that it cannot avoid to read and write
  std::function<void()> run;
  std::function<void()> check;
};

/// The operation of a row, on the memory of `bench`, which must outlive it. Throws Error kUsage for a name that is
/// none.
Operation operation_named(const std::string& kernel, const std::string& granularity, Bench& bench, Backend& backend);

/// Names that operation_named takes, in the order of the rows.
const std::vector<std::string>& bench_kernels();
const std::vector<std::string>& bench_granularities();

}  // namespace qgpu::bench
