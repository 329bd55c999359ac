#pragma once
// The division of section 5 without dividing, on the device.
#include "kernels/warp.cuh"
#include "qgpu/arith_quotient.hpp"

namespace qgpu::cuda {

using arith::divided_clipped;
using arith::divided_code;
using arith::Quotient;

/// The low bytes of four words, the first lowest.
__device__ inline std::uint32_t pack_bytes(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return __byte_perm(__byte_perm(a, b, 0x0040), __byte_perm(c, d, 0x0040), 0x5410);
}

}  // namespace qgpu::cuda
