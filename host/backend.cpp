#include "qgpu/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "qgpu/device_name.hpp"
#include "qgpu/error.hpp"
#if defined(QGPU_HAS_CUDA)
#include "kernels/cuda_backend.hpp"
#endif

namespace qgpu {
namespace {

/// What an operation returns, once it is sure that the source was the tensor until its end.
template <class Result>
Result of_intact(const Source& source, Result result) {
  source.check_intact();
  return result;
}

}  // namespace

Ranges Backend::observe(const Source& source, const GroupLayout& layout) {
  return of_intact(source, do_observe(source, layout));
}

QuantizeTotals Backend::quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                 const Parameters& parameters, Sink& sink) {
  return of_intact(source, do_quantize(source, layout, scheme, parameters, sink));
}

ObservedRange Backend::dequantize(const Source& codes, const GroupLayout& layout, CodeType type,
                                  const Parameters& parameters, Sink& sink) {
  return of_intact(codes, do_dequantize(codes, layout, type, parameters, sink));
}

RoundtripTotals Backend::roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                   const Parameters& parameters, bool per_group) {
  return of_intact(source, do_roundtrip(source, layout, scheme, parameters, per_group));
}

DerivedQuantize Backend::derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                             const ParameterRule& rule, Sink& sink) {
  return of_intact(source, do_derive_and_quantize(source, layout, scheme, rule, sink));
}

DerivedRoundtrip Backend::derive_and_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                               const ParameterRule& rule, bool per_group) {
  return of_intact(source, do_derive_and_roundtrip(source, layout, scheme, rule, per_group));
}

DerivedQuantize Backend::do_derive_and_quantize(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                                const ParameterRule& rule, Sink& sink) {
  DerivedQuantize result;
  expect_reads(2);
  result.ranges = do_observe(source, layout);
  result.derived = derive_parameters(rule, scheme, &result.ranges, layout.num_groups());
  result.totals = do_quantize(source, layout, scheme, result.derived.parameters, sink);
  return result;
}

DerivedRoundtrip Backend::do_derive_and_roundtrip(const Source& source, const GroupLayout& layout, const Scheme& scheme,
                                                  const ParameterRule& rule, bool per_group) {
  DerivedRoundtrip result;
  expect_reads(2);
  result.ranges = do_observe(source, layout);
  result.derived = derive_parameters(rule, scheme, &result.ranges, layout.num_groups());
  result.totals = do_roundtrip(source, layout, scheme, result.derived.parameters, per_group);
  return result;
}

std::unique_ptr<Backend> make_backend(const BackendOptions& options) {
  const std::optional<DeviceName> device = parse_device(options.device);
  if (!device)
    throw usage_error(fmt::format("--device: expected auto, cpu, cuda or cuda:N, found '{}'", options.device));
  if (device->kind == DeviceName::Kind::kCpu) return make_cpu_backend(options);
  const bool required = device->kind == DeviceName::Kind::kCuda;
#if defined(QGPU_HAS_CUDA)
  std::string reason;
  if (std::unique_ptr<Backend> backend = make_cuda_backend(options, device->ordinal, reason)) return backend;
  if (required) throw device_error(fmt::format("{} {}: {}", options.device_given_by, options.device, reason));
  return make_cpu_backend(options, reason);
#else
  if (required) {
    throw device_error(
        fmt::format("{} {}: unsupported: this build has no CUDA backend", options.device_given_by, options.device));
  }
  return make_cpu_backend(options, "this build has no CUDA backend");
#endif
}

std::vector<DeviceInfo> available_devices() {
  std::vector<DeviceInfo> devices{make_cpu_backend({})->device()};
#if defined(QGPU_HAS_CUDA)
  for (int ordinal = 0; ordinal < cuda::num_devices(); ++ordinal) {
    try {
      std::string reason;
      if (const auto backend = make_cuda_backend({}, ordinal, reason)) devices.push_back(backend->device());
    } catch (const Error&) {  // one that fails does not hide the others
    }
  }
#endif
  return devices;
}

std::vector<std::string> cuda_architectures() {
  std::vector<std::string> architectures;
#if defined(QGPU_HAS_CUDA)
  std::string_view rest = QGPU_CUDA_ARCHITECTURES;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    architectures.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
#endif
  return architectures;
}

}  // namespace qgpu
