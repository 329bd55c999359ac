#include "host/bench/timed_operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"

namespace qgpu::bench {

Bench::Bench(std::uint64_t tensor_bytes, std::uint64_t columns, std::uint64_t num_tensors) : num_tensors_(num_tensors) {
  constexpr std::uint64_t kPage = 4096;
  const std::uint64_t rows = tensor_bytes / 4 / columns;
  info.shape = {rows, columns};
  codes_info = info;
  codes_info.type = ElementType::kUint8;
  stride_ = (info.count() + kPage - 1) / kPage * kPage;
  values_.resize(num_tensors * stride_);
  codes_.assign(num_tensors * stride_, 0xa5);
  restored_.assign(num_tensors * stride_, 0.0f);
  // A sum of four uniform numbers: bell-shaped, the same on every machine.
  std::uint64_t state = 1;
  for (float& value : std::span(values_).first(stride_)) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t bits = state >> 16;
    const std::uint64_t sum = (bits & 0xfff) + ((bits >> 12) & 0xfff) + ((bits >> 24) & 0xfff) + ((bits >> 36) & 0xfff);
    value = (static_cast<float>(sum) - 8190.0f) * 0x1p-11f;
  }
  for (std::uint64_t i = 1; i < num_tensors; ++i) std::copy_n(values_.data(), stride_, tensor(i).values);
}

BenchTensor Bench::tensor(std::uint64_t turn) {
  const std::uint64_t first = turn % num_tensors_ * stride_;
  return {&values_[first], &codes_[first], &restored_[first]};
}

namespace {

Granularity granularity_named(const std::string& name) {
  if (name == "tensor") return {};
  if (name == "axis0") return {Granularity::Kind::kAxis, 0, 0, 0};
  if (name == "last_axis") return {Granularity::Kind::kAxis, -1, 0, 0};
  if (name == "block128") return {Granularity::Kind::kBlock, {}, 128, 0};
  throw usage_error(
      fmt::format("--granularity: expected {}, found '{}'", fmt::join(bench_granularities(), ", "), name));
}

/// Compares some of what an operation made with the scalar definition, element by element.
void check_codes(const BenchTensor& tensor, const GroupLayout& layout, const Scheme& scheme,
                 const Parameters& parameters) {
  for (std::uint64_t i = 0; i < layout.count(); i += 97) {
    const std::uint64_t group = layout.group_of(i);
    const std::int32_t code = arith::quantize_onnx(tensor.values[i], parameters.scale_of(group),
                                                   parameters.zero_point_of(group), scheme.limits());
    if (tensor.codes[i] != static_cast<std::uint8_t>(code)) {
      throw internal_error(fmt::format("bench: element {}: expected code {}, found {}", i, code, tensor.codes[i]));
    }
  }
}

void check_restored(const BenchTensor& tensor, const GroupLayout& layout, const Parameters& parameters) {
  for (std::uint64_t i = 0; i < layout.count(); i += 97) {
    const std::uint64_t group = layout.group_of(i);
    const float value = arith::dequantize(tensor.codes[i], parameters.scale_of(group), parameters.zero_point_of(group));
    if (arith::bits_of(tensor.restored[i]) != arith::bits_of(value)) {
      throw internal_error(fmt::format("bench: element {}: expected {}, found {}", i, value, tensor.restored[i]));
    }
  }
}

void check_ranges(const BenchTensor& tensor, std::uint64_t count, const Ranges& ranges) {
  ObservedRange expected;
  for (const float value : std::span(tensor.values, count)) expected.merge({value, value});
  const ObservedRange found = ranges.tensor();
  if (found.min != expected.min || found.max != expected.max) {
    throw internal_error(
        fmt::format("bench: expected range {} {}, found {} {}", expected.min, expected.max, found.min, found.max));
  }
}

void check_roundtrip(const BenchTensor& tensor, const GroupLayout& layout, const Scheme& scheme,
                     const Parameters& parameters, const RoundtripTotals& totals) {
  float largest = 0;
  for (std::uint64_t i = 0; i < layout.count(); ++i) {
    const std::uint64_t group = layout.group_of(i);
    const float scale = parameters.scale_of(group);
    const std::int32_t zero_point = parameters.zero_point_of(group);
    const std::int32_t code = arith::quantize_onnx(tensor.values[i], scale, zero_point, scheme.limits());
    largest = std::max(largest, arith::absolute_error(tensor.values[i], arith::dequantize(code, scale, zero_point)));
  }
  if (totals.tensor.max_abs_error != largest) {
    throw internal_error(
        fmt::format("bench: expected largest error {}, found {}", largest, totals.tensor.max_abs_error));
  }
}

}  // namespace

