#pragma once
// Times what is launched on a stream, beside a copy and a read on the same device.
#include <functional>

#include "kernels/device.cuh"
#include "qgpu/backend.hpp"

namespace qgpu::cuda {

/// Fills `timer` with the seconds that `launch` takes on `stream`, by CUDA events. Waits for the stream.
void time_kernels(KernelTimer& timer, const Stream& stream, const std::function<void()>& launch);

}  // namespace qgpu::cuda
