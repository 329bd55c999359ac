// Quantize, dequantize, requantize and fused dequantize - op - quantize, an element a thread in a grid-stride loop: the
// codes are read once and written once, nothing in between reaches memory.
#include "kernels/stablehlo_codes.cuh"

namespace qgpu::stablehlo::cuda {

namespace {

__device__ std::int64_t first_element() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::int64_t stride() { return std::int64_t{gridDim.x} * blockDim.x; }

__global__ void quantize_kernel(const float* __restrict__ real, std::int64_t count, DeviceLayout layout,
                                void* __restrict__ codes) {
  for (std::int64_t i = first_element(); i < count; i += stride())
    store(codes, layout.bytes, i, layout.code(real[i], i));
}

__global__ void dequantize_kernel(const void* __restrict__ codes, std::int64_t count, DeviceLayout layout,
                                  float* __restrict__ real) {
  for (std::int64_t i = first_element(); i < count; i += stride()) real[i] = layout.real(codes, i);
}

/// NaN wins; -0 is less than +0: as the host's maximum and minimum.
__device__ float extreme(float a, float b, bool largest) {
  if (a != a) return a;
  if (b != b) return b;
  if (a == b) return signbit(a) == largest ? b : a;
  return (a > b) == largest ? a : b;
}

template <RealOp kOp>
__device__ float apply(float a, float b) {
  if constexpr (kOp == RealOp::kAdd) return a + b;
  if constexpr (kOp == RealOp::kSubtract) return a - b;
  if constexpr (kOp == RealOp::kMultiply) return a * b;
  if constexpr (kOp == RealOp::kDivide) return a / b;
  if constexpr (kOp == RealOp::kMaximum) return extreme(a, b, true);
  if constexpr (kOp == RealOp::kMinimum) return extreme(a, b, false);
  return a;
}

template <RealOp kOp>
__global__ void fused_kernel(const void* __restrict__ lhs, DeviceLayout lhs_layout, const void* __restrict__ rhs,
                             DeviceLayout rhs_layout, std::int64_t count, void* __restrict__ result,
                             DeviceLayout layout) {
  for (std::int64_t i = first_element(); i < count; i += stride()) {
    const float a = lhs_layout.real(lhs, i);
    const float b = kOp == RealOp::kNone ? 0.0f : rhs_layout.real(rhs, i);
    store(result, layout.bytes, i, layout.code(apply<kOp>(a, b), i));
  }
}

template <class Entry>
__global__ void look_up_kernel(const std::uint8_t* __restrict__ codes, std::int64_t count,
                               const Entry* __restrict__ table, Entry* __restrict__ result) {
  __shared__ Entry entries[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) entries[i] = table[i];
  __syncthreads();
  for (std::int64_t i = first_element(); i < count; i += stride()) result[i] = entries[codes[i]];
}

template <RealOp kOp>
void launch_fused(const std::byte* lhs, const DeviceLayout& a, const std::byte* rhs, const DeviceLayout& b,
                  std::int64_t count, std::byte* result, const DeviceLayout& layout, const Stream& stream) {
  fused_kernel<kOp><<<blocks_for(count), kThreads, 0, stream.get()>>>(lhs, a, rhs, b, count, result, layout);
  check_launch("fused_kernel");
}

}  // namespace

bool is_available(std::string& reason) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return true;
  cudaGetLastError();
  reason = status == cudaSuccess ? "no CUDA device" : cudaGetErrorString(status);
  return false;
}

void quantize(const float* real, std::int64_t count, const CodeLayout& layout, void* codes) {
  if (count == 0) return;
  Stream stream;
  const auto input = uploaded(real, static_cast<std::size_t>(count) * sizeof(float), stream);
  const ParametersOnDevice parameters(layout, stream);
  const DeviceBuffer<std::byte> output(static_cast<std::size_t>(count * layout.bytes()));
  quantize_kernel<<<blocks_for(count), kThreads, 0, stream.get()>>>(reinterpret_cast<const float*>(input.data()), count,
                                                                    parameters.view(), output.data());
  check_launch("quantize_kernel");
  download(codes, output, stream);
}

void dequantize(const void* codes, std::int64_t count, const CodeLayout& layout, float* real) {
  if (count == 0) return;
  Stream stream;
  const auto input = uploaded(codes, static_cast<std::size_t>(count * layout.bytes()), stream);
  const ParametersOnDevice parameters(layout, stream);
  const DeviceBuffer<std::byte> output(static_cast<std::size_t>(count) * sizeof(float));
  dequantize_kernel<<<blocks_for(count), kThreads, 0, stream.get()>>>(input.data(), count, parameters.view(),
                                                                      reinterpret_cast<float*>(output.data()));
  check_launch("dequantize_kernel");
  download(real, output, stream);
}

void dequantize_op_quantize(RealOp op, const void* lhs, const CodeLayout& lhs_layout, const void* rhs,
                            const CodeLayout& rhs_layout, std::int64_t count, void* result, const CodeLayout& layout) {
  if (count == 0) return;
  Stream stream;
  const auto a = uploaded(lhs, static_cast<std::size_t>(count * lhs_layout.bytes()), stream);
  const auto b = uploaded(rhs, op == RealOp::kNone ? 0 : static_cast<std::size_t>(count * rhs_layout.bytes()), stream);
  const ParametersOnDevice of_a(lhs_layout, stream), of_b(op == RealOp::kNone ? lhs_layout : rhs_layout, stream),
      of_result(layout, stream);
  const DeviceBuffer<std::byte> output(static_cast<std::size_t>(count * layout.bytes()));
  const auto launch = [&]<RealOp kOp>() {
    launch_fused<kOp>(a.data(), of_a.view(), b.data(), of_b.view(), count, output.data(), of_result.view(), stream);
  };
  switch (op) {
    case RealOp::kNone:
      launch.operator()<RealOp::kNone>();
      break;
    case RealOp::kAdd:
      launch.operator()<RealOp::kAdd>();
      break;
    case RealOp::kSubtract:
      launch.operator()<RealOp::kSubtract>();
      break;
    case RealOp::kMultiply:
      launch.operator()<RealOp::kMultiply>();
      break;
    case RealOp::kDivide:
      launch.operator()<RealOp::kDivide>();
      break;
    case RealOp::kMaximum:
      launch.operator()<RealOp::kMaximum>();
      break;
    case RealOp::kMinimum:
      launch.operator()<RealOp::kMinimum>();
      break;
  }
  download(result, output, stream);
}

void look_up(const std::uint8_t* codes, std::int64_t count, const void* table, int entry_bytes, void* result) {
  if (count == 0) return;
  Stream stream;
  const auto input = uploaded(codes, static_cast<std::size_t>(count), stream);
  const auto entries = uploaded(table, 256 * static_cast<std::size_t>(entry_bytes), stream);
  const DeviceBuffer<std::byte> output(static_cast<std::size_t>(count * entry_bytes));
  const auto launch = [&]<class Entry>(Entry) {
    look_up_kernel<<<blocks_for(count), kThreads, 0, stream.get()>>>(
        reinterpret_cast<const std::uint8_t*>(input.data()), count, reinterpret_cast<const Entry*>(entries.data()),
        reinterpret_cast<Entry*>(output.data()));
    check_launch("look_up_kernel");
  };
  if (entry_bytes == 1)
    launch(std::uint8_t{});
  else if (entry_bytes == 2)
    launch(std::uint16_t{});
  else
    launch(std::uint32_t{});
  download(result, output, stream);
}

}  // namespace qgpu::stablehlo::cuda
