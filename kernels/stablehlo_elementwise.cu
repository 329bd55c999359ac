// Quantize, dequantize, requantize and fused dequantize - op - quantize, an element a thread in a grid-stride loop: the
// codes are read once and written once, nothing in between reaches memory. A tensor that the device has no room for
// goes through it window by window.
#include <algorithm>
#include <initializer_list>

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

/// An operand or a result: host memory, and a window of it on the device.
struct Windowed {
  Windowed(const void* host_bytes, int bytes_each, std::int64_t window)
      : host(static_cast<const std::byte*>(host_bytes)),
        bytes(bytes_each),
        buffer(static_cast<std::size_t>(window * bytes_each)) {}

  const std::byte* host;
  int bytes;  ///< of an element
  DeviceBuffer<std::byte> buffer;
};

constexpr std::int64_t kMostOfWindow = std::int64_t{1} << 26;

std::int64_t window_for(std::int64_t count, int bytes_an_element) {
  const std::int64_t fits = std::max<std::int64_t>(memory_budget() / bytes_an_element, 1);
  return std::min({count, fits, kMostOfWindow});
}

/// Calls launch(first, size) for each window, with the operands there before it and the result fetched behind it.
template <class Launch>
void in_windows(std::int64_t count, std::int64_t window, std::initializer_list<Windowed*> operands, void* result,
                const Windowed& output, const Stream& stream, Launch&& launch) {
  for (std::int64_t first = 0; first < count; first += window) {
    const std::int64_t size = std::min(window, count - first);
    for (Windowed* operand : operands) {
      copy_to_device(operand->buffer.data(), operand->host + first * operand->bytes,
                     static_cast<std::size_t>(size * operand->bytes), stream);
    }
    launch(first, size);
    download(static_cast<std::byte*>(result) + first * output.bytes, output.buffer,
             static_cast<std::size_t>(size * output.bytes), stream);
  }
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
  const ParametersOnDevice parameters(layout, stream);
  const std::int64_t window = window_for(count, int{sizeof(float)} + layout.bytes());
  Windowed input(real, sizeof(float), window), output(codes, layout.bytes(), window);
  in_windows(count, window, {&input}, codes, output, stream, [&](std::int64_t first, std::int64_t size) {
    quantize_kernel<<<blocks_for(size), kThreads, 0, stream.get()>>>(
        reinterpret_cast<const float*>(input.buffer.data()), size, parameters.view(first), output.buffer.data());
    check_launch("quantize_kernel");
  });
}

void dequantize(const void* codes, std::int64_t count, const CodeLayout& layout, float* real) {
  if (count == 0) return;
  Stream stream;
  const ParametersOnDevice parameters(layout, stream);
  const std::int64_t window = window_for(count, layout.bytes() + int{sizeof(float)});
  Windowed input(codes, layout.bytes(), window), output(real, sizeof(float), window);
  in_windows(count, window, {&input}, real, output, stream, [&](std::int64_t first, std::int64_t size) {
    dequantize_kernel<<<blocks_for(size), kThreads, 0, stream.get()>>>(
        input.buffer.data(), size, parameters.view(first), reinterpret_cast<float*>(output.buffer.data()));
    check_launch("dequantize_kernel");
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
  Windowed a(lhs, lhs_layout.bytes(), window), b(rhs, rhs_bytes, window), output(result, layout.bytes(), window);
  const auto in_all_windows = [&]<RealOp kOp>(std::initializer_list<Windowed*> operands) {
    in_windows(count, window, operands, result, output, stream, [&](std::int64_t first, std::int64_t size) {
      fused_kernel<kOp><<<blocks_for(size), kThreads, 0, stream.get()>>>(a.buffer.data(), of_a.view(first),
                                                                         b.buffer.data(), of_b.view(first), size,
                                                                         output.buffer.data(), of_result.view(first));
      check_launch("fused_kernel");
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
  Windowed input(codes, 1, window), output(result, entry_bytes, window);
  const auto launch = [&]<class Entry>(Entry) {
    in_windows(count, window, {&input}, result, output, stream, [&](std::int64_t, std::int64_t size) {
      look_up_kernel<<<blocks_for(size), kThreads, 0, stream.get()>>>(
          reinterpret_cast<const std::uint8_t*>(input.buffer.data()), size,
          reinterpret_cast<const Entry*>(entries.data()), reinterpret_cast<Entry*>(output.buffer.data()));
      check_launch("look_up_kernel");
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
