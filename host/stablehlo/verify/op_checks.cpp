#include "host/stablehlo/verify/op_checks.hpp"

#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

std::int64_t OpChecks::integer(std::string_view name) const {
  const auto value = op_.integer_attribute(name);
  if (!value) fail_op("attribute '{}' failed to satisfy constraint: 64-bit signless integer attribute", name);
  return *value;
}

Dimensions OpChecks::integers(std::string_view name) const {
  auto values = op_.integers_attribute(name);
  if (!values) fail_op("attribute '{}' failed to satisfy constraint: i64 dense array attribute", name);
  return *values;
}

void OpChecks::expect_inferred(const Type& inferred, std::size_t result) const {
  if (!compatible_types(inferred, result_type(result)))
    fail_op("inferred type(s) '{}' are incompatible with return type(s) of operation '{}'", print_type(inferred),
            print_type(result_type(result)));
}

void OpChecks::require_same_elements() const {
  const Type element = element_type(result_type());
  for (const Value* operand : op_.operands())
    if (element_type(operand->type()) != element)
      fail_op("requires the same element type for all operands and results");
}

void OpChecks::require_compatible_elements() const {
  const Type element = element_type(result_type());
  {
    const Type other = element_type(operand_type(0));  // further operands are shapes
    // Where the axis may move with the dimension, storage and expressed type decide.
    const auto* a = element.get_if<QuantizedType>();
    const auto* b = other.get_if<QuantizedType>();
    const bool fit = a && b ? a->width == b->width && a->storage_min == b->storage_min &&
                                  a->storage_max == b->storage_max && a->expressed == b->expressed &&
                                  a->granularity == b->granularity
                            : other == element;
    if (!fit) fail_op("requires compatible element types for all operands and results");
  }
}

bool compatible_shapes(const TensorType& a, const TensorType& b) {
  if (!a.ranked || !b.ranked) return true;
  if (a.shape.size() != b.shape.size()) return false;
  for (std::size_t i = 0; i < a.shape.size(); ++i)
    if (a.shape[i] != b.shape[i] && a.shape[i] != kDynamic && b.shape[i] != kDynamic) return false;
  return true;
}

bool compatible_shapes(const Type& a, const Type& b) {
  const auto* left = a.get_if<TensorType>();
  const auto* right = b.get_if<TensorType>();
  return left && right && compatible_shapes(*left, *right);
}

bool compatible_elements(const Type& a, const Type& b) {
  const auto* left = a.get_if<QuantizedType>();
  const auto* right = b.get_if<QuantizedType>();
  if (!left || !right) return a == b;
  return left->width == right->width && left->is_signed() == right->is_signed() &&
         left->storage_min == right->storage_min && left->storage_max == right->storage_max &&
         left->expressed == right->expressed && left->granularity == right->granularity &&
         (!left->is_per_axis() || left->axis == right->axis);
}

bool compatible_types(const Type& a, const Type& b) {
  const auto* left = a.get_if<TupleType>();
  const auto* right = b.get_if<TupleType>();
  if (left && right) {
    if (left->elements.size() != right->elements.size()) return false;
    for (std::size_t i = 0; i < left->elements.size(); ++i)
      if (!compatible_types(left->elements[i], right->elements[i])) return false;
    return true;
  }
  if (!a.is<TensorType>() || !b.is<TensorType>()) return a == b;
  return compatible_shapes(a, b) && compatible_elements(element_type(a), element_type(b));
}

bool is_promotable(const Type& from, const Type& to) {
  if (from == to) return true;
  if (from.is<IntegerType>() && to.is<IntegerType>()) return bit_width(from) <= bit_width(to);
  if (from.is<FloatType>() && to.is<FloatType>()) return bit_width(from) <= bit_width(to);
  if (from.is<ComplexType>() && to.is<ComplexType>()) return bit_width(from) <= bit_width(to);
  const auto* narrow = from.get_if<QuantizedType>();
  const auto* wide = to.get_if<QuantizedType>();
  return narrow && wide && narrow->expressed == wide->expressed && narrow->width <= wide->width &&
         narrow->is_signed() == wide->is_signed();
}

}  // namespace qgpu::stablehlo
