#pragma once
// What is enqueued for one window under way.
#include "kernels/slot.hpp"

namespace qgpu::cuda {

/// Where a round trip of a slot's window leaves what it finds: runs of groups where that is enough, and where the
/// window begins with one and the tensor's last alone may be short.
RoundtripOutput roundtrip_output(const Work& work, const Slot& slot);

/// Quantizes, dequantizes or measures the window of a slot, whose input is at `values`.
void launch_apply(const Work& work, const Slot& slot, const float* values, const ParameterView& parameters,
                  LaunchConfig launch, const Stream& stream);

/// Copies what a slot's step has left to the slot's page-locked memory. `groups`: where its ranges are.
void copy_results(const Work& work, const Slot& slot, const GroupBuffers& groups, const Stream& stream);

}  // namespace qgpu::cuda
