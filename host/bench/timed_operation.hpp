#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/bench/memory.hpp"
#include "qgpu/backend.hpp"

namespace qgpu::bench {

/// A tensor with its codes and the values they stand for.
struct BenchTensor {
  float* values;
  std::uint8_t* codes;
  float* restored;
};

/// Everything one row needs, allocated once and touched before any clock runs: a bell-shaped tensor of two axes, as
/// often as it takes that what is timed next is not in the caches.
class Bench {
 public:
  static constexpr std::uint64_t kBytesAnElement = 2 * sizeof(float) + 1;  ///< of a BenchTensor

  Bench(std::uint64_t tensor_bytes, std::uint64_t columns, std::uint64_t num_tensors);

  /// One tensor after the other, and again from the first on. All have the same values.
  BenchTensor tensor(std::uint64_t turn);
  std::uint64_t num_tensors() const { return num_tensors_; }

  TensorInfo info;
  TensorInfo codes_info;

 private:
  std::uint64_t num_tensors_, stride_;
  LargeArray<float> values_;
  LargeArray<std::uint8_t> codes_;
  LargeArray<float> restored_;
};

/// One operation on one granularity: run once and checked, then ready to be timed.
struct Operation {
  std::uint64_t bytes;  ///< that it cannot avoid to read and write
  std::function<void(const BenchTensor&)> run;
  std::function<void(const BenchTensor&)> check;
};

/// The operation of a row, on tensors of `bench`, which must outlive it. Throws Error kUsage for a name that is
/// none.
Operation operation_named(const std::string& kernel, const std::string& granularity, Bench& bench, Backend& backend);

/// Names that operation_named takes, in the order of the rows.
const std::vector<std::string>& bench_kernels();
const std::vector<std::string>& bench_granularities();

}  // namespace qgpu::bench
