#pragma once
// A backend against the reference, bit for bit: codes, parameters and every statistic.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "tests/cpu/adversarial_data.hpp"
#include "tests/cpu/problem.hpp"

namespace qgpu {

using MakeBackend = std::function<std::unique_ptr<Backend>(const BackendOptions&)>;

/// How the backend is made to run.
struct Way {
  unsigned threads;
  std::uint64_t window_elements;
  bool in_memory;
};

/// Every layout, small but with tails.
inline std::vector<Problem> shapes() {
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
  // A middle axis with rows of several tiles, and with short ones of which a tile is a whole number or is not.
  add({2, 2, 5004}, per_axis(1));
  add({40, 2, 64}, per_axis(1));
  add({70, 2, 36}, per_axis(1));
  add({1300, 33}, per_axis(-1));
  add({1300, 33}, per_axis(0), true);
  add({33, 1300}, per_axis(0), true);
  add({1100, 12}, per_axis(1), true);
  add({5, 6, 7}, per_axis(1), true);
  add({3, 0, 4}, per_axis(0));
  add({0, 4}, per_axis(1));
  add({5, 257}, blocked(32));
  add({9, 128}, blocked(128));
  add({4, 100}, blocked(1000));
  // Blocks and rows so short that a warp takes several: whole, ragged, of fours and not, and a last few.
  add({3, 1056}, blocked(32));
  add({2, 70, 64}, blocked(64));
  add({5, 1028}, blocked(128));
  add({3, 1100}, blocked(256));
  add({9, 300}, blocked(48));
  add({2, 999}, blocked(16));
  add({3, 777}, blocked(65));
  add({300, 20}, per_axis(0));
  add({150, 129}, per_axis(0));
  add({64, 3}, blocked(1));
  add({33, 7, 19}, blocked(8, 0));
  add({2, 2100, 3}, blocked(1030, 1));
  add({12, 13}, blocked(5, 0), true);
  add({12, 13}, blocked(5, 1), true);
  add({20, 35}, tiled(8, 16));
  add({3, 20, 35}, tiled(7, 10));
  add({4, 20, 35}, tiled(7, 10), true);
  add({5, 20, 30}, tiled(1, 8), true);
  add({2, 3, 20, 35}, tiled(3, 35), true);
  add({40, 70}, tiled(40, 8), true);
  return problems;
}

inline std::string describe(const Problem& problem) {
  return fmt::format("{}, shape {}{}, granularity {}", problem.name, fmt::join(problem.info.shape, "x"),
                     problem.info.fortran_order ? " Fortran" : "", static_cast<int>(problem.granularity.kind));
}

inline void expect_agreement(const MakeBackend& make, const Problem& problem, const Scheme& scheme,
                             const std::vector<Way>& ways, const Parameters* given = nullptr) {
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
    BackendOptions options;
    options.threads = way.threads;
    options.max_window_elements = way.window_elements;
    const auto backend = make(options);
    SCOPED_TRACE(fmt::format("{}, {}, {}, threads {}, window {}, {}, {} {}", describe(problem), mode_name(scheme.mode),
                             order_name(scheme.order), way.threads, way.window_elements,
                             way.in_memory ? "in memory" : "read", backend->device().device, backend->device().simd));
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
    const DerivedRoundtrip derived = backend->derive_and_roundtrip(source, layout, scheme, rule, false);
    expect_same_ranges(derived.ranges, expected);
    EXPECT_TRUE(derived.totals.groups.empty());
    expect_same_roundtrip(derived.totals, expected, one_slab);

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

inline const std::vector<Mode> kModes{{CodeType::kUint8, false}, {CodeType::kInt8, false}, {CodeType::kInt8, true}};

}  // namespace qgpu
