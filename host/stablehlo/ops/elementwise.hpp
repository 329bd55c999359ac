#pragma once
#include <functional>
#include <span>

#include "host/stablehlo/eval/element_blocks.hpp"
#include "host/stablehlo/eval/literal.hpp"

namespace qgpu::stablehlo {

/// Computes one block: `inputs[i]` are values of operand i's arithmetic, `result` of the result's, `count` elements.
using BlockFunction = std::function<void(std::span<const void* const> inputs, void* result, std::size_t count)>;

/// Runs `compute` over all elements, in parallel, converting each operand on the way in and the result on the way out.
/// Operands have the result's shape, or rank 0 and count as splats. A single operand of one byte an element with
/// uniform parameters goes through a table of its 256 codes, which gives the same bits.
Literal map_elements(const Type& result_type, std::span<const Literal> operands, const BlockFunction& compute);

/// The results for all codes of a one-byte element type: entry c is what becomes of an element whose byte is c.
Literal table_of_codes(const Type& code_element, const Type& result_element, const BlockFunction& compute);

/// The op convert, of integers and floats.
Literal converted(const Literal& operand, const Type& result_type);

/// Calls `body(begin, end)` over 0..count in parallel where that pays; ranges start at multiples of `grain`.
void parallel_ranges(std::int64_t count, std::int64_t grain,
                     const std::function<void(std::int64_t, std::int64_t)>& body);

}  // namespace qgpu::stablehlo
