#pragma once
#include <cstddef>
#include <string_view>

#include "host/stablehlo/eval/arithmetic.hpp"

// What each element-wise op does to a block of values of one arithmetic. Integers lie sign- or zero-extended in 64 bits
// and are cut to their type when stored; `bits` is the type's width.
namespace qgpu::stablehlo {

using UnaryKernel = void (*)(const void* operand, void* result, std::size_t count, unsigned bits);
using BinaryKernel = void (*)(const void* lhs, const void* rhs, void* result, std::size_t count, unsigned bits);
/// accumulator = op(accumulator, values[i]) for i = 0, 1, ...: a reduction from left to right. Each step is cut to
/// bits.
using FoldKernel = void (*)(void* accumulator, const void* values, std::size_t count, unsigned bits);
/// result[i] is 0 or 1.
using CompareKernel = void (*)(const void* lhs, const void* rhs, std::uint64_t* result, std::size_t count);

/// Null if the op (named without its dialect) does not exist in that arithmetic.
UnaryKernel unary_kernel(std::string_view op, Arithmetic arithmetic);
BinaryKernel binary_kernel(std::string_view op, Arithmetic arithmetic);
FoldKernel fold_kernel(std::string_view op, Arithmetic arithmetic);
/// `direction` is EQ NE GE GT LE LT; `total_order` only for floats.
CompareKernel compare_kernel(std::string_view direction, bool total_order, Arithmetic arithmetic);

bool is_unary_op(std::string_view op);
bool is_binary_op(std::string_view op);

}  // namespace qgpu::stablehlo