Operation operation_named(const std::string& kernel, const std::string& granularity_name, Bench& bench,
                          Backend& backend) {
  const Granularity granularity = granularity_named(granularity_name);
  const GroupLayout layout = make_layout(bench.info, granularity);
  Scheme scheme;
  scheme.granularity = granularity;
  const ParameterRule rule;
  const auto source = [info = bench.info](const BenchTensor& tensor) { return MemorySource(info, tensor.values); };
  const Ranges ranges = backend.observe(source(bench.tensor(0)), layout);
  const Parameters parameters = derive_parameters(rule, scheme, &ranges, layout.num_groups()).parameters;
  const std::uint64_t n = bench.info.count();
  const std::uint64_t parameter_bytes = layout.num_groups() * 8;

  const auto quantize = [&backend, source, layout, scheme, parameters](const BenchTensor& tensor) {
    MemorySink sink(tensor.codes);
    backend.quantize(source(tensor), layout, scheme, parameters, sink);
  };
  const auto check_quantize = [layout, scheme, parameters](const BenchTensor& tensor) {
    check_codes(tensor, layout, scheme, parameters);
  };

  if (kernel == "ranges") {
    return {4 * n + parameter_bytes,
            [&backend, source, layout](const BenchTensor& tensor) { backend.observe(source(tensor), layout); },
            [&backend, source, layout](const BenchTensor& tensor) {
              check_ranges(tensor, layout.count(), backend.observe(source(tensor), layout));
            }};
  }
  if (kernel == "quantize") return {5 * n + parameter_bytes, quantize, check_quantize};
  if (kernel == "fused_quantize") {
    return {5 * n + parameter_bytes,
            [&backend, source, layout, scheme, rule](const BenchTensor& tensor) {
              MemorySink sink(tensor.codes);
              backend.derive_and_quantize(source(tensor), layout, scheme, rule, sink);
            },
            check_quantize};
  }
  if (kernel == "dequantize") {
    for (std::uint64_t i = 0; i < bench.num_tensors(); ++i) quantize(bench.tensor(i));
    return {5 * n + parameter_bytes,
            [&backend, info = bench.codes_info, layout, parameters](const BenchTensor& tensor) {
              MemorySink sink(tensor.restored);
              backend.dequantize(MemorySource(info, tensor.codes), layout, CodeType::kUint8, parameters, sink);
            },
            [layout, parameters](const BenchTensor& tensor) { check_restored(tensor, layout, parameters); }};
  }
  if (kernel == "roundtrip") {
    return {4 * n + parameter_bytes,
            [&backend, source, layout, scheme, parameters](const BenchTensor& tensor) {
              backend.roundtrip(source(tensor), layout, scheme, parameters, false);
            },
            [&backend, source, layout, scheme, parameters](const BenchTensor& tensor) {
              check_roundtrip(tensor, layout, scheme, parameters,
                              backend.roundtrip(source(tensor), layout, scheme, parameters, false));
            }};
  }
  throw usage_error(fmt::format("--kernel: expected {}, found '{}'", fmt::join(bench_kernels(), ", "), kernel));
}

const std::vector<std::string>& bench_kernels() {
  static const std::vector<std::string> names = {"ranges", "quantize", "dequantize", "roundtrip", "fused_quantize"};
  return names;
}

const std::vector<std::string>& bench_granularities() {
  static const std::vector<std::string> names = {"tensor", "axis0", "last_axis", "block128"};
  return names;
}

}  // namespace qgpu::bench
