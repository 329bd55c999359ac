#pragma once
// Tensors of any size through a device of any size: windows are staged in page-locked memory, copied in, worked on and
// copied out on three streams, two windows under way at a time. The host waits only for a slot to be free again.
#include <functional>

#include "kernels/launch.cuh"
#include "kernels/work_plan.hpp"
#include "qgpu/backend.hpp"

namespace qgpu::cuda {

/// What to do with a tensor.
struct Work {
  enum class Apply { kNothing, kQuantize, kDequantize, kRoundtrip };

  const Source& source;
  const GroupLayout& layout;
  SchemeView scheme;
  bool observe = false;  ///< with `apply`: and derive the parameters from it
  Apply apply = Apply::kNothing;
  const Parameters* parameters = nullptr;  ///< for `apply` without `observe`
  bool every_group = false;                ///< roundtrip: each group's own totals are wanted
  bool every_index = false;                ///< roundtrip: each tile with the index of its largest error
  bool is_signed = false;                  ///< dequantize: of the codes
};

/// What came of a step, in page-locked memory that lasts until the callback returns.
struct StepResult {
  const Step& step;
  WindowView view;
  WindowCounts observed, applied;
  const std::uint32_t* keys;          ///< two a group, where the step observed and ends its groups; else null
  const std::byte* output;            ///< codes or values, in the window's order; null where there are none
  const TileStats* tiles;             ///< of a roundtrip; else null
  const arith::Sums* runs;            ///< instead of them, of 64 groups each; else null
  const std::uint64_t* tile_indices;  ///< with every_index; else null
};

/// How much memory, and with which launches.
struct LoopOptions {
  std::uint64_t host_bytes;
  std::uint64_t device_bytes;
  std::uint64_t max_window_elements;  ///< 0: as the budgets allow
  LaunchConfig launch;
  std::function<void(std::uint64_t, std::uint64_t)> progress;
  KernelTimer* timer = nullptr;
};

/// Takes the whole tensor through the device and hands each step's result to `take`, in the order of the plan.
void run_windows(const Work& work, const LoopOptions& options, const std::function<void(const StepResult&)>& take);

}  // namespace qgpu::cuda
