#include "host/bench/throughput.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

#include "host/bench/memory_rates.hpp"
#include "host/bench/sampling.hpp"
#include "host/bench/timed_operation.hpp"
#include "host/counted.hpp"
#include "qgpu/error.hpp"

namespace qgpu::bench {
namespace {

double rate(std::uint64_t bytes, double seconds) { return static_cast<double>(bytes) / seconds * 1e-9; }

/// Of a read, timed in turn with a copy.
CopyRates copy_rates(const PairedSamples& samples, std::uint64_t tensor_bytes) {
  CopyRates rates;
  rates.copy_bytes = 2 * tensor_bytes;
  rates.copy_seconds = samples.copy.median();
  rates.copy_spread = samples.copy.spread();
  rates.copy_gb_per_s = rate(rates.copy_bytes, rates.copy_seconds);
  rates.read_gb_per_s = rate(tensor_bytes, samples.work.median());
  return rates;
}

/// The samples of a backend with kernels; none from one that has none.
PairedSamples sample_kernels(const Operation& operation, Bench& bench, KernelTimer& timer, std::uint64_t tensor_bytes,
                             const BenchOptions& options) {
  timer.warm_up = options.warm_up;
  timer.samples = options.pairs;
  timer.copy_bytes = 2 * tensor_bytes;
  operation.run(bench.tensor(0));
  timer.samples = 0;
  return {{timer.kernel_seconds}, {timer.copy_seconds}};
}

/// Bytes that a process may still take, or all that are there where the system does not tell.
std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    constexpr std::string_view kKey = "MemAvailable:";
    if (line.starts_with(kKey)) return std::stoull(line.substr(kKey.size())) << 10;
  }
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// So many that those between two uses of one fill the caches twice; a device's kernels are timed on one.
std::uint64_t num_tensors(const Backend& backend, unsigned threads, std::uint64_t tensor_bytes) {
  if (backend.device().device != "cpu") return 1;
  const std::uint64_t cold = 4 * cached_bytes(threads) / tensor_bytes;
  const std::uint64_t affordable = available_memory() / 2 / (tensor_bytes / sizeof(float) * Bench::kBytesAnElement);
  return std::max<std::uint64_t>(1, std::min(cold, affordable));
}

void check_size(const BenchOptions& options) {
  const std::uint64_t elements = options.tensor_bytes / sizeof(float);
  if (options.tensor_bytes < (1u << 20))
    throw usage_error(fmt::format("--bytes: expected at least 1M, found {}", counted(options.tensor_bytes, "byte")));
  const std::uint64_t memory = available_memory();
  if (elements > memory / Bench::kBytesAnElement) {
    throw usage_error(
        fmt::format("--bytes: expected at most {}M, as the tensor, its codes and its values have to fit {}M of free "
                    "memory, found {}M",
                    memory / Bench::kBytesAnElement * sizeof(float) >> 20, memory >> 20, options.tensor_bytes >> 20));
  }
  if (options.columns < 1 || options.columns > elements)
    throw usage_error(fmt::format("--columns: expected 1..{}, found {}", elements, options.columns));
  if (options.pairs < 1) throw usage_error(fmt::format("--samples: expected at least 1, found {}", options.pairs));
}

}  // namespace

BenchResult measure(Backend& backend, KernelTimer& timer, unsigned threads, const BenchOptions& options) {
  check_size(options);
  Bench bench(options.tensor_bytes, options.columns, num_tensors(backend, threads, options.tensor_bytes));
  const std::uint64_t tensor_bytes = bench.info.count() * 4;
  // The copy goes half of the way round ahead, so that it leaves nothing in the caches that is read next.
  std::uint64_t turn = 0;
  const auto copy = [&, copy = threaded_copy(threads, tensor_bytes)] {
    const BenchTensor tensor = bench.tensor(++turn + bench.num_tensors() / 2);
    copy(reinterpret_cast<const std::byte*>(tensor.values), reinterpret_cast<std::byte*>(tensor.restored));
  };
  const auto sample = [&](const std::function<void(const BenchTensor&)>& work) {
    return sample_in_turn([&] { work(bench.tensor(turn)); }, copy, options.warm_up, options.pairs);
  };

  BenchResult result;
  result.copy = copy_rates(sample([read = threaded_read(threads, tensor_bytes)](const BenchTensor& tensor) {
                             read(reinterpret_cast<const std::byte*>(tensor.values));
                           }),
                           tensor_bytes);
  const auto& kernels = options.kernels.empty() ? bench_kernels() : options.kernels;
  const auto& granularities = options.granularities.empty() ? bench_granularities() : options.granularities;
  for (const std::string& kernel : kernels) {
    for (const std::string& granularity : granularities) {
      const Operation operation = operation_named(kernel, granularity, bench, backend);
      operation.run(bench.tensor(0));
      operation.check(bench.tensor(0));
      PairedSamples samples = sample_kernels(operation, bench, timer, tensor_bytes, options);
      if (samples.work.seconds.empty()) {
        samples = sample(operation.run);
      } else if (result.rows.empty()) {  // the device's own rates stand for the whole run
        result.copy = copy_rates({{timer.read_seconds}, samples.copy}, tensor_bytes);
      }
      BenchRow row;
      row.kernel = kernel;
      row.granularity = granularity;
      row.dtype = "float32";
      row.bytes = operation.bytes;
      row.seconds = samples.work.median();
      row.spread = samples.work.spread();
      row.gb_per_s = rate(operation.bytes, row.seconds);
      row.share_of_copy = samples.share(operation.bytes, 2 * tensor_bytes);
      result.rows.push_back(row);
    }
  }
  return result;
}

}  // namespace qgpu::bench
