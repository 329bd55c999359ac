#pragma once
// Stored integers on the device: one layout for all widths, read and written by width at run time.
#include <cstdint>
#include <vector>

#include "kernels/device.cuh"
#include "kernels/stablehlo_kernels.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo::cuda {

using qgpu::cuda::check_launch;
using qgpu::cuda::copy_to_device;
using qgpu::cuda::copy_to_host;
using qgpu::cuda::DeviceBuffer;
using qgpu::cuda::Stream;

/// A layout whose parameters lie on the device.
struct DeviceLayout {
  int bytes;
  bool is_signed;
  float range_min, range_max;
  std::int64_t storage_min, storage_max;
  const float* scales;
  const std::int64_t* zero_points;
  std::int64_t num_parameters, inner;
  std::int64_t first;  ///< element of the tensor that element 0 here is

  __device__ std::int64_t parameter(std::int64_t i) const {
    return num_parameters == 1 ? 0 : (first + i) / inner % num_parameters;
  }
  __device__ std::int64_t load(const void* codes, std::int64_t i) const {
    if (bytes == 1)
      return is_signed ? std::int64_t{static_cast<const std::int8_t*>(codes)[i]}
                       : static_cast<const std::uint8_t*>(codes)[i];
    if (bytes == 2)
      return is_signed ? std::int64_t{static_cast<const std::int16_t*>(codes)[i]}
                       : static_cast<const std::uint16_t*>(codes)[i];
    return is_signed ? std::int64_t{static_cast<const std::int32_t*>(codes)[i]}
                     : static_cast<const std::uint32_t*>(codes)[i];
  }
  __device__ float real(const void* codes, std::int64_t i) const {
    const std::int64_t k = parameter(i);
    return stablehlo::dequantize<F32>(load(codes, i), zero_points[k], scales[k]);
  }
  __device__ std::int64_t code(float value, std::int64_t i) const {
    const std::int64_t k = parameter(i);
    return stablehlo::quantize<F32>(
        value, {scales[k], static_cast<float>(zero_points[k]), range_min, range_max, storage_min, storage_max});
  }
};

__device__ inline void store(void* codes, int bytes, std::int64_t i, std::int64_t value) {
  if (bytes == 1)
    static_cast<std::uint8_t*>(codes)[i] = static_cast<std::uint8_t>(value);
  else if (bytes == 2)
    static_cast<std::uint16_t*>(codes)[i] = static_cast<std::uint16_t>(value);
  else
    static_cast<std::uint32_t*>(codes)[i] = static_cast<std::uint32_t>(value);
}

/// Parameters of a CodeLayout, copied to the device and kept there.
class ParametersOnDevice {
 public:
  ParametersOnDevice(const CodeLayout& layout, const Stream& stream)
      : scales_(static_cast<std::size_t>(layout.num_parameters)),
        zero_points_(static_cast<std::size_t>(layout.num_parameters)) {
    copy_to_device(scales_.data(), layout.scales, scales_.size(), stream);
    copy_to_device(zero_points_.data(), layout.zero_points, zero_points_.size(), stream);
    view_ = {layout.bytes(),
             layout.is_signed,
             static_cast<float>(layout.range_min),
             static_cast<float>(layout.range_max),
             storage_min(layout.bits, layout.is_signed),
             storage_max(layout.bits, layout.is_signed),
             scales_.data(),
             zero_points_.data(),
             layout.num_parameters,
             layout.inner,
             0};
  }
  /// For a window that begins with element `first`.
  DeviceLayout view(std::int64_t first) const {
    DeviceLayout view = view_;
    view.first = first;
    return view;
  }

 private:
  DeviceBuffer<float> scales_;
  DeviceBuffer<std::int64_t> zero_points_;
  DeviceLayout view_;
};

/// A copy of host bytes on the device.
inline DeviceBuffer<std::byte> uploaded(const void* bytes, std::size_t size, const Stream& stream) {
  DeviceBuffer<std::byte> buffer(size);
  copy_to_device(buffer.data(), static_cast<const std::byte*>(bytes), size, stream);
  return buffer;
}

/// Waits for the copy.
inline void download(void* to, const DeviceBuffer<std::byte>& from, std::size_t size, const Stream& stream) {
  copy_to_host(static_cast<std::byte*>(to), from.data(), size, stream);
  qgpu::cuda::check(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
}

/// Bytes that the buffers of a call may take. The rest of what is free is left to the runtime and to others.
inline std::int64_t memory_budget() {
  std::size_t free = 0, total = 0;
  qgpu::cuda::check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  return static_cast<std::int64_t>(free / 4 * 3);
}

}  // namespace qgpu::stablehlo::cuda
