#pragma once
// The one door from the host to the kernels: plain C++.
#include <memory>
#include <string>

#include "kernels/tuning.hpp"
#include "qgpu/backend.hpp"

namespace qgpu {

/// The CUDA backend on device `ordinal`; null, with a reason, where there is no usable device (or no driver).
/// Throws Error kDevice for a device that is there and fails.
std::unique_ptr<Backend> make_cuda_backend(const BackendOptions& options, int ordinal, std::string& reason);

namespace cuda {

/// Devices that are visible, usable or not; 0 without a driver.
int num_devices();

/// Makes device `ordinal` that of the calling thread. False, with a reason, where there is no such device, no driver,
/// or no code for it in this build. Throws Error kDevice for a device that is there and fails.
bool take_device(int ordinal, std::string& reason);

/// make_cuda_backend with a launch configuration, which tests sweep.
std::unique_ptr<Backend> make_backend_with(const BackendOptions& options, LaunchConfig launch, int ordinal,
                                           std::string& reason);

}  // namespace cuda
}  // namespace qgpu
