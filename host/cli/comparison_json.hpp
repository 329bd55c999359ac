#pragma once
// The documents of saturate, symmetry and channel; report writes the same.
#include <string>

#include "host/cli/session.hpp"
#include "qgpu/comparisons.hpp"

namespace qgpu::cli {

std::string saturation_document(const std::string& input, const TensorInfo& info, const Saturation& found,
                                const DeviceInfo& device);
std::string symmetry_document(const std::string& input, const Symmetry& found, const DeviceInfo& device);
std::string channel_document(const std::string& input, const ChannelComparison& found, const DeviceInfo& device);

}  // namespace qgpu::cli
