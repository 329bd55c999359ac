#pragma once
// How large windows may be, and how much of a tensor stays on the device.
#include "kernels/slot.hpp"

namespace qgpu::cuda {

/// Kernels count the elements of a window in 32 bits.
inline constexpr std::uint64_t kMostWindowElements = std::uint64_t{1} << 31;
inline constexpr int kSlots = 2;  ///< windows under way at a time

/// What the budgets allow.
struct Budget {
  std::uint64_t window_elements;
  std::uint64_t resident_elements;
  PlanDemand demand;
};

Budget plan_budget(const Work& work, const LoopOptions& options);

}  // namespace qgpu::cuda
