// The CUDA backend against the reference, bit for bit: every layout, data made to break it, any window, any launch.
#include "tests/cpu/agreement.hpp"
#include "tests/cuda/device.hpp"

namespace qgpu {
namespace {

using CudaAgreement = CudaTest;

MakeBackend on_cuda(cuda::LaunchConfig launch = cuda::kDefaultLaunch) {
  return [launch](const BackendOptions& options) { return cuda_backend(options, launch); };
}

TEST_F(CudaAgreement, EveryLayoutOnEveryKindOfData) {
  std::size_t turn = 0;
  for (const auto& [name, fill] : adversarial_fills()) {
    for (Problem problem : shapes()) {
      // Each layout meets a third of the data, each kind of data a third of the layouts.
      if (++turn % 3 != 0) continue;
      problem.name = name;
      fill(problem.values);
      Scheme scheme;
      scheme.granularity = problem.granularity;
      scheme.mode = kModes[turn / 3 % 3];
      scheme.narrow_range = turn / 3 % 4 == 3;
      scheme.order = turn / 3 % 5 < 2 ? Order::kStablehlo : Order::kOnnx;
      expect_agreement(on_cuda(), problem, scheme, {{1, 0, turn % 2 == 0}});
      if (HasFailure()) return;
    }
  }
}

TEST_F(CudaAgreement, GivenParametersWithOddZeroPointsClipAndSaturate) {
  std::size_t turn = 0;
  for (const auto& [name, fill] : adversarial_fills()) {
    for (const float scale : {0.5f, 0.0078125f, 0.1f, 3.0e38f, 1.0e-41f}) {
      for (const Order order : {Order::kOnnx, Order::kStablehlo}) {
        if (++turn % 3 != 0) continue;
        Problem problem = make_problem(name, {3, 700}, per_tensor());
        fill(problem.values);
        Scheme scheme;
        scheme.order = order;
        const Parameters given{{scale}, {77}};
        expect_agreement(on_cuda(), problem, scheme, {{1, 0, true}}, &given);
        if (HasFailure()) return;
      }
    }
  }
}

/// Runs of the fold with groups that clip, groups beyond their bound, and groups that go the exact way.
TEST_F(CudaAgreement, GivenParametersOfShortGroupsClip) {
  std::size_t turn = 0;
  for (const auto& [name, fill] : adversarial_fills()) {
    for (const Granularity& granularity : {blocked(32), blocked(65)}) {
      if (++turn % 3 != 0) continue;
      Problem problem = make_problem(name, {3, 1056}, granularity);
      fill(problem.values);
      Scheme scheme;
      scheme.granularity = granularity;
      scheme.order = turn % 2 == 0 ? Order::kStablehlo : Order::kOnnx;
      const float scales[] = {0.5f, 0.0078125f, 0.1f, 3.0e38f, 1.0e-41f};
      Parameters given;
      for (std::size_t g = 0; g < make_layout(problem.info, granularity).num_groups(); ++g) {
        given.scale.push_back(scales[(g + turn) % 5]);
        given.zero_point.push_back(77);
      }
      expect_agreement(on_cuda(), problem, scheme, {{1, 0, true}}, &given);
      if (HasFailure()) return;
    }
  }
}

TEST_F(CudaAgreement, AnyStorageRangeClamps) {
  std::size_t turn = 0;
  for (const auto& [name, fill] : adversarial_fills()) {
    for (const Mode& mode : kModes) {
      if (++turn % 2 != 0) continue;
      Problem problem = make_problem(name, {3, 700}, per_tensor());
      fill(problem.values);
      Scheme scheme;
      scheme.mode = mode;
      scheme.order = turn % 4 == 0 ? Order::kStablehlo : Order::kOnnx;
      scheme.set_limits(mode.code_type == CodeType::kInt8 ? arith::CodeLimits{-100, 50} : arith::CodeLimits{3, 77});
      const Parameters given{{0.0078125f}, {mode.symmetric ? 0 : 7}};
      expect_agreement(on_cuda(), problem, scheme, {{1, 0, true}}, &given);
      if (HasFailure()) return;
    }
  }
}

/// Tensors of several windows, in every kind of window.
std::vector<Problem> long_problems() {
  std::vector<Problem> problems{
      make_problem("long", {140001}, per_tensor()),
      make_problem("long rows", {2, 70001}, per_axis(0)),
      make_problem("columns", {2100, 40}, per_axis(1)),
      make_problem("wide middle axis", {35, 2, 1100}, per_axis(1)),
      make_problem("Fortran", {40, 2100}, per_axis(0), true),
      make_problem("many channels", {70001, 1}, per_axis(0)),
      make_problem("blocks", {70, 1000}, blocked(128)),  // windows of whole runs of the fold, and a short one
      make_problem("blocks of whole rows", {700, 200}, blocked(64)),
      make_problem("blocks down", {2400, 40}, blocked(1100, 0)),
      make_problem("tiles", {1600, 50}, tiled(1500, 40)),
      make_problem("wide tiles, the last of a row narrow", {16, 2000}, tiled(8, 1500)),
      make_problem("tiles of a Fortran file", {3, 100, 250}, tiled(100, 100), true),
      make_problem("a window of one row", {4, 1, 16385}, tiled(1, 20000), true),
  };
  const Fill fill = fill_named("weights of tiles");
  for (Problem& problem : problems) fill(problem.values);
  return problems;
}

TEST_F(CudaAgreement, NoWindowChangesABit) {
  for (const Problem& problem : long_problems()) {
    Scheme scheme;
    scheme.granularity = problem.granularity;
    expect_agreement(on_cuda(), problem, scheme, {{1, 65536, false}});
    if (HasFailure()) return;
  }
}

TEST_F(CudaAgreement, NoLaunchConfigurationChangesABit) {
  for (const cuda::LaunchConfig& launch : cuda::kLaunchSweep) {
    SCOPED_TRACE(to_string(launch));
    for (Problem& problem : shapes()) {
      if (problem.values.size() < 2000) continue;
      problem.name = "spikes";
      fill_named(problem.name)(problem.values);
      Scheme scheme;
      scheme.granularity = problem.granularity;
      expect_agreement(on_cuda(launch), problem, scheme, {{1, 0, true}});
      if (HasFailure()) return;
    }
  }
}

/// A device too small to keep the tensor reads it twice.
TEST_F(CudaAgreement, MemoryThatHoldsNoTensorChangesNoBit) {
  const MakeBackend small = [](BackendOptions options) {
    options.max_device_memory = 1;
    return cuda_backend(options);
  };
  for (const Problem& problem : long_problems()) {
    if (problem.name != "long" && problem.name != "columns") continue;
    Scheme scheme;
    scheme.granularity = problem.granularity;
    expect_agreement(small, problem, scheme, {{1, 65536, true}});
    if (HasFailure()) return;
  }
}

TEST_F(CudaAgreement, ANanAtEveryPlace) {
  Problem problem = make_problem("", {1150}, per_tensor());
  for (std::size_t at = 0; at < 1150; at += at < 130 ? 7 : 127) {
    for (std::size_t i = 0; i < problem.values.size(); ++i) problem.values[i] = static_cast<float>(i) * 0.37f - 20.0f;
    problem.values[at] = NAN;
    problem.name = fmt::format("NaN at {}", at);
    expect_agreement(on_cuda(), problem, {}, {{1, 0, true}});
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace qgpu
