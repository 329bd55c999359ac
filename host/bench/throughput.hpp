#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "qgpu/backend.hpp"

namespace qgpu::bench {

/// What to measure. An empty list takes all.
struct BenchOptions {
  std::vector<std::string> kernels;                       ///< of `ranges quantize dequantize roundtrip fused_quantize`
  std::vector<std::string> granularities;                 ///< of `tensor axis0 last_axis block128`
  std::uint64_t tensor_bytes = std::uint64_t{256} << 20;  ///< of the float32 tensor
  std::uint64_t columns = 4096;                           ///< of the tensor, which has two axes
  int pairs = 11;
  int warm_up = 2;
};

/// One line of the result. `bytes` is the floor: what the operation cannot avoid to read and write.
struct BenchRow {
  std::string kernel;
  std::string granularity;
  std::string dtype;
  std::uint64_t bytes = 0;
  double seconds = 0;  ///< median
  double spread = 0;   ///< half the distance between the quartiles / median
  double gb_per_s = 0;
  double share_of_copy = 0;  ///< against a copy timed in turn with it
};

/// A plain copy and a plain read of memory of the tensor's size, by as many threads or on the device, in the same run.
struct CopyRates {
  std::uint64_t copy_bytes = 0;  ///< read and written
  double copy_seconds = 0;
  double copy_gb_per_s = 0;
  double copy_spread = 0;
  double read_gb_per_s = 0;
};

struct BenchResult {
  CopyRates copy;
  std::vector<BenchRow> rows;
};

/// Measures a backend on a tensor in memory, beside a copy by `threads` CPU threads. Where the backend fills `timer`,
/// with which it was made, its kernels are timed instead, beside a copy on its device. Every operation's result is
/// checked against the scalar definitions before it is timed (Error kInternal where it is wrong). Throws Error kUsage
/// for names that do not exist, a tensor of less than 1 MiB or of less than a row.
BenchResult measure(Backend& backend, KernelTimer& timer, unsigned threads, const BenchOptions& options);

}  // namespace qgpu::bench
