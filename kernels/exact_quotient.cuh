#pragma once
// The division of section 5 without dividing, on the device.
#include "kernels/warp.cuh"
#include "qgpu/arith_quotient.hpp"

namespace qgpu::cuda {

using arith::EitherQuotient;
using arith::Quotient;

/// The low bytes of four words, the first lowest.
__device__ inline std::uint32_t pack_bytes(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
}

/// Codes by division, element by element, where the quotient failed: clipped and non-finite ones are counted.
struct Divider {
  const WindowView& view;
  const float* values;
  std::uint8_t* codes;
  arith::CodeLimits limits;
  bool stablehlo_order;
  std::uint32_t clipped = 0;  ///< of this lane
  NonfiniteSeen seen = {};

  __device__ void divide(std::uint64_t place, float scale, std::int32_t z) {
    const float x = values[place];
    codes[place] = static_cast<std::uint8_t>(arith::divided_code(x, scale, z, limits, stablehlo_order));
    if (arith::is_finite(x)) {
      clipped += arith::divided_clipped(x, scale, z, limits, stablehlo_order);
    } else {
      seen.see(x, view, place);
    }
  }
};

}  // namespace qgpu::cuda
