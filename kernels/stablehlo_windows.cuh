#pragma once
// Tensors of a StableHLO program, in windows that the device has room for.
#include <algorithm>
#include <initializer_list>

#include "kernels/stablehlo_codes.cuh"

namespace qgpu::stablehlo::cuda {

/// An operand or a result: host memory, and a window of it on the device.
template <class Byte>
struct Windowed {
  Windowed(Byte* host_bytes, int bytes_each, std::int64_t window)
      : host(host_bytes), bytes(bytes_each), buffer(static_cast<std::size_t>(window * bytes_each)) {}

  template <class T>
  T* as() const {
    return static_cast<T*>(static_cast<void*>(buffer.data()));
  }

  Byte* host;
  int bytes;  ///< of an element
  DeviceBuffer<std::byte> buffer;
};
struct Operand : Windowed<const std::byte> {
  Operand(const void* host, int bytes, std::int64_t window)
      : Windowed(static_cast<const std::byte*>(host), bytes, window) {}
};
struct Result : Windowed<std::byte> {
  Result(void* host, int bytes, std::int64_t window) : Windowed(static_cast<std::byte*>(host), bytes, window) {}
};

inline constexpr std::int64_t kMostOfWindow = std::int64_t{1} << 26;

/// Elements of a window, when the operands and the result take `bytes_an_element` together.
inline std::int64_t window_for(std::int64_t count, int bytes_an_element) {
  const std::int64_t fits = std::max<std::int64_t>(memory_budget() / bytes_an_element, 1);
  return std::min({count, fits, kMostOfWindow});
}

/// Calls launch(first, size) for each window, with the operands there before it and the result fetched behind it.
template <class Launch>
void in_windows(std::int64_t count, std::int64_t window, std::initializer_list<const Operand*> operands,
                const Result& result, const Stream& stream, Launch&& launch) {
  for (std::int64_t first = 0; first < count; first += window) {
    const std::int64_t size = std::min(window, count - first);
    for (const Operand* operand : operands) {
      copy_to_device(operand->buffer.data(), operand->host + first * operand->bytes,
                     static_cast<std::size_t>(size * operand->bytes), stream);
    }
    launch(first, size);
    download(result.host + first * result.bytes, result.buffer, static_cast<std::size_t>(size * result.bytes), stream);
  }
}

}  // namespace qgpu::stablehlo::cuda
