#include "kernels/cuda_backend.hpp"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include "kernels/device.cuh"
#include "kernels/step_totals.hpp"
#include "kernels/window_loop.hpp"

namespace qgpu {
namespace cuda {
namespace {

class CudaBackend final : public Backend {
 public:
  CudaBackend(const BackendOptions& options, LaunchConfig launch, int ordinal)
      : ordinal_(ordinal),
        arena_(options.threads != 0 ? static_cast<int>(options.threads) : tbb::task_arena::automatic) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, ordinal), "cudaGetDeviceProperties");
    device_.device = fmt::format("cuda:{}", ordinal);
    device_.name = properties.name;
    device_.l2_bytes = static_cast<std::uint64_t>(attribute(cudaDevAttrL2CacheSize));
    device_.max_clock_mhz = attribute(cudaDevAttrClockRate) * 1e-3;
    device_.max_memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate) * 1e-3;
    options_ = {host_budget(options), device_budget(options), options.max_window_elements, launch,
                options.progress,     options.timer};
  }

  const DeviceInfo& device() const override { return device_; }

 protected:
  Ranges do_observe(const Source& source, const GroupLayout& layout) override {
    Ranges ranges;
    ranges.groups.resize(layout.num_groups());
    Work work{source, layout, {}};
    work.observe = true;
    run(work, [&](const StepResult& result) { see_ranges(result, ranges); });
    return ranges;
  }

  QuantizeTotals do_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                             const Parameters& parameters, Sink& sink) override {
    QuantizeTotals totals;
    Work work{source, layout, view_of(scheme, nullptr)};
    work.apply = Work::Apply::kQuantize;
    work.parameters = &parameters;
    run(work, [&](const StepResult& result) { see_codes(result, layout, sink, totals); });
    return totals;
  }

  ObservedRange do_dequantize(const Source& codes, const GroupLayout& layout, CodeType type,
                              const Parameters& parameters, Sink& sink) override {
    ObservedRange range;
    Work work{codes, layout, {}};
    work.apply = Work::Apply::kDequantize;
    work.parameters = &parameters;
    work.is_signed = type == CodeType::kInt8;
    run(work, [&](const StepResult& result) {
      range.merge(range_of(result.applied.keys));
      write_output(result, layout, sizeof(float), sink);
    });
    return range;
  }

  RoundtripTotals do_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                               const Parameters& parameters, bool per_group) override {
    Work work{source, layout, view_of(scheme, nullptr)};
    work.apply = Work::Apply::kRoundtrip;
    work.parameters = &parameters;
    work.every_group = per_group;
    work.every_index = per_group && layout.num_slabs() == 1;
    Measured measured(layout, parameters, scheme, per_group);
    run(work, [&](const StepResult& result) { measured.see(result); });
    return measured.result();
  }

  DerivedQuantize do_derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                         const ParameterRule& rule, Sink& sink) override {
    if (!rule.needs_ranges() || layout.count() == 0)
      return Backend::do_derive_and_quantize(source, layout, scheme, rule, sink);
    DerivedQuantize derived;
    derived.ranges.groups.resize(layout.num_groups());
    Work work{source, layout, view_of(scheme, &rule)};
    work.observe = true;
    work.apply = Work::Apply::kQuantize;
    run(work, [&](const StepResult& result) {
      if (result.step.observe) see_ranges(result, derived.ranges);
      if (result.step.apply) see_codes(result, layout, sink, derived.totals);
    });
    derived.derived = derive_parameters(rule, scheme, &derived.ranges, layout.num_groups());
    return derived;
  }

  DerivedRoundtrip do_derive_and_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                           const ParameterRule& rule, bool per_group) override {
    if (!rule.needs_ranges() || layout.count() == 0)
      return Backend::do_derive_and_roundtrip(source, layout, scheme, rule, per_group);
    DerivedRoundtrip derived;
    derived.ranges.groups.resize(layout.num_groups());
    Work work{source, layout, view_of(scheme, &rule)};
    work.observe = true;
    work.apply = Work::Apply::kRoundtrip;
    work.every_group = per_group;
    work.every_index = per_group && layout.num_slabs() == 1;
    // Scales are needed as groups end; the device has derived the same.
    Parameters parameters;
    parameters.scale.resize(layout.num_groups());
    parameters.zero_point.resize(layout.num_groups());
    Measured measured(layout, parameters, scheme, per_group);
    run(work, [&](const StepResult& result) {
      if (result.keys != nullptr) {
        for (std::uint64_t i = 0; i < result.step.window.num_groups; ++i) {
          const arith::GroupParams group = derive_group(rule, scheme, range_of(result.keys + 2 * i));
          parameters.scale[result.step.window.first_group + i] = group.scale;
          parameters.zero_point[result.step.window.first_group + i] = group.zero_point;
        }
      }
      if (result.step.observe) see_ranges(result, derived.ranges);
      if (result.step.apply) measured.see(result);
    });
    derived.derived = derive_parameters(rule, scheme, &derived.ranges, layout.num_groups());
    derived.totals = measured.result();
    return derived;
  }

 private:
  static SchemeView view_of(const Scheme& scheme, const ParameterRule* rule) {
    SchemeView view{};
    view.limits = scheme.limits();
    view.symmetric = scheme.mode.symmetric;
    view.stablehlo_order = scheme.order == Order::kStablehlo;
    view.derivation = rule == nullptr                               ? Derivation::kNone
                      : rule->kind == ParameterRule::Kind::kDynamic ? Derivation::kDynamic
                                                                    : Derivation::kRange;
    return view;
  }

  void run(const Work& work, const std::function<void(const StepResult&)>& take) {
    check(cudaSetDevice(ordinal_), "cudaSetDevice");
    arena_.execute([&] { run_windows(work, options_, take); });
  }

  /// Bytes of page-locked buffers: half of what is allowed, as there is more than buffers.
  static std::uint64_t host_budget(const BackendOptions& options) {
    if (options.timer != nullptr) return std::uint64_t{1} << 60;  // what is timed is one window, whatever it takes
    return (options.max_host_memory != 0 ? options.max_host_memory : kDefaultHostMemory) / 2;
  }

  /// What may be allocated: the rest is for the runtime itself, and for others who share the device.
  static std::uint64_t device_budget(const BackendOptions& options) {
    if (options.max_device_memory != 0) return options.max_device_memory;
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free / 10 * 9;
  }

  int attribute(cudaDeviceAttr which) const {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, ordinal_), "cudaDeviceGetAttribute");
    return value;
  }

  int ordinal_;
  DeviceInfo device_;
  LoopOptions options_;
  tbb::task_arena arena_;  ///< of the threads that fill staging memory
};

}  // namespace

