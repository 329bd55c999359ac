// Quantize, dequantize, requantize and fused dequantize - op - quantize, element by element: the codes are read once
// and written once, nothing in between reaches memory. A tensor that the device has no room for goes through it window
// by window.
#include <cub/device/device_for.cuh>

#include "kernels/cuda_backend.hpp"
#include "kernels/stablehlo_codes.cuh"
#include "kernels/stablehlo_windows.cuh"

namespace qgpu::stablehlo::cuda {

namespace {

struct Quantize {
  const float* real;
  DeviceLayout layout;
  void* codes;

  __device__ void operator()(std::int64_t i) const { store(codes, layout.bytes, i, layout.code(real[i], i)); }
};

struct Dequantize {
  const void* codes;
  DeviceLayout layout;
  float* real;

  __device__ void operator()(std::int64_t i) const { real[i] = layout.real(codes, i); }
};

template <RealOp kOp>
__device__ float apply(float a, float b) {
  if constexpr (kOp == RealOp::kAdd) return a + b;
  if constexpr (kOp == RealOp::kSubtract) return a - b;
  if constexpr (kOp == RealOp::kMultiply) return a * b;
  if constexpr (kOp == RealOp::kDivide) return a / b;
  if constexpr (kOp == RealOp::kMaximum) return maximum(a, b);
  if constexpr (kOp == RealOp::kMinimum) return minimum(a, b);
  return a;
}

template <RealOp kOp>
struct DequantizeOpQuantize {
  const void* lhs;
  DeviceLayout lhs_layout;
  const void* rhs;
  DeviceLayout rhs_layout;
  void* result;
  DeviceLayout layout;

  __device__ void operator()(std::int64_t i) const {
    const float a = lhs_layout.real(lhs, i);
    const float b = kOp == RealOp::kNone ? 0.0f : rhs_layout.real(rhs, i);
    store(result, layout.bytes, i, layout.code(apply<kOp>(a, b), i));
  }
};

template <class Entry>
struct LookUp {
  const std::uint8_t* codes;
  const Entry* table;  // 1 KiB at most: it stays in the cache nearest to the lanes
  Entry* result;

  __device__ void operator()(std::int64_t i) const { result[i] = __ldg(table + codes[i]); }
};

/// of_element(i) for each i < count.
template <class OfElement>
void for_each(std::int64_t count, const OfElement& of_element, const Stream& stream) {
  qgpu::cuda::check(cub::DeviceFor::Bulk(count, of_element, stream.get()), "cub::DeviceFor::Bulk");
}

}  // namespace

bool take_device(int ordinal, std::string& reason) { return qgpu::cuda::take_device(ordinal, reason); }

void quantize(const float* real, std::int64_t count, const CodeLayout& layout, void* codes) {
  if (count == 0) return;
  Stream stream;
  const ParametersOnDevice parameters(layout, stream);
  const std::int64_t window = window_for(count, int{sizeof(float)} + layout.bytes());
  const Operand input(real, sizeof(float), window);
  const Result output(codes, layout.bytes(), window);
  in_windows(count, window, {&input}, output, stream, [&](std::int64_t first, std::int64_t size) {
    for_each(size, Quantize{input.as<float>(), parameters.view(first), output.as<void>()}, stream);
  });
}

void dequantize(const void* codes, std::int64_t count, const CodeLayout& layout, float* real) {
  if (count == 0) return;
  Stream stream;
  const ParametersOnDevice parameters(layout, stream);
  const std::int64_t window = window_for(count, layout.bytes() + int{sizeof(float)});
  const Operand input(codes, layout.bytes(), window);
  const Result output(real, sizeof(float), window);
  in_windows(count, window, {&input}, output, stream, [&](std::int64_t first, std::int64_t size) {
    for_each(size, Dequantize{input.as<void>(), parameters.view(first), output.as<float>()}, stream);
  });
}

void dequantize_op_quantize(RealOp op, const void* lhs, const CodeLayout& lhs_layout, const void* rhs,
                            const CodeLayout& rhs_layout, std::int64_t count, void* result, const CodeLayout& layout) {
  if (count == 0) return;
  Stream stream;
  const bool is_unary = op == RealOp::kNone;
  const ParametersOnDevice of_a(lhs_layout, stream), of_b(is_unary ? lhs_layout : rhs_layout, stream),
      of_result(layout, stream);
  const int rhs_bytes = is_unary ? 0 : rhs_layout.bytes();
  const std::int64_t window = window_for(count, lhs_layout.bytes() + rhs_bytes + layout.bytes());
  const Operand a(lhs, lhs_layout.bytes(), window), b(rhs, rhs_bytes, window);
  const Result output(result, layout.bytes(), window);
  const auto in_all_windows = [&]<RealOp kOp>(std::initializer_list<const Operand*> operands) {
    in_windows(count, window, operands, output, stream, [&](std::int64_t first, std::int64_t size) {
      const DequantizeOpQuantize<kOp> of_element{a.as<void>(),     of_a.view(first),  b.as<void>(),
                                                 of_b.view(first), output.as<void>(), of_result.view(first)};
      for_each(size, of_element, stream);
    });
  };
  switch (op) {
    case RealOp::kNone:
      return in_all_windows.operator()<RealOp::kNone>({&a});
    case RealOp::kAdd:
      return in_all_windows.operator()<RealOp::kAdd>({&a, &b});
    case RealOp::kSubtract:
      return in_all_windows.operator()<RealOp::kSubtract>({&a, &b});
    case RealOp::kMultiply:
      return in_all_windows.operator()<RealOp::kMultiply>({&a, &b});
    case RealOp::kDivide:
      return in_all_windows.operator()<RealOp::kDivide>({&a, &b});
    case RealOp::kMaximum:
      return in_all_windows.operator()<RealOp::kMaximum>({&a, &b});
    case RealOp::kMinimum:
      return in_all_windows.operator()<RealOp::kMinimum>({&a, &b});
  }
}

void look_up(const std::uint8_t* codes, std::int64_t count, const void* table, int entry_bytes, void* result) {
  if (count == 0) return;
  Stream stream;
  const auto entries = uploaded(table, 256 * static_cast<std::size_t>(entry_bytes), stream);
  const std::int64_t window = window_for(count, 1 + entry_bytes);
  const Operand input(codes, 1, window);
  const Result output(result, entry_bytes, window);
  const auto launch = [&]<class Entry>(Entry) {
    in_windows(count, window, {&input}, output, stream, [&](std::int64_t, std::int64_t size) {
      const auto* const table = reinterpret_cast<const Entry*>(entries.data());
      for_each(size, LookUp<Entry>{input.as<std::uint8_t>(), table, output.as<Entry>()}, stream);
    });
  };
  if (entry_bytes == 1)
    launch(std::uint8_t{});
  else if (entry_bytes == 2)
    launch(std::uint16_t{});
  else
    launch(std::uint32_t{});
}

}  // namespace qgpu::stablehlo::cuda
