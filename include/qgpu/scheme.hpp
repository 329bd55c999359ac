#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "qgpu/arith.hpp"
#include "qgpu/tensor.hpp"

namespace qgpu {

/// What a code is stored as. Later types (16 bits, packed 4 and 2 bits, low-bit floats) join here and in `dispatch`.
enum class CodeType { kUint8, kInt8 };

/// A code type and how its parameters follow from a range: `asym-u8`, `asym-i8`, `sym-i8`.
struct Mode {
  CodeType code_type = CodeType::kUint8;
  bool symmetric = false;

  friend bool operator==(const Mode&, const Mode&) = default;
};

/// Reads a mode's name. Throws Error kUsage: for a mode that does not exist, one that this build lacks
/// (the message has the word `unsupported`), and `sym-u*`, which cannot exist.
Mode parse_mode(std::string_view text);
/// True where the text has the form of a mode's name, known or not.
bool looks_like_mode(std::string_view text);
std::string mode_name(Mode mode);

/// `uint8`, `int8`.
const char* code_type_name(CodeType type);
/// The element type that codes are stored in, and back: nothing for an element type of values.
ElementType code_element_type(CodeType type);
std::optional<CodeType> code_type_of(ElementType type);
arith::CodeLimits code_limits(CodeType type, bool narrow_range);

/// Which elements share a scale and a zero point (ARITHMETIC.md section 8).
struct Granularity {
  enum class Kind {
    kTensor,  ///< one group
    kAxis,    ///< a group for each index of `axis`
    kBlock,   ///< runs of `block` elements along `axis`
    kBlocks,  ///< `block_rows` x `block` over the last two axes
  };
  Kind kind = Kind::kTensor;
  std::optional<std::int64_t> axis;  ///< as given: negative counts from the end; unset with kBlock: the last
  std::uint64_t block = 0;
  std::uint64_t block_rows = 0;
};

/// When the zero point is added: after rounding (ONNX) or before it (StableHLO). They differ at ties.
enum class Order { kOnnx, kStablehlo };
const char* order_name(Order order);

/// What a NaN or an infinity does (ARITHMETIC.md section 2).
enum class Nonfinite { kError, kSaturate };

/// How values become codes, once scale and zero point are known.
struct Scheme {
  Mode mode;
  Granularity granularity;
  Order order = Order::kOnnx;
  bool narrow_range = false;
  /// Codes that are used, where they are neither all of the type nor all but the lowest, as <min:max> of a StableHLO
  /// type may say; else unset.
  std::optional<arith::CodeLimits> storage_range;
  Nonfinite nonfinite = Nonfinite::kError;

  arith::CodeLimits limits() const { return storage_range.value_or(code_limits(mode.code_type, narrow_range)); }
  /// Takes `narrow_range` or `storage_range`, whichever says it. `limits` must lie within the code type.
  void set_limits(arith::CodeLimits limits);
};

}  // namespace qgpu
