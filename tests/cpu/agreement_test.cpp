// The backend against the reference, bit for bit: every layout, data made to break it, any window, any thread count,
// in memory and through reads and writes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/cpu/adversarial_data.hpp"
#include "tests/cpu/problem.hpp"

namespace qgpu {
namespace {

/// How the backend is made to run.
struct Way {
  unsigned threads;
  std::uint64_t window_elements;
  bool in_memory;
};

std::vector<Problem> shapes() {
  std::vector<Problem> problems;
  const auto add = [&](std::vector<std::uint64_t> shape, Granularity granularity, bool fortran = false) {
    problems.push_back(make_problem("", std::move(shape), granularity, fortran));
  };
  for (const std::uint64_t n : {0, 1, 31, 33, 1023, 1024, 1025, 70000}) add({n}, per_tensor());
  add({}, per_tensor());
  add({7, 300}, per_tensor(), true);
  add({3, 1025}, per_axis(0));
  add({1, 1}, per_axis(0));
  add({4, 257, 5}, per_axis(1));
  add({1300, 33}, per_axis(-1));
  add({1300, 33}, per_axis(0), true);
  add({33, 1300}, per_axis(0), true);
  add({5, 6, 7}, per_axis(1), true);
  add({3, 0, 4}, per_axis(0));
  add({0, 4}, per_axis(1));
  add({5, 257}, blocked(32));
  add({9, 128}, blocked(128));
  add({4, 100}, blocked(1000));
  add({64, 3}, blocked(1));
  add({33, 7, 19}, blocked(8, 0));
  add({2, 2100, 3}, blocked(1030, 1));
  add({12, 13}, blocked(5, 0), true);
  add({12, 13}, blocked(5, 1), true);
  add({20, 35}, tiled(8, 16));
  add({3, 20, 35}, tiled(7, 10));
  add({4, 20, 35}, tiled(7, 10), true);
  add({2, 3, 20, 35}, tiled(3, 35), true);
  add({40, 70}, tiled(40, 8), true);
  return problems;
}

std::string describe(const Problem& problem) {
  return fmt::format("{}, shape {}{}, granularity {}", problem.name, fmt::join(problem.info.shape, "x"),
                     problem.info.fortran_order ? " Fortran" : "", static_cast<int>(problem.granularity.kind));
}

void expect_agreement(const Problem& problem, const Scheme& scheme, const std::vector<Way>& ways,
                      const Parameters* given = nullptr) {
  std::vector<reference::Params> params;
  for (std::size_t i = 0; given != nullptr && i < given->size(); ++i) {
    params.push_back({given->scale[i], given->zero_point[i]});
  }
  const reference::Outcome expected = reference::run(problem.values, grid_of(problem), codes_of(scheme), params);
  const GroupLayout layout = make_layout(problem.info, problem.granularity);
  ASSERT_EQ(layout.num_groups(), expected.groups.size());
  const std::size_t count = problem.values.size();
  const bool one_slab = problem.granularity.kind == Granularity::Kind::kTensor ||
                        problem.granularity.kind == Granularity::Kind::kAxis || layout.num_slabs() == 1;
  for (const Way& way : ways) {
    SCOPED_TRACE(fmt::format("{}, {}, {}, threads {}, window {}, {}", describe(problem), mode_name(scheme.mode),
                             order_name(scheme.order), way.threads, way.window_elements,
                             way.in_memory ? "in memory" : "read"));
    BackendOptions options;
    options.threads = way.threads;
    options.max_window_elements = way.window_elements;
    const auto backend = make_cpu_backend(options);
    const MemorySource mapped(problem.info, problem.values.data());
    const ReadSource read(problem.info, problem.values.data());
    const Source& source = way.in_memory ? static_cast<const Source&>(mapped) : read;
    std::vector<std::byte> codes(count, std::byte{0x5A});
    MemorySink memory(codes.data());
    WriteSink file(count);
    Sink& sink = way.in_memory ? static_cast<Sink&>(memory) : file;

    ParameterRule rule;
    if (given != nullptr) rule = {ParameterRule::Kind::kExplicit, std::nullopt, *given};
    const DerivedQuantize quantized = backend->derive_and_quantize(source, layout, scheme, rule, sink);
    expect_same_ranges(quantized.ranges, expected);
    for (std::size_t g = 0; g < expected.groups.size(); ++g) {
      ASSERT_EQ(bits(quantized.derived.parameters.scale_of(g)), bits(expected.groups[g].params.scale)) << g;
      ASSERT_EQ(quantized.derived.parameters.zero_point_of(g), expected.groups[g].params.zero_point) << g;
    }
    expect_same_codes(way.in_memory ? codes.data() : file.bytes.data(), expected, problem.values);
    EXPECT_EQ(quantized.totals.clipped, expected.tensor.clipped);
    expect_same(quantized.totals.nonfinite, expected.nonfinite);

    const DerivedRoundtrip roundtrip = backend->derive_and_roundtrip(source, layout, scheme, rule, true);
    expect_same_ranges(roundtrip.ranges, expected);
    ASSERT_EQ(roundtrip.totals.groups.size(), expected.groups.size());
    expect_same_roundtrip(roundtrip.totals, expected, one_slab);
    const RoundtripTotals plain = backend->roundtrip(source, layout, scheme, quantized.derived.parameters, false);
    EXPECT_TRUE(plain.groups.empty());
    expect_same_roundtrip(plain, expected, one_slab);

    TensorInfo stored = problem.info;
    stored.type = code_element_type(scheme.mode.code_type);
    const std::byte* found = way.in_memory ? codes.data() : file.bytes.data();
    const MemorySource mapped_codes(stored, found);
    const ReadSource read_codes(stored, found);
    std::vector<float> restored(count, -12345.0f);
    MemorySink restored_memory(restored.data());
    WriteSink restored_file(4 * count);
    const ObservedRange range = backend->dequantize(
        way.in_memory ? static_cast<const Source&>(mapped_codes) : read_codes, layout, scheme.mode.code_type,
        quantized.derived.parameters, way.in_memory ? static_cast<Sink&>(restored_memory) : restored_file);
    if (!way.in_memory && count > 0) std::memcpy(restored.data(), restored_file.bytes.data(), 4 * count);
    ObservedRange expected_range;
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(bits(restored[i]), bits(expected.restored[i])) << i;
      if (std::isfinite(restored[i])) expected_range.merge({restored[i] + 0.0f, restored[i] + 0.0f});
    }
    EXPECT_EQ(bits(range.min), bits(expected_range.min));
    EXPECT_EQ(bits(range.max), bits(expected_range.max));
    if (testing::Test::HasFailure()) return;
  }
}

const std::vector<Mode> kModes{{CodeType::kUint8, false}, {CodeType::kInt8, false}, {CodeType::kInt8, true}};
const std::vector<Way> kTwoWays{{2, 0, true}, {1, 0, false}};

TEST(CpuAgreement, EveryLayoutOnEveryKindOfData) {
  for (const auto& [name, fill] : adversarial_fills()) {
    std::size_t turn = 0;
    for (Problem problem : shapes()) {
      problem.name = name;
      fill(problem.values);
      Scheme scheme;
      scheme.granularity = problem.granularity;
      scheme.mode = kModes[turn % 3];
      scheme.narrow_range = turn % 4 == 3;
      scheme.order = turn % 5 < 2 ? Order::kStablehlo : Order::kOnnx;
      ++turn;
      expect_agreement(problem, scheme, kTwoWays);
      if (HasFailure()) return;
    }
  }
}

TEST(CpuAgreement, GivenParametersWithOddZeroPointsClipAndSaturate) {
  for (const auto& [name, fill] : adversarial_fills()) {
    for (const float scale : {0.5f, 0.0078125f, 0.1f, 3.0e38f, 1.0e-41f}) {
      for (const Order order : {Order::kOnnx, Order::kStablehlo}) {
        Problem problem = make_problem(name, {3, 700}, per_tensor());
        fill(problem.values);
        Scheme scheme;
        scheme.order = order;
        const Parameters given{{scale}, {77}};
        expect_agreement(problem, scheme, kTwoWays, &given);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(CpuAgreement, NoWindowNorThreadCountChangesABit) {
  const std::vector<Way> ways{{1, 65536, true}, {2, 65536, false}, {7, 131072, true}, {3, 1 << 20, false}};
  std::vector<Problem> problems{
      make_problem("long", {300001}, per_tensor()),
      make_problem("long rows", {3, 140001}, per_axis(0)),
      make_problem("columns", {2100, 130}, per_axis(1)),
      make_problem("wide middle axis", {70, 3, 1500}, per_axis(1)),
      make_problem("Fortran", {90, 2100}, per_axis(0), true),
      make_problem("many channels", {70001, 3}, per_axis(0)),
      make_problem("blocks", {300, 1000}, blocked(128)),
      make_problem("blocks down", {3000, 100}, blocked(1100, 0)),
      make_problem("tiles", {2100, 150}, tiled(1500, 100)),
      make_problem("tiles of a Fortran file", {3, 300, 150}, tiled(100, 100), true),
  };
  const Fill fill = adversarial_fills()[11].second;
  for (Problem& problem : problems) {
    fill(problem.values);
    Scheme scheme;
    scheme.granularity = problem.granularity;
    expect_agreement(problem, scheme, ways);
    if (HasFailure()) return;
  }
}

TEST(CpuAgreement, ANanAtEveryPlace) {
  Problem problem = make_problem("", {150}, per_tensor());
  for (std::size_t at = 0; at < 150; ++at) {
    for (std::size_t i = 0; i < 150; ++i) problem.values[i] = static_cast<float>(i) * 0.37f - 20.0f;
    problem.values[at] = NAN;
    problem.name = fmt::format("NaN at {}", at);
    expect_agreement(problem, {}, {{1, 0, true}});
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace qgpu
