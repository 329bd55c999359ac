#pragma once
#include <cstdint>
#include <string>

// The door from the StableHLO interpreter to the GPU: plain C++, host memory in and out. Each call copies its operands
// to the device, computes with the functions of arith_stablehlo.hpp (so with the CPU's bits) and copies the result
// back, in windows where the device has no room for all. All throw Error kDevice for a CUDA call that fails.
namespace qgpu::stablehlo::cuda {

/// Stored integers of 1, 2 or 4 bytes and what they mean in float32. Element i takes parameter i / inner %
/// num_parameters.
struct CodeLayout {
  int bits = 8;
  bool is_signed = true;
  std::int64_t range_min = -128;
  std::int64_t range_max = 127;
  const float* scales = nullptr;
  const std::int64_t* zero_points = nullptr;
  std::int64_t num_parameters = 1;
  std::int64_t inner = 1;

  int bytes() const { return bits <= 8 ? 1 : bits <= 16 ? 2 : 4; }
};

/// qgpu::cuda::take_device: the calls below work on the device that their thread took.
bool take_device(int ordinal, std::string& reason);

void quantize(const float* real, std::int64_t count, const CodeLayout& layout, void* codes);
void dequantize(const void* codes, std::int64_t count, const CodeLayout& layout, float* real);

/// What happens to the real values between dequantize and quantize.
enum class RealOp { kNone, kAdd, kSubtract, kMultiply, kDivide, kMaximum, kMinimum };

/// result = quantize(op(dequantize(lhs), dequantize(rhs))); kNone ignores rhs: a requantization.
void dequantize_op_quantize(RealOp op, const void* lhs, const CodeLayout& lhs_layout, const void* rhs,
                            const CodeLayout& rhs_layout, std::int64_t count, void* result, const CodeLayout& layout);

/// result[i] = table[codes[i]]: any unary op of 8-bit codes, from its 256 answers of `entry_bytes` (1, 2 or 4) each.
void look_up(const std::uint8_t* codes, std::int64_t count, const void* table, int entry_bytes, void* result);

/// Sums of products of zero-point-free values, lhs [batch][row][depth], rhs [batch][column][depth], as stored results
/// [batch][row][column]. `scales` and `zero_points` are by batch * columns + column: the scale is that of the sums in
/// units of the result. |lhs * rhs| * 32 must fit 32 bits; the sums are 64-bit.
struct ContractionShape {
  std::int64_t batches = 1, rows = 1, columns = 1, depth = 1;
};
struct ContractionResult {
  int bits = 8;
  double range_min = -128, range_max = 127;
  const double* scales = nullptr;
  const double* zero_points = nullptr;
};
void contract(const ContractionShape& shape, const std::int16_t* lhs, const std::int16_t* rhs,
              const ContractionResult& layout, void* result);

}  // namespace qgpu::stablehlo::cuda
