// The backend against the reference, bit for bit: every layout, data made to break it, any window, any thread count,
// in memory and through reads and writes.
#include "tests/cpu/agreement.hpp"

#include <cstdlib>
#include <numeric>

#include "host/cpu/simd/simd_level.hpp"

namespace qgpu {
namespace {

/// Each backend gets the next of the instruction sets that this processor has: over its many cases a test meets all.
std::unique_ptr<Backend> on_cpu(const BackendOptions& options) {
  static std::size_t turn = 0;
  cpu::SimdLevel level{};
  do {
    level = static_cast<cpu::SimdLevel>(turn++ % 3);
  } while (!cpu::has_simd_level(level));
  setenv("QGPU_SIMD", cpu::simd_level_name(level), 1);
  return make_cpu_backend(options);
}

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
      expect_agreement(on_cpu, problem, scheme, kTwoWays);
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
        expect_agreement(on_cpu, problem, scheme, kTwoWays, &given);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(CpuAgreement, AnyStorageRangeClamps) {
  for (const auto& [name, fill] : adversarial_fills()) {
    for (const Mode& mode : kModes) {
      for (const Order order : {Order::kOnnx, Order::kStablehlo}) {
        Problem problem = make_problem(name, {3, 700}, per_tensor());
        fill(problem.values);
        Scheme scheme;
        scheme.mode = mode;
        scheme.order = order;
        scheme.set_limits(mode.code_type == CodeType::kInt8 ? arith::CodeLimits{-100, 50} : arith::CodeLimits{3, 77});
        const Parameters given{{0.0078125f}, {mode.symmetric ? 0 : 7}};
        expect_agreement(on_cpu, problem, scheme, kTwoWays, &given);
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
      make_problem("long rows of columns", {20, 17003}, per_axis(1)),
      make_problem("wide middle axis", {70, 3, 1500}, per_axis(1)),
      make_problem("Fortran", {90, 2100}, per_axis(0), true),
      make_problem("many channels", {70001, 3}, per_axis(0)),
      make_problem("blocks", {300, 1000}, blocked(128)),
      make_problem("blocks down", {3000, 100}, blocked(1100, 0)),
      make_problem("tiles", {2100, 150}, tiled(1500, 100)),
      make_problem("tiles of a Fortran file", {3, 300, 150}, tiled(100, 100), true),
  };
  for (const char* name : {"weights of tiles", "scattered non-finite"}) {
    const Fill fill = fill_named(name);
    for (Problem& problem : problems) {
      fill(problem.values);
      Scheme scheme;
      scheme.granularity = problem.granularity;
      expect_agreement(on_cpu, problem, scheme, ways);
      if (HasFailure()) return;
    }
  }
}

TEST(CpuAgreement, AnyNumberOfColumns) {
  const std::vector<Way> all_levels{{2, 0, true}, {1, 0, false}, {1, 0, true}};
  std::vector<std::uint64_t> widths(33);
  std::iota(widths.begin(), widths.end(), 2);
  for (const std::uint64_t wide : {48, 65, 127, 128, 1041}) widths.push_back(wide);
  for (const std::uint64_t columns : widths) {
    Problem problem = make_problem("", {1 + columns * 437 % 1300, columns}, per_axis(1));
    Scheme scheme;
    scheme.granularity = problem.granularity;
    Parameters given;  // clip, as derived ones hardly do
    for (std::uint64_t c = 0; c < columns; ++c) {
      given.scale.push_back(0.001f * static_cast<float>(c % 7 + 1));
      given.zero_point.push_back(static_cast<std::int32_t>(c * 31 % 256));
    }
    for (const char* name : {"weights of tiles", "scattered non-finite"}) {
      problem.name = name;
      fill_named(name)(problem.values);
      expect_agreement(on_cpu, problem, scheme, all_levels);
      expect_agreement(on_cpu, problem, scheme, all_levels, &given);
      if (HasFailure()) return;
    }
  }
}

TEST(CpuAgreement, ANanAtEveryPlace) {
  Problem problem = make_problem("", {150}, per_tensor());
  for (std::size_t at = 0; at < 150; ++at) {
    for (std::size_t i = 0; i < 150; ++i) problem.values[i] = static_cast<float>(i) * 0.37f - 20.0f;
    problem.values[at] = NAN;
    problem.name = fmt::format("NaN at {}", at);
    expect_agreement(on_cpu, problem, {}, {{1, 0, true}});
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace qgpu
