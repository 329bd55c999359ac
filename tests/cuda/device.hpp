#pragma once
// The CUDA backend for tests: skips without a device, fails instead under QGPU_REQUIRE_CUDA=1.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "kernels/cuda_backend.hpp"
#include "qgpu/backend.hpp"
#include "qgpu/error.hpp"

namespace qgpu {

inline std::unique_ptr<Backend> cuda_backend(const BackendOptions& options,
                                             cuda::LaunchConfig launch = cuda::kDefaultLaunch) {
  std::string reason;
  auto backend = cuda::make_backend_with(options, launch, 0, reason);
  if (backend == nullptr) throw device_error(reason);
  return backend;
}

/// A fixture that needs a device.
class CudaTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    if (cuda::make_backend_with({}, cuda::kDefaultLaunch, 0, reason) != nullptr) return;
    const char* required = std::getenv("QGPU_REQUIRE_CUDA");
    ASSERT_FALSE(required != nullptr && std::string(required) == "1") << reason;
    GTEST_SKIP() << reason;
  }
};

}  // namespace qgpu
