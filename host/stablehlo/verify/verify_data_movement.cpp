#include <algorithm>
#include <set>

#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/op_checks.hpp"

namespace qgpu::stablehlo {
namespace {

Type like(const OpChecks& checks, std::vector<std::int64_t> shape) {
  return tensor_type(std::move(shape), element_type(checks.operand_type(0)));
}

bool has_duplicates(const Dimensions& values) {
  return std::set<std::int64_t>(values.begin(), values.end()).size() != values.size();
}

void transpose(const OpChecks& checks) {
  checks.require_compatible_elements();
  const TensorType& operand = checks.operand(0);
  const Dimensions permutation = checks.integers("permutation");
  if (static_cast<std::int64_t>(permutation.size()) != operand.rank())
    checks.fail("TransposeOp operand rank {} does not match permutation size {}", operand.rank(), permutation.size());
  Dimensions identity(permutation.size());
  for (std::size_t i = 0; i < identity.size(); ++i) identity[i] = static_cast<std::int64_t>(i);
  if (!std::is_permutation(permutation.begin(), permutation.end(), identity.begin()))
    checks.fail("attribute permutation must be a permutation of [{}] but got {}", fmt::join(identity, ", "),
                fmt::join(permutation, ", "));
  std::vector<std::int64_t> shape;
  for (const std::int64_t from : permutation) shape.push_back(operand.shape[static_cast<std::size_t>(from)]);
  if (!compatible_shapes(TensorType{shape, {}}, checks.result()))
    checks.expect_inferred(with_element_type(like(checks, shape), checks.operand(0).element));
}

void reshape(const OpChecks& checks) {
  checks.require_compatible_elements();
  const auto from = checks.operand(0).num_elements();
  const auto to = checks.result().num_elements();
  if (from && to && *from != *to)
    checks.fail("number of output elements ({}) doesn't match expected number of elements ({})", *to, *from);
}

void broadcast_in_dim(const OpChecks& checks) {
  checks.require_compatible_elements();
  const Dimensions dimensions = checks.integers("broadcast_dimensions");
  const TensorType& operand = checks.operand(0);
  const TensorType& result = checks.result();
  if (static_cast<std::int64_t>(dimensions.size()) != operand.rank())
    checks.fail("broadcast_dimensions size ({}) does not match operand rank ({})", dimensions.size(), operand.rank());
  if (has_duplicates(dimensions)) checks.fail("broadcast_dimensions should not have duplicates");
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const std::int64_t dimension = dimensions[i];
    if (dimension < 0 || dimension >= result.rank())
      checks.fail("broadcast_dimensions contains invalid value {} for result with rank {}", dimension, result.rank());
    const std::int64_t from = operand.shape[i];
    const std::int64_t to = result.shape[static_cast<std::size_t>(dimension)];
    if (from != kDynamic && from != 1 && to != kDynamic && from != to)
      checks.fail("size of operand dimension {} ({}) is not equal to 1 or size of result dimension {} ({})", i, from,
                  dimension, to);
  }
}

void concatenate(const OpChecks& checks) {
  checks.require_same_elements();
  const std::int64_t dimension = checks.integer("dimension");
  const TensorType& first = checks.operand(0);
  if (dimension < 0) checks.fail("dimension {} is negative", dimension);
  if (dimension >= first.rank())
    checks.fail("dimension {} is out-of-bounds for input rank {}", dimension, first.rank());
  std::vector<std::int64_t> shape = first.shape;
  for (std::size_t i = 1; i < checks.num_operands(); ++i) {
    const TensorType& other = checks.operand(i);
    if (other.rank() != first.rank()) checks.fail("operands (0) and ({}) do not match rank", i);
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (static_cast<std::int64_t>(d) == dimension) {
        std::int64_t sum = kDynamic;
        if (shape[d] != kDynamic && other.shape[d] != kDynamic &&
            __builtin_add_overflow(shape[d], other.shape[d], &sum))
          checks.fail("dimension {} of the result does not fit 64 bits", d);
        shape[d] = sum;
      } else if (first.shape[d] != other.shape[d] && first.shape[d] != kDynamic && other.shape[d] != kDynamic) {
        checks.fail("shapes of operand (0) and ({}) are not compatible at non-concat index {}: ({}) != ({})", i, d,
                    fmt::join(first.shape, ", "), fmt::join(other.shape, ", "));
      }
    }
  }
  checks.expect_inferred(like(checks, shape));
}

