// The timer of benchmarks: which samples it takes, and of what.
#include <gtest/gtest.h>

#include "qgpu/error.hpp"
#include "qgpu/operations.hpp"
#include "tests/cuda/device.hpp"

namespace qgpu {
namespace {

using KernelTimerQuick = CudaTest;

struct Tensor {
  TensorInfo info;
  std::vector<float> values;

  Tensor() : values(1024 * 1024) {
    info.shape = {1024, 1024};
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 512) - 256.0f;
  }
};

TEST_F(KernelTimerQuick, TakesAsManySamplesAsAskedForAndOnlyThen) {
  const Tensor tensor;
  KernelTimer timer;
  BackendOptions options;
  options.timer = &timer;
  const auto backend = cuda_backend(options);
  const MemorySource source(tensor.info, tensor.values.data());
  const GroupLayout layout = make_layout(tensor.info, {Granularity::Kind::kAxis, 0, 0, 0});

  const Ranges ranges = backend->observe(source, layout);
  EXPECT_EQ(ranges.tensor().min, -256.0f);
  EXPECT_EQ(ranges.tensor().max, 255.0f);
  EXPECT_TRUE(timer.kernel_seconds.empty());

  timer = {1, 3, 1 << 20, {}, {}, {}};
  backend->observe(source, layout);
  for (const auto& seconds : {timer.kernel_seconds, timer.copy_seconds, timer.read_seconds}) {
    ASSERT_EQ(seconds.size(), 3u);
    for (const double each : seconds) EXPECT_GT(each, 0);
  }
}

TEST_F(KernelTimerQuick, RefusesATensorOfSeveralWindows) {
  const Tensor tensor;
  KernelTimer timer{0, 1, 1 << 20, {}, {}, {}};
  BackendOptions options;
  options.timer = &timer;
  options.max_window_elements = 1 << 18;
  const auto backend = cuda_backend(options);
  try {
    backend->observe(MemorySource(tensor.info, tensor.values.data()), make_layout(tensor.info, {}));
    FAIL() << "expected an error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kDevice);
  }
}

}  // namespace
}  // namespace qgpu
