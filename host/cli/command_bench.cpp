#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <thread>

#include "host/bench/baseline.hpp"
#include "host/bench/throughput.hpp"
#include "host/bench/timed_operation.hpp"
#include "host/cli/command_paths.hpp"
#include "host/cli/command_table.hpp"
#include "host/cli/input_text.hpp"
#include "host/cli/json_writer.hpp"
#include "host/cli/session.hpp"
#include "host/cli/suggestion.hpp"
#include "host/counted.hpp"
#include "qgpu/error.hpp"
#include "qgpu/version.hpp"

namespace qgpu::cli {
namespace {

using bench::BenchResult;
using bench::BenchRow;

/// Before anything is timed.
void check_names(const std::vector<std::string>& names, const std::vector<std::string>& known, const char* option) {
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw usage_error(
        fmt::format("{}: expected {}, found '{}'{}", option, fmt::join(known, ", "), name, suggestion_of(name, known)));
  }
}

bench::BenchOptions bench_options(const Options& options) {
  bench::BenchOptions wanted;
  check_names(options.kernels, bench::bench_kernels(), "--kernel");
  check_names(options.granularities, bench::bench_granularities(), "--granularity");
  wanted.kernels = options.kernels;
  wanted.granularities = options.granularities;
  wanted.tensor_bytes = options.bytes.value_or(wanted.tensor_bytes);
  wanted.columns = options.columns.value_or(wanted.columns);
  if (options.samples) {
    if (*options.samples < 1 || *options.samples > 10000) {
      throw usage_error(fmt::format("--samples: expected 1 to 10000, found {}", *options.samples));
    }
    wanted.pairs = static_cast<int>(*options.samples);
  }
  return wanted;
}

std::string as_json(const BenchResult& result, const DeviceInfo& device, unsigned threads, int samples) {
  JsonWriter json;
  json.begin_object();
  json.member("qgpu_version", version());
  json.key("machine");
  json.begin_object();
  json.member("device", device.device);
  json.member("device_name", device.name);
  if (device.l2_bytes != 0) {
    json.member("l2_bytes", device.l2_bytes);
    json.member("max_clock_mhz", device.max_clock_mhz);
    json.member("max_memory_clock_mhz", device.max_memory_clock_mhz);
  }
  json.member("threads", threads);
  json.member("samples", samples);
  json.end_object();
  json.key("copy");
  json.begin_object();
  json.member("bytes", result.copy.copy_bytes);
  json.member("seconds", result.copy.copy_seconds);
  json.member("spread", result.copy.copy_spread);
  json.member("gb_per_s", result.copy.copy_gb_per_s);
  json.member("read_gb_per_s", result.copy.read_gb_per_s);
  json.end_object();
  json.key("rows");
  json.begin_array(true);
  for (const BenchRow& row : result.rows) {
    json.begin_object();
    json.member("kernel", row.kernel);
    json.member("granularity", row.granularity);
    json.member("dtype", row.dtype);
    json.member("device", device.device);
    json.member("threads", threads);
    json.member("bytes", row.bytes);
    json.member("seconds", row.seconds);
    json.member("spread", row.spread);
    json.member("gb_per_s", row.gb_per_s);
    json.member("share_of_copy", row.share_of_copy);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

std::string as_csv(const BenchResult& result, const DeviceInfo& device, unsigned threads) {
  std::string text = "kernel,granularity,dtype,device,threads,bytes,seconds,spread,gb_per_s,share_of_copy\n";
  for (const BenchRow& row : result.rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", row.kernel, row.granularity, row.dtype, device.device,
                        threads, row.bytes, row.seconds, row.spread, row.gb_per_s, row.share_of_copy);
  }
  return text;
}

std::string as_table(const BenchResult& result, const DeviceInfo& device, unsigned threads) {
  std::string text = fmt::format(
      "{} ({}), {}; copy {:.1f} GB/s read + written, read {:.1f} GB/s\n\n{:<16}{:<12}{:>10}{:>9}{:>10}{:>9}\n",
      device.device, device.name, counted(threads, "thread"), result.copy.copy_gb_per_s, result.copy.read_gb_per_s,
      "kernel", "granularity", "seconds", "+-", "GB/s", "of copy");
  for (const BenchRow& row : result.rows) {
    text += fmt::format("{:<16}{:<12}{:>10.6f}{:>8.1f}%{:>10.1f}{:>9.2f}\n", row.kernel, row.granularity, row.seconds,
                        100 * row.spread, row.gb_per_s, row.share_of_copy);
  }
  return text;
}

}  // namespace

int run_bench(const Options& options, Session& session) {
  check_word_count(options, 0, 0);
  check_paths(options, {});
  if (options.csv && options.table) throw usage_error("--csv: does not go with --table");
  const bench::BenchOptions wanted = bench_options(options);
  std::vector<BenchRow> before;  // read first: a file that is no baseline is an error before the work
  if (options.compare) before = bench::read_baseline(*options.compare, read_input_text(*options.compare));

  const unsigned threads =
      options.backend.threads != 0 ? options.backend.threads : std::max(1u, std::thread::hardware_concurrency());
  KernelTimer timer;
  Backend& backend = session.backend(&timer);
  const BenchResult result = bench::measure(backend, timer, threads, wanted);
  const DeviceInfo& device = backend.device();
  session.finish(as_json(result, device, threads, wanted.pairs),
                 options.table ? as_table(result, device, threads) : as_csv(result, device, threads));
  const auto slower = bench::find_regressions(before, result.rows);
  if (slower.empty()) return 0;
  return session.fail_check(
      fmt::format("--compare: {} of {} slower than in {}: {} {} fell from {:.2f} to {:.2f} "
                  "of the copy (noise: down to {:.2f})",
                  slower.size(), counted(result.rows.size(), "row"), *options.compare, slower[0].kernel,
                  slower[0].granularity, slower[0].before, slower[0].now, slower[0].allowed));
}

}  // namespace qgpu::cli