void slice(const OpChecks& checks) {
  checks.require_same_elements();
  const TensorType& operand = checks.operand(0);
  const Dimensions starts = checks.integers("start_indices");
  const Dimensions limits = checks.integers("limit_indices");
  const Dimensions strides = checks.integers("strides");
  if (starts.size() != limits.size() || starts.size() != strides.size())
    checks.fail_op("failed to verify that all of {{start_indices, limit_indices, strides}} have same size");
  if (static_cast<std::int64_t>(starts.size()) != operand.rank())
    checks.fail("the number of elements in start_indices ({}) does not match the rank of the operand ({})",
                starts.size(), operand.rank());
  std::vector<std::int64_t> shape;
  for (std::size_t d = 0; d < starts.size(); ++d) {
    if (starts[d] < 0) checks.fail("negative start index {} in dimension {}", starts[d], d);
    if (operand.shape[d] != kDynamic && limits[d] > operand.shape[d])
      checks.fail("limit index {} is larger than dimension size {} in dimension {}", limits[d], operand.shape[d], d);
    if (starts[d] > limits[d])
      checks.fail("start index {} is larger than limit index {} in dimension {}", starts[d], limits[d], d);
    if (strides[d] <= 0) checks.fail("stride must be positive but got {} in dimension {}", strides[d], d);
    const std::int64_t span = limits[d] - starts[d];
    shape.push_back(operand.shape[d] == kDynamic ? kDynamic : span / strides[d] + (span % strides[d] != 0));
  }
  checks.expect_inferred(like(checks, shape));
}

void pad(const OpChecks& checks) {
  checks.require_same_elements();
  const TensorType& operand = checks.operand(0);
  const Dimensions low = checks.integers("edge_padding_low");
  const Dimensions high = checks.integers("edge_padding_high");
  const Dimensions interior = checks.integers("interior_padding");
  if (low.size() != high.size() || low.size() != interior.size())
    checks.fail_op(
        "failed to verify that all of {{edge_padding_low, edge_padding_high, interior_padding}} have same size");
  if (static_cast<std::int64_t>(low.size()) != operand.rank())
    checks.fail("edge_padding_low length ({}) must match operand rank ({})", low.size(), operand.rank());
  std::vector<std::int64_t> shape;
  for (std::size_t d = 0; d < low.size(); ++d) {
    if (interior[d] < 0) checks.fail("Interior padding cannot be negative: {}", interior[d]);
    std::int64_t size = operand.shape[d];
    if (size != kDynamic) {
      std::int64_t inner = 0;
      const bool overflow = __builtin_mul_overflow(std::max<std::int64_t>(size - 1, 0), interior[d], &inner) ||
                            __builtin_add_overflow(size, inner, &size) || __builtin_add_overflow(size, low[d], &size) ||
                            __builtin_add_overflow(size, high[d], &size);
      if (overflow || size < 0) checks.fail("Padding result in negative size for dimension {}", d);
    }
    shape.push_back(size);
  }
  checks.expect_inferred(like(checks, shape));
}

void reverse(const OpChecks& checks) {
  checks.require_same_elements();
  const Dimensions dimensions = checks.integers("dimensions");
  if (has_duplicates(dimensions)) checks.fail("dimensions should be unique. Got: {}", fmt::join(dimensions, ", "));
  for (const std::int64_t dimension : dimensions) {
    if (dimension < 0) checks.fail("all dimensions should be non-negative. Got dimension: {}.", dimension);
    if (dimension >= checks.operand(0).rank())
      checks.fail("all dimensions should be between [0, {}). Got dimension: {}.", checks.operand(0).rank(), dimension);
  }
  checks.expect_inferred(checks.operand_type(0));
}

void dynamic_slice(const OpChecks& checks) {
  const TensorType& operand = checks.operand(0);
  const Dimensions sizes = checks.integers("slice_sizes");
  const std::size_t num_starts = checks.num_operands() - 1;
  if (sizes.size() != num_starts)
    checks.fail("has mismatched number of slice sizes ({}) and number of start indices ({})", sizes.size(), num_starts);
  if (static_cast<std::int64_t>(sizes.size()) != operand.rank())
    checks.fail("has mismatched number of start indices ({}) and the rank of operand ({})", num_starts, operand.rank());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] < 0) checks.fail("has negative size index to dynamic slice: {}", sizes[d]);
    if (operand.shape[d] != kDynamic && sizes[d] > operand.shape[d])
      checks.fail("has slice size {} greater than dimension size {} in dimension {} of operand", sizes[d],
                  operand.shape[d], d);
  }
  checks.expect_inferred(like(checks, sizes));
}

void dynamic_update_slice(const OpChecks& checks) {
  const TensorType& operand = checks.operand(0);
  const TensorType& update = checks.operand(1);
  if (operand.element != update.element || operand.element != checks.result().element)
    checks.fail_op("failed to verify that all of {{operand, update, result}} have same element type");
  if (operand.rank() != update.rank())
    checks.fail("update rank does not match operand rank: {} vs {}.", update.rank(), operand.rank());
  if (static_cast<std::int64_t>(checks.num_operands()) - 2 != operand.rank())
    checks.fail("expects number of start_indices to match operand rank: {} vs {}.", checks.num_operands() - 2,
                operand.rank());
  for (std::size_t d = 0; d < operand.shape.size(); ++d)
    if (operand.shape[d] != kDynamic && update.shape[d] != kDynamic && update.shape[d] > operand.shape[d])
      checks.fail("expects size at dimension {} of update to be in range [0, {}]. Got: {}.", d, operand.shape[d],
                  update.shape[d]);
  checks.expect_inferred(checks.operand_type(0));
}

