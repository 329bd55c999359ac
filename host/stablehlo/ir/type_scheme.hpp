#pragma once
#include "host/stablehlo/ir/types.hpp"
#include "qgpu/layout.hpp"
#include "qgpu/parameters.hpp"
#include "qgpu/scheme.hpp"

/// Where the two worlds meet: a quantized type says what a scheme and its parameters say.
namespace qgpu::stablehlo {

/// What a type asks of qgpu::quantize: StableHLO's order, the codes of <min:max>, the axis; scales rounded to the
/// expressed type. The mode is asymmetric even if all zero points are 0: a type does not say how it was derived.
struct TypeScheme {
  Scheme scheme;
  Parameters parameters;  ///< one, or one for each index of the axis
};

/// Throws Error kUsage: for a type that StableHLO does not have, and, with the word `unsupported`, for sub-channel
/// types, storage of other than 8 bits and an expressed type other than f32.
TypeScheme scheme_of_type(const QuantizedType& type);

/// Throws Error kUsage for schemes that no type expresses: blocks (`unsupported`), an axis of extent 0.
void check_has_type(const Scheme& scheme, const TensorInfo& info);

/// The type of codes made with a scheme: `parameters` in C order of the parameter shape, one or one for each index of
/// the axis. Storage is i8 or ui8, which the reference implementation keeps apart; u8 it takes for signed.
/// check_has_type must have passed.
QuantizedType type_of_scheme(const Scheme& scheme, const TensorInfo& info, const Parameters& parameters);

}  // namespace qgpu::stablehlo
