#include <bit>
#include <cmath>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/eval/value_order.hpp"
#include "host/stablehlo/text/element_text.hpp"
#include "host/stablehlo/text/text.hpp"

// The check ops of StableHLO's own tests. All run; none stops the program.
namespace qgpu::stablehlo {

namespace {

/// How far apart two floats may be. Integers always have to be equal.
struct Tolerance {
  double absolute = 0;
  std::int64_t ulps = 0;
  bool same_bits = false;  ///< tells -0 from 0; NaN is still any NaN
};

bool floats_match(double got, double expected, const Tolerance& tolerance) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (tolerance.same_bits) return std::bit_cast<std::uint64_t>(got) == std::bit_cast<std::uint64_t>(expected);
  return got == expected || std::fabs(got - expected) <= tolerance.absolute;
}

bool element_matches(const Literal& got, const Literal& expected, std::int64_t i, const Tolerance& tolerance) {
  const ElementFormat format = got.format();
  if (format.is_complex()) {
    if (format.storage == Storage::kC64) {
      const auto a = got.data<std::complex<float>>()[i], b = expected.data<std::complex<float>>()[i];
      return floats_match(a.real(), b.real(), tolerance) && floats_match(a.imag(), b.imag(), tolerance);
    }
    const auto a = got.data<std::complex<double>>()[i], b = expected.data<std::complex<double>>()[i];
    return floats_match(a.real(), b.real(), tolerance) && floats_match(a.imag(), b.imag(), tolerance);
  }
  if (!format.is_float()) return got.integer_at(i) == expected.integer_at(i);
  const double a = got.float_at(i), b = expected.float_at(i);
  if (floats_match(a, b, tolerance)) return true;
  if (tolerance.ulps == 0 || std::isnan(a) || std::isnan(b)) return false;
  return steps_between(position_of(got, i), position_of(expected, i)) <= tolerance.ulps;
}

CheckOutcome compare_all(const OpCall& call, const Literal& got, const Literal& expected, Tolerance tolerance,
                         std::string name) {
  if (got.shape() != expected.shape() || got.format() != expected.format()) {
    throw file_error(name + ": " + print_type(got.type()) + " cannot be compared with " + print_type(expected.type()));
  }
  if (call.interpreter.options().exact_checks) tolerance = {0, 0, true};
  CheckOutcome outcome{std::move(name), call.op.location(), 0, {}};
  const Shape strides = strides_of(got.shape());
  for (std::int64_t i = 0; i < got.num_elements(); ++i) {
    if (element_matches(got, expected, i, tolerance)) continue;
    if (outcome.mismatches++ != 0) continue;
    outcome.first = CheckOutcome::Mismatch{{}, element_text(got, i), element_text(expected, i)};
    for (std::size_t d = 0; d < strides.size(); ++d) outcome.first->index.push_back(i / strides[d] % got.shape()[d]);
  }
  return outcome;
}

Tolerance tolerance_of(const OpCall& call, std::string_view kind) {
  if (const auto* given = call.op.attribute_if<FloatAttr>("tolerance")) return {given->value};
  if (kind == "eq" || kind == "expect_almost_eq_const") return {1e-4};
  if (kind == "expect_almost_eq") return {1e-3};
  if (kind == "expect_close") return {0, call.op.integer_attribute("max_ulp_difference").value_or(3)};
  return {};
}

/// check.expect_*: two operands, or one and a literal.
std::vector<Literal> expect(const OpCall& call) {
  const auto kind = call.op.name_in_dialect();
  const Attribute value = call.op.attribute("value");
  Literal expected;
  if (const auto* dense = value.get_if<DenseAttr>())
    expected = Literal::from_dense(dense->elements, dense->elements.type());
  else if (call.operands.size() >= 2)
    expected = call.operand(1);
  else
    throw file_error(call.op.name() + ": has nothing to compare with");
  call.interpreter.record(compare_all(call, call.operand(0), expected, tolerance_of(call, kind), call.op.name()));
  return {};
}

bool is_constant(const Value& value) {
  return value.defining_op() != nullptr && value.defining_op()->name() == "stablehlo.constant";
}

/// custom_call @check.*(a, b). check.eq takes the expected value in either place; its i1 says what was found.
std::vector<Literal> custom_call(const OpCall& call) {
  const auto target = call.op.string_attribute("call_target_name").value_or("");
  constexpr std::string_view prefix = "check.";
  if (!target.starts_with(prefix) || call.operands.size() != 2)
    throw file_error("unsupported: stablehlo.custom_call @" + target);
  const auto kind = std::string_view(target).substr(prefix.size());
  const bool golden_first = is_constant(*call.op.operand(0)) && !is_constant(*call.op.operand(1));
  auto outcome = compare_all(call, call.operand(golden_first ? 1 : 0), call.operand(golden_first ? 0 : 1),
                             tolerance_of(call, kind), target);
  const bool ok = outcome.ok();
  call.interpreter.record(std::move(outcome));
  std::vector<Literal> results;
  results.reserve(call.op.num_results());
  for (std::size_t i = 0; i < call.op.num_results(); ++i) {
    results.push_back(Literal::scalar_boolean(ok).with_type(call.result_type(i)));
  }
  return results;
}

}  // namespace

std::span<const OpEntry> check_ops() {
  static const OpEntry entries[] = {
      {"check.eq", expect},
      {"check.expect_almost_eq", expect},
      {"check.expect_almost_eq_const", expect},
      {"check.expect_close", expect},
      {"check.expect_eq", expect},
      {"check.expect_eq_const", expect},
      {"stablehlo.custom_call", custom_call},
  };
  return entries;
}

}  // namespace qgpu::stablehlo
