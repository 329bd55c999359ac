#pragma once
#include <string>

#include "host/stablehlo/ir/types.hpp"
#include "qgpu/tensor.hpp"

namespace qgpu::stablehlo {

/// Writes a program whose one function returns the float values of a quantized tensor: a constant of its codes and
/// stablehlo.uniform_dequantize (for a Fortran-ordered tensor of the stored codes, then a transpose). It is a sink of
/// the codes, in stored order as quantize writes them, so that a tensor of any size passes through in pieces; the type,
/// known only after the last code, follows the literal.
/// The text is what print_module would write, but that a long literal of equal elements is not shortened.
class ConstantProgram final : public Sink {
 public:
  /// `text` takes the program; it must outlive this.
  ConstantProgram(const TensorInfo& tensor, Sink& text);

  std::byte* data() override { return nullptr; }
  void write(std::uint64_t offset, const std::byte* codes, std::size_t size) override;

  /// The rest of the program, after all codes. `type` is per tensor, or per axis of the logical shape; 8 bits.
  void finish(QuantizedType type);

  /// Bytes that the literal takes, which is most of a large program.
  static std::uint64_t literal_bytes(const TensorInfo& tensor) { return 2 * tensor.count(); }

 private:
  void put(std::uint64_t offset, std::string_view text);
  /// The literal of few codes, as lists of numbers.
  std::string listed_literal(const Type& storage) const;

  const TensorInfo info_;
  Sink& text_;
  std::string head_;  ///< everything before the digits or lists of the literal
  bool is_listed_;
  std::vector<std::byte> listed_codes_;
};

}  // namespace qgpu::stablehlo
