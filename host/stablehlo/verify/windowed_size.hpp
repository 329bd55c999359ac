#pragma once
#include <cstdint>
#include <optional>

namespace qgpu::stablehlo {

/// A window along one dimension, as convolution and reduce_window have it. Sizes are at least 0, stride and dilations
/// at least 1; padding may be negative.
struct WindowDimension {
  std::int64_t size, stride, padding_low, padding_high, input_dilation, dilation;
};

/// How many positions the window takes over `input` elements; nothing where they do not fit 64 bits.
std::optional<std::int64_t> windowed_size(std::int64_t input, const WindowDimension& window);

}  // namespace qgpu::stablehlo
