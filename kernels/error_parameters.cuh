#pragma once
// The parameters of the groups with the largest errors, where a kernel derives them: only who searches the largest
// error for its index, or goes the exact way, reads them again, so that few groups' go to memory.
#include "kernels/warp.cuh"

namespace qgpu::cuda {

/// By a whole warp.
__device__ inline void leave(const GroupState& state, std::uint32_t group, float scale, std::int32_t zero_point,
                             int lane) {
  if (lane == 0) {
    state.scale[group] = scale;
    state.zero_point[group] = zero_point;
  }
  __syncwarp();
}

/// A warp's largest error, and the parameters of its group. Kept in shared memory: registers are short.
struct alignas(16) ErrorParameters {
  float error;
  float scale;
  std::int32_t zero_point;
  std::uint32_t group;

  __device__ void leave(const GroupState& state, int lane) const { cuda::leave(state, group, scale, zero_point, lane); }
};

/// Of a block's warps, those with its largest error leave their parameters: no other will be searched. `error` is the
/// warp's largest, negative if there is none. By all threads.
template <int kWarps>
__device__ inline void leave_largest(ErrorParameters (&of_warps)[kWarps], float error, const GroupState& state,
                                     std::uint32_t warp, int lane) {
  static_assert((kWarp & (kWarps - 1)) == 0);
  if (lane == 0) of_warps[warp].error = error;
  __syncthreads();
  const float most = __uint_as_float(warp_max(__float_as_uint(fmaxf(of_warps[lane % kWarps].error, 0.0f))));
  if (error == most) of_warps[warp].leave(state, lane);
}

}  // namespace qgpu::cuda
