#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/stablehlo/eval/arithmetic.hpp"
#include "host/stablehlo/eval/literal.hpp"
#include "host/stablehlo/eval/quantized_parameters.hpp"

// Blocks of elements on their way from memory to arithmetic and back. Dequantizing on the way in and quantizing on the
// way out is what fuses dequantize - op - quantize: a block stays in the first-level cache.
namespace qgpu::stablehlo {

constexpr std::size_t kBlockElements = 1024;

/// Room for one block in any arithmetic.
struct alignas(64) BlockBuffer {
  std::array<std::byte, kBlockElements * 8> bytes;
  template <class Compute>
  Compute* as() {
    return reinterpret_cast<Compute*>(bytes.data());
  }
};

/// Reads blocks of a literal as values of its arithmetic; a rank-0 literal can serve as a splat of any length.
class BlockReader {
 public:
  explicit BlockReader(const Literal& source, bool splat = false);
  Arithmetic arithmetic() const { return arithmetic_; }
  /// Elements offset .. offset+count-1 (count <= kBlockElements): in `buffer`, or where they lie in memory if they need
  /// no change.
  const void* read(std::int64_t offset, std::size_t count, BlockBuffer& buffer) const;

 private:
  Literal source_;
  bool splat_;
  Arithmetic arithmetic_;
  std::unique_ptr<ParameterIndex> parameters_;  // quantized sources only
  std::vector<double> scales_;
};

/// Writes blocks into a literal: rounding is already done, integers are cut to their bits, quantized results quantized.
class BlockWriter {
 public:
  explicit BlockWriter(Literal& target);
  Arithmetic arithmetic() const { return arithmetic_; }
  /// Where a kernel may put the block: in memory itself if that is the final form, else in `buffer`.
  void* begin(std::int64_t offset, BlockBuffer& buffer) const;
  /// Completes a block that a kernel put where begin() said.
  void finish(std::int64_t offset, std::size_t count, const void* values) const;

 private:
  bool in_place() const;
  Literal target_;  // shares the elements
  Arithmetic arithmetic_;
  std::unique_ptr<ParameterIndex> parameters_;
  std::vector<double> scales_;
};

}  // namespace qgpu::stablehlo
