#pragma once
// From what kernels leave to the values of the public interface.
#include "kernels/window_loop.hpp"
#include "qgpu/error_merge.hpp"

namespace qgpu::cuda {

NonfiniteCounts nonfinite_of(const WindowCounts& counts);

/// From two keys; see GroupState.
ObservedRange range_of(const std::uint32_t* keys);

/// Sums and counts of a step's groups, from its tiles.
WindowErrors errors_of(const StepResult& result, const ErrorContext& context);

}  // namespace qgpu::cuda