void iota(const OpChecks& checks) {
  const std::int64_t dimension = checks.integer("iota_dimension");
  if (checks.result().rank() == 0) checks.fail("does not support scalars.");
  if (dimension < 0 || dimension >= checks.result().rank())
    checks.fail("iota dimension cannot go beyond the output rank.");
}

void constant(const OpChecks& checks) {
  const Type value = checks.op().attribute_if<DenseAttr>("value")->elements.type();
  const QuantizedType* quantized = quantized_element(checks.result_type());
  // The literal of a quantized constant holds the storage; whether it writes u8 as i8 or ui8 is its affair.
  const Type element = element_type(value);
  const auto* integer = element.get_if<IntegerType>();
  const bool fits =
      quantized ? integer && integer->width == quantized->width && compatible_shapes(value, checks.result_type())
                : compatible_types(value, checks.result_type());
  if (!fits)
    checks.fail_op("inferred type(s) '{}' are incompatible with return type(s) of operation '{}'", print_type(value),
                   print_type(checks.result_type()));
}

void get_dimension_size(const OpChecks& checks) {
  const std::int64_t dimension = checks.integer("dimension");
  if (dimension < 0 || dimension >= checks.operand(0).rank())
    checks.fail("requires dimension attribute in range [0, {}); found ({})", checks.operand(0).rank(), dimension);
}

void bitcast_convert(const OpChecks& checks) {
  const TensorType& operand = checks.operand(0);
  const TensorType& result = checks.result();
  const bool operand_complex = operand.element.is<ComplexType>();
  if (operand_complex != result.element.is<ComplexType>()) checks.fail("cannot convert between real and complex types");
  const unsigned from = bit_width(operand.element);
  const unsigned to = bit_width(result.element);
  if (from == to) {
    if (!compatible_shapes(operand, result))
      checks.fail(
          "operand and result shapes must match except for the innermost dimension of the shape with the smaller "
          "element type. "
          "Got: '{}' and '{}'.",
          print_type(checks.operand_type(0)), print_type(checks.result_type()));
    return;
  }
  const TensorType& smaller = from < to ? operand : result;
  const TensorType& larger = from < to ? result : operand;
  if (smaller.rank() != larger.rank() + 1)
    checks.fail(
        "rank of smaller element type ({}) should be 1 more than rank of larger element type ({}), but {} != {} + 1.",
        smaller.rank(), larger.rank(), smaller.rank(), larger.rank());
  TensorType outer = smaller;
  const std::int64_t inner = outer.shape.back();
  outer.shape.pop_back();
  if (!compatible_shapes(outer, larger))
    checks.fail(
        "operand and result shapes must match except for the innermost dimension of the shape with the smaller element "
        "type. "
        "Got: '{}' and '{}'.",
        print_type(checks.operand_type(0)), print_type(checks.result_type()));
  std::int64_t bits = 0;
  if (inner != kDynamic && (__builtin_mul_overflow(inner, static_cast<std::int64_t>(std::min(from, to)), &bits) ||
                            bits != std::max(from, to)))
    checks.fail("requires compatible bit widths. Got: '{}' and '{}', but {} * {} != {}.",
                print_type(checks.operand_type(0)), print_type(checks.result_type()), std::min(from, to), inner,
                std::max(from, to));
}

}  // namespace

void verify_data_movement(const OpChecks& checks) {
  if (checks.op().dialect() != "stablehlo") return;
  struct Rule {
    std::string_view op;
    void (*verify)(const OpChecks&);
  };
  static constexpr Rule kRules[] = {
      {"transpose", transpose},
      {"reshape", reshape},
      {"broadcast_in_dim", broadcast_in_dim},
      {"dynamic_broadcast_in_dim", broadcast_in_dim},
      {"concatenate", concatenate},
      {"slice", slice},
      {"pad", pad},
      {"reverse", reverse},
      {"dynamic_slice", dynamic_slice},
      {"dynamic_update_slice", dynamic_update_slice},
      {"iota", iota},
      {"constant", constant},
      {"get_dimension_size", get_dimension_size},
      {"bitcast_convert", bitcast_convert},
  };
  for (const Rule& rule : kRules)
    if (rule.op == checks.op().name_in_dialect()) rule.verify(checks);
}

}  // namespace qgpu::stablehlo
