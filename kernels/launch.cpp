#include "kernels/launch.cuh"

#include "kernels/device.cuh"

namespace qgpu::cuda {
namespace {

int num_multiprocessors() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
  return count;
}

}  // namespace

std::uint64_t max_blocks(LaunchConfig config) {
  return std::uint64_t(num_multiprocessors()) * config.blocks_per_multiprocessor;
}

int blocks_for(std::uint64_t work, std::uint64_t per_block, LaunchConfig config) {
  return static_cast<int>(std::min((work + per_block - 1) / per_block, max_blocks(config)));
}

}  // namespace qgpu::cuda
