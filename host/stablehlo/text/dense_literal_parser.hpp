#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "host/stablehlo/ir/float_format.hpp"
#include "host/stablehlo/text/parser.hpp"

namespace qgpu::stablehlo {

/// Reads what stands between `dense<` and `>` once the type is known. Memory grows with the text, never with the
/// shape: a splat of any shape is one element.
class DenseLiteralReader {
 public:
  /// `type` is a static ranked tensor of `num_elements` elements.
  DenseLiteralReader(Parser& parser, Type type, std::int64_t num_elements);
  DenseElements read();

 private:
  void store(std::uint64_t bits);
  void read_integer();
  void read_float();
  void read_part();
  void read_element();
  void read_list(std::size_t level);
  DenseElements read_hex(std::string_view text, Location start);

  Parser& parser_;
  Type type_;
  Type element_;  ///< of a complex number, its part
  std::int64_t num_elements_;
  bool is_complex_ = false;
  FloatFormat format_;
  IntegerType integer_{64, Signedness::kSignless};
  unsigned bits_ = 0;
  std::size_t part_bytes_ = 0;
  std::vector<std::int64_t> shape_;  ///< found so far
  std::vector<std::byte> bytes_;
};

}  // namespace qgpu::stablehlo
