#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/contraction.hpp"
#include "host/stablehlo/text/text.hpp"

namespace qgpu::stablehlo {

namespace {

/// Which triangle of `a` counts and how, seen as op(a) * x = b with one column of x at a time. x * a = b is the same
/// with both sides transposed.
struct System {
  std::int64_t size, num_columns;
  bool on_left, transposed, forward, unit_diagonal;

  /// Flat position of op(a)[i][k] in its matrix, and of element i of column c in b and x.
  std::int64_t coefficient(std::int64_t i, std::int64_t k) const { return transposed ? k * size + i : i * size + k; }
  std::int64_t unknown(std::int64_t i, std::int64_t c) const { return on_left ? i * num_columns + c : c * size + i; }
};

/// The verifier knows only the element types of this op.
void check_shapes(const OpCall& call, bool on_left) {
  const Shape& a = call.operand(0).shape();
  const Shape& b = call.operand(1).shape();
  const std::size_t rank = a.size();
  const bool fits = rank >= 2 && b.size() == rank && a[rank - 1] == a[rank - 2] &&
                    b[rank - (on_left ? 2 : 1)] == a[rank - 1] && std::equal(a.begin(), a.end() - 2, b.begin()) &&
                    call.result_type().get<TensorType>().shape == b;
  if (!fits) {
    throw file_error(fmt::format("{}: {}, {} -> {}: the shapes do not fit", call.op.name(),
                                 print_type(call.operand(0).type()), print_type(call.operand(1).type()),
                                 print_type(call.result_type())));
  }
}

System system_of(const OpCall& call) {
  const Shape& b = call.operand(1).shape();
  System system;
  system.on_left = call.op.bool_attribute("left_side");
  check_shapes(call, system.on_left);
  system.size = call.operand(0).shape().back();
  system.num_columns = system.on_left ? b.back() : b[b.size() - 2];
  const bool transposed = call.op.string_attribute("transpose_a").value_or("") != "NO_TRANSPOSE";
  system.transposed = transposed == system.on_left;
  system.forward = call.op.bool_attribute("lower") != system.transposed;
  system.unit_diagonal = call.op.bool_attribute("unit_diagonal");
  return system;
}

/// Substitution, each step rounded; what is known already is subtracted in the order in which it became known.
template <ExpressedType E>
void substitute(const System& system, const typename E::Compute* a, typename E::Compute* x) {
  const auto rounded = [](double value) { return E::round(value); };
  for (std::int64_t c = 0; c < system.num_columns; ++c) {
    for (std::int64_t step = 0; step < system.size; ++step) {
      const std::int64_t i = system.forward ? step : system.size - 1 - step;
      double value = x[system.unknown(i, c)];
      for (std::int64_t known = 0; known < step; ++known) {
        const std::int64_t k = system.forward ? known : system.size - 1 - known;
        const double coefficient = a[system.coefficient(i, k)], other = x[system.unknown(k, c)];
        value = rounded(value - static_cast<double>(rounded(coefficient * other)));
      }
      const double diagonal = system.unit_diagonal ? 1.0 : a[system.coefficient(i, i)];
      x[system.unknown(i, c)] = rounded(value / diagonal);
    }
  }
}

std::vector<Literal> triangular_solve(const OpCall& call) {
  const Literal& a = call.operand(0);
  if (a.format().is_complex()) throw file_error("unsupported: " + call.op.name() + " on complex elements");
  const System system = system_of(call);
  Literal result(call.result_type());
  with_arithmetic(arithmetic_of(a.element()), [&]<class A>(A) {
    if constexpr (ExpressedType<A>) {
      std::vector<std::int64_t> in_order(static_cast<std::size_t>(a.rank()));
      std::iota(in_order.begin(), in_order.end(), 0);
      const auto coefficients = pack_reals<A>(a, in_order);
      auto unknowns = pack_reals<A>(call.operand(1), in_order);
      const std::int64_t matrix = system.size * system.size, block = system.size * system.num_columns;
      for (std::int64_t batch = 0; block > 0 && batch * block < result.num_elements(); ++batch)
        substitute<A>(system, coefficients.data() + batch * matrix, unknowns.data() + batch * block);
      write_reals(result, unknowns.data());
    } else {
      throw file_error("unsupported: " + call.op.name() + " of integers");
    }
  });
  return {result};
}

}  // namespace

std::span<const OpEntry> triangular_solve_ops() {
  static const OpEntry entries[] = {{"stablehlo.triangular_solve", triangular_solve}};
  return entries;
}

}  // namespace qgpu::stablehlo
