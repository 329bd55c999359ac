#pragma once
// The float64 fold of section 7 over short groups: what 64 of them sum to is brought to units and to one value where it
// was found, so that no group's own sums leave the device.
#include "kernels/block_deal.cuh"

namespace qgpu::cuda {

/// A warp's room in shared memory for the groups of one run of the fold, in units.
struct FoldRoom {
  static constexpr int kValues = 5;                   // of arith::Sums
  static constexpr int kPitch = arith::kFoldRun + 4;  // keeps the lanes of `fold` on banks of their own
  double of[kValues][kPitch];

  __device__ void put(int group, const arith::Sums& units) {
    of[0][group] = units.a;
    of[1][group] = units.b;
    of[2][group] = units.x;
    of[3][group] = units.c;
    of[4][group] = units.q;
  }

  /// arith::fold_run: lanes 4 s .. 4 s + 3 bring value s together. All lanes of the warp.
  __device__ void fold(arith::Sums* out, int lane) {
    constexpr int kLanes = 4;  // on a value
    constexpr int kEach = arith::kFoldRun / kLanes;
    const int value = min(lane / kLanes, kValues - 1), first = lane % kLanes;
    const double* const from = &of[value][first];
    const auto at = [&](int k) { return from[kLanes * k]; };
    double v = node<1, kEach>(0, at);
#pragma unroll
    for (int h = kLanes / 2; h >= 1; h /= 2) v += __shfl_xor_sync(kAllLanes, v, h);
    if (first == 0 && lane < kLanes * kValues) reinterpret_cast<double*>(out)[value] = v;
    __syncwarp();
  }

 private:
  /// v[k] of the tree after its step `kHop`, from v of `kCount` values.
  template <int kHop, int kCount, class At>
  __device__ static __forceinline__ double node(int k, At& at) {
    if constexpr (kHop == kCount) {
      return at(k);
    } else {
      return node<2 * kHop, kCount>(k, at) + node<2 * kHop, kCount>(k + kHop, at);
    }
  }
};

}  // namespace qgpu::cuda
