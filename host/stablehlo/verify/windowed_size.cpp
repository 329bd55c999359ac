#include "host/stablehlo/verify/windowed_size.hpp"

#include <limits>

namespace qgpu::stablehlo {
namespace {

// In 128 bits nothing overflows: each factor is below 2^63 and there is one product of two.
__extension__ using Wide = __int128;

Wide dilated(std::int64_t size, std::int64_t by) { return size == 0 ? Wide{0} : Wide{size - 1} * by + 1; }

}  // namespace

std::optional<std::int64_t> windowed_size(std::int64_t input, const WindowDimension& window) {
  const Wide span = dilated(input, window.input_dilation) + window.padding_low + window.padding_high -
                    dilated(window.size, window.dilation);
  const Wide count = span < 0 ? Wide{0} : span / window.stride + 1;
  if (count > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
  return static_cast<std::int64_t>(count);
}

}  // namespace qgpu::stablehlo
