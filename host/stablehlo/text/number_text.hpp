#pragma once
#include <string>

#include "host/stablehlo/ir/types.hpp"

namespace qgpu::stablehlo {

/// A float as MLIR prints it: six decimals and an exponent where that reads back to the same value, else as many digits
/// as the type needs, else (no dot in those: 1234567.0, infinities, NaN) the bits in hexadecimal. `value` is a value of
/// `kind`. Source: APFloat::toString and printFloatValue of LLVM, whose digit cut truncates before it rounds.
std::string float_text(double value, FloatKind kind);

}  // namespace qgpu::stablehlo
