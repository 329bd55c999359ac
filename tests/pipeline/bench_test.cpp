#include <gtest/gtest.h>

#include <algorithm>

#include "host/bench/baseline.hpp"
#include "host/bench/memory.hpp"
#include "host/bench/sampling.hpp"
#include "host/bench/throughput.hpp"
#include "host/bench/timed_operation.hpp"
#include "qgpu/error.hpp"

namespace qgpu::bench {
namespace {

TEST(Samples, MedianAndSpreadOfKnownLists) {
  EXPECT_DOUBLE_EQ((Samples{{3, 1, 2}}.median()), 2);
  EXPECT_DOUBLE_EQ((Samples{{4, 1, 2, 3}}.median()), 2.5);
  EXPECT_DOUBLE_EQ((Samples{{1, 2, 3, 4, 5}}.spread()), (4.0 - 2.0) / 2 / 3);
  EXPECT_DOUBLE_EQ((Samples{{7}}.spread()), 0);
}

TEST(PairedSamples, ShareIsTheMedianOfThePairsRatios) {
  const PairedSamples samples{{{1, 2, 4}}, {{1, 1, 1}}};
  // Rates: work 100 bytes in 1, 2, 4 s; copy 200 bytes in 1 s: shares 0.5, 0.25, 0.125.
  EXPECT_DOUBLE_EQ(samples.share(100, 200), 0.25);
}

TEST(SampleInTurn, CountsOnlyThePairsAfterTheWarmUp) {
  int work = 0, copy = 0;
  const PairedSamples samples = sample_in_turn([&] { ++work; }, [&] { ++copy; }, 2, 5);
  EXPECT_EQ(work, 7);
  EXPECT_EQ(copy, 7);
  EXPECT_EQ(samples.work.seconds.size(), 5u);
  EXPECT_EQ(samples.copy.seconds.size(), 5u);
}

BenchRow row(const char* kernel, double share, double spread) {
  BenchRow made;
  made.kernel = kernel;
  made.granularity = "tensor";
  made.share_of_copy = share;
  made.spread = spread;
  return made;
}

TEST(Regressions, AreWhatNoiseDoesNotExplain) {
  const std::vector<BenchRow> before = {row("ranges", 0.8, 0.01), row("quantize", 0.8, 0.05)};
  EXPECT_TRUE(find_regressions(before, {row("ranges", 0.765, 0.0)}).empty());    // within a twentieth
  EXPECT_TRUE(find_regressions(before, {row("quantize", 0.7, 0.02)}).empty());   // spreads allow 21 %
  EXPECT_TRUE(find_regressions(before, {row("dequantize", 0.1, 0.0)}).empty());  // was not measured before
  const std::vector<Regression> found = find_regressions(before, {row("ranges", 0.7, 0.0), row("quantize", 0.5, 0.02)});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kernel, "ranges");
  EXPECT_DOUBLE_EQ(found[0].allowed, 0.8 * 0.95);
}

TEST(Baseline, ReadsItsOwnKeysAndRefusesOtherText) {
  const auto rows = read_baseline(
      "old.json", R"({"rows":[{"kernel":"ranges","granularity":"tensor","share_of_copy":0.5,"spread":0.01}]})");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_DOUBLE_EQ(rows[0].share_of_copy, 0.5);
  for (const char* text : {"", "[]", "{\"rows\":[{}]}", "{\"rows\":[{\"kernel\":3}]}"}) {
    try {
      read_baseline("old.json", text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kFile);
      EXPECT_NE(std::string(error.what()).find("old.json"), std::string::npos);
    }
  }
}

TEST(LargeArray, BeginsAtALargePage) {
  const LargeArray<float> array(std::size_t{3} << 20, 1.0f);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % (std::size_t{2} << 20), 0u);
}

TEST(Bench, HasTheSameTensorSeveralTimesOver) {
  constexpr std::uint64_t kElements = (std::uint64_t{1} << 18) / 100 * 100;  // ends inside a page
  Bench bench(std::uint64_t{1} << 20, 100, 3);
  ASSERT_EQ(bench.info.count(), kElements);
  bench.tensor(2).restored[0] = 1;
  bench.tensor(2).codes[0] = 1;
  for (const std::uint64_t turn : {0u, 1u}) {
    EXPECT_TRUE(std::equal(bench.tensor(turn).values, bench.tensor(turn).values + kElements, bench.tensor(2).values));
    EXPECT_GE(bench.tensor(turn + 1).values, bench.tensor(turn).values + kElements);
    EXPECT_EQ(bench.tensor(turn).restored[0], 0);
    EXPECT_EQ(bench.tensor(turn).codes[0], 0xa5);
  }
  EXPECT_EQ(bench.tensor(5).values, bench.tensor(2).values);
}

TEST(CachedBytes, GrowWithThreadsAndAreThoseOfAProcessor) {
  EXPECT_GE(cached_bytes(1), 128u << 10);
  EXPECT_LE(cached_bytes(1), 2u << 30);
  EXPECT_LE(cached_bytes(2), 2 * cached_bytes(1));
  EXPECT_GE(cached_bytes(2), cached_bytes(1));
}

TEST(Measure, GivesARowForEveryPair) {
  BackendOptions cpu;
  cpu.device = "cpu";
  BenchOptions options;
  options.tensor_bytes = 1 << 20;
  options.columns = 256;
  options.pairs = 1;
  options.warm_up = 0;
  KernelTimer timer;
  cpu.timer = &timer;
  const auto backend = make_backend(cpu);
  const BenchResult result = measure(*backend, timer, 1, options);
  EXPECT_EQ(result.rows.size(), bench_kernels().size() * bench_granularities().size());
  for (const BenchRow& line : result.rows) {
    EXPECT_GT(line.seconds, 0);
    EXPECT_GE(line.bytes, (1u << 20));
    EXPECT_GT(line.share_of_copy, 0);
  }
  options.kernels = {"nonsense"};
  EXPECT_THROW(measure(*backend, timer, 1, options), Error);
}

}  // namespace
}  // namespace qgpu::bench
