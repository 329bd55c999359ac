#include "host/stablehlo/eval/scalar_body.hpp"

#include <cstring>

#include "host/stablehlo/ops/elementwise.hpp"

namespace qgpu::stablehlo {

namespace {

FoldKernel find_fold(const Block& block) {
  if (block.num_arguments() != 2 || block.size() != 2) return nullptr;
  const Operation& op = *block.begin();
  const Operation& end = *block.terminator();
  if (op.dialect() != "stablehlo" || op.num_operands() != 2 || op.num_results() != 1 || end.num_operands() != 1)
    return nullptr;
  if (end.operand(0) != op.result() || op.operand(0) != block.argument(0) || op.operand(1) != block.argument(1))
    return nullptr;
  const Type element = element_type(op.result()->type());
  if (is_quantized(element) || element.is<ComplexType>() || op.operand(0)->type() != op.result()->type() ||
      op.operand(1)->type() != op.result()->type()) {
    return nullptr;
  }
  const bool boolean_product = is_integer(element, 1) && op.name_in_dialect() == "multiply";
  return fold_kernel(boolean_product ? "and" : op.name_in_dialect(), arithmetic_of(element));
}

}  // namespace

ScalarBody::ScalarBody(const Region& region, Interpreter& interpreter) : region_(region), interpreter_(interpreter) {
  if (region.num_blocks() != 1) throw file_error("unsupported: region of several blocks");
  fold_ = find_fold(region.front());
}

Type ScalarBody::argument_element(std::size_t i) const { return element_type(region_.front().argument(i)->type()); }

Literal promoted(const Literal& literal, const Type& element) {
  if (literal.element() == element) return literal;
  const Type type = with_element_type(literal.type(), element);
  const Arithmetic from = arithmetic_of(literal.element());
  if (from != arithmetic_of(element)) return converted(literal, type);
  const std::size_t width = from == Arithmetic::kF32 ? sizeof(float) : sizeof(double);
  return map_elements(type, std::span(&literal, 1), [=](std::span<const void* const> in, void* out, std::size_t n) {
    std::memcpy(out, in[0], n * width);
  });
}

}  // namespace qgpu::stablehlo