int num_devices() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess) return devices;
  cudaGetLastError();
  return 0;
}

bool take_device(int ordinal, std::string& reason) {
  int devices = 0;
  const cudaError_t status = cudaGetDeviceCount(&devices);
  if (status == cudaErrorNoDevice || (status == cudaSuccess && devices == 0)) {
    cudaGetLastError();
    reason = "no CUDA device is visible";
    return false;
  }
  if (status != cudaSuccess) {  // no driver, or one that is older than this build's runtime
    cudaGetLastError();
    reason = fmt::format("CUDA is not usable: {}", cudaGetErrorString(status));
    return false;
  }
  if (ordinal >= devices) {
    reason = fmt::format("there is no device {}: {} visible", ordinal, devices);
    return false;
  }
  check(cudaSetDevice(ordinal), "cudaSetDevice");
  if (!has_code_for_device()) {
    reason = fmt::format("this build has no code for device {}", ordinal);
    return false;
  }
  return true;
}

std::unique_ptr<Backend> make_backend_with(const BackendOptions& options, LaunchConfig launch, int ordinal,
                                           std::string& reason) {
  if (!take_device(ordinal, reason)) return nullptr;
  return std::make_unique<CudaBackend>(options, launch, ordinal);
}

}  // namespace cuda

std::unique_ptr<Backend> make_cuda_backend(const BackendOptions& options, int ordinal, std::string& reason) {
  return cuda::make_backend_with(options, cuda::kDefaultLaunch, ordinal, reason);
}

}  // namespace qgpu
