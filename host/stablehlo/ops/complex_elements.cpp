#include "host/stablehlo/ops/complex_elements.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <unordered_map>

#include "host/stablehlo/ops/dot_plan.hpp"
#include "host/stablehlo/ops/elementwise.hpp"
#include "host/stablehlo/ops/strided_copy.hpp"

namespace qgpu::stablehlo {

namespace {

/// Calls `body` with the float type of the parts.
template <class Body>
auto with_part(const Literal& complex, Body&& body) {
  return complex.format().storage == Storage::kC64 ? body(float{}) : body(double{});
}

[[noreturn]] void unsupported(const OpCall& call) {
  throw file_error("unsupported: " + call.op.name() + " on complex elements");
}

template <class Part>
std::complex<Part> multiply(std::complex<Part> a, std::complex<Part> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

Literal zeros(const Type& type) {
  Literal result(type);
  std::fill_n(result.bytes(), result.num_bytes(), std::byte{0});
  return result;
}

/// The real parts of `complex`, as a tensor of their own.
Literal real_parts(const Literal& complex) {
  return with_part(complex, [&]<class Part>(Part) {
    Literal parts(with_element_type(complex.type(), complex.element().get<ComplexType>().element));
    for (std::int64_t i = 0; i < parts.num_elements(); ++i)
      parts.data<Part>()[i] = complex.data<std::complex<Part>>()[i].real();
    return parts;
  });
}

using ComplexFunction = std::complex<double> (*)(const std::complex<double>&);

/// As the reference: in double, rounded once.
ComplexFunction complex_function(const OpCall& call, std::string_view op) {
  using Complex = const std::complex<double>&;
  static const std::unordered_map<std::string_view, ComplexFunction> functions = {
      {"cbrt", [](Complex x) { return std::pow(x, std::complex<double>(1.0 / 3.0)); }},
      {"cosine", [](Complex x) { return std::cos(x); }},
      {"exponential", [](Complex x) { return std::exp(x); }},
      {"exponential_minus_one", [](Complex x) { return std::exp(x) - 1.0; }},
      {"log", [](Complex x) { return std::log(x); }},
      {"log_plus_one", [](Complex x) { return std::log(x + 1.0); }},
      {"logistic", [](Complex x) { return 1.0 / (1.0 + std::exp(-x)); }},
      {"negate", [](Complex x) { return -x; }},
      {"rsqrt", [](Complex x) { return 1.0 / std::sqrt(x); }},
      {"sign", [](Complex x) { return x == 0.0 ? x : x / std::abs(x); }},
      {"sine", [](Complex x) { return std::sin(x); }},
      {"sqrt", [](Complex x) { return std::sqrt(x); }},
      {"tan", [](Complex x) { return std::tan(x); }},
      {"tanh", [](Complex x) { return std::tanh(x); }},
  };
  const auto found = functions.find(op);
  if (found == functions.end()) unsupported(call);
  return found->second;
}

template <class Part>
bool precedes(std::complex<Part> a, std::complex<Part> b) {
  return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
}

/// atan2(y, x) = -i * log((x + i * y) / sqrt(x^2 + y^2)), in the precision of the parts as the reference has it.
template <class Part>
std::complex<Part> arc_tangent(std::complex<Part> y, std::complex<Part> x) {
  const std::complex<Part> i(0, 1);
  return -i * (std::log(x + i * y) - std::log(std::sqrt(x * x + y * y)));
}

template <class Part>
std::complex<Part> binary_value(const OpCall& call, std::string_view op, std::complex<Part> a, std::complex<Part> b) {
  using Wide = std::complex<double>;
  if (op == "add") return a + b;
  if (op == "subtract") return a - b;
  if (op == "multiply") return multiply(a, b);
  if (op == "divide") return a / b;
  if (op == "maximum") return precedes(a, b) ? b : a;
  if (op == "minimum") return precedes(b, a) ? b : a;
  if (op == "power") return std::complex<Part>(std::pow(Wide(a), Wide(b)));
  if (op == "atan2") return arc_tangent(a, b);
  unsupported(call);
}

std::vector<Literal> make_complex(const OpCall& call) {
  Literal result(call.result_type());
  with_part(result, [&]<class Part>(Part) {
    for (std::int64_t i = 0; i < result.num_elements(); ++i) {
      result.data<std::complex<Part>>()[i] = {call.operand(0).data<Part>()[i], call.operand(1).data<Part>()[i]};
    }
  });
  return {result};
}

std::vector<Literal> part(const OpCall& call) {
  const bool real = call.op.name() == "stablehlo.real";
  if (!call.operand(0).format().is_complex()) return {real ? call.operand(0) : zeros(call.result_type())};
  Literal result(call.result_type());
  with_part(call.operand(0), [&]<class Part>(Part) {
    const auto* x = call.operand(0).data<std::complex<Part>>();
    for (std::int64_t i = 0; i < result.num_elements(); ++i) result.data<Part>()[i] = real ? x[i].real() : x[i].imag();
  });
  return {result};
}

}  // namespace

Literal complex_unary(const OpCall& call) {
  const auto op = call.op.name_in_dialect();
  Literal result(call.result_type());
  with_part(call.operand(0), [&]<class Part>(Part) {
    const auto* x = call.operand(0).data<std::complex<Part>>();
    for (std::int64_t i = 0; i < result.num_elements(); ++i) {
      const std::complex<double> value(x[i].real(), x[i].imag());
      if (op == "abs") {
        result.data<Part>()[i] = static_cast<Part>(std::abs(value));
      } else {
        const std::complex<double> image = complex_function(call, op)(value);
        result.data<std::complex<Part>>()[i] = {static_cast<Part>(image.real()), static_cast<Part>(image.imag())};
      }
    }
  });
  return result;
}

Literal complex_binary(const OpCall& call, std::string_view op, std::span<const Literal> operands) {
  Literal result(call.result_type());
  with_part(result, [&]<class Part>(Part) {
    using Complex = std::complex<Part>;
    for (std::int64_t i = 0; i < result.num_elements(); ++i) {
      const Complex a = operands[0].data<Complex>()[operands[0].rank() == 0 ? 0 : i];
      const Complex b = operands[1].data<Complex>()[operands[1].rank() == 0 ? 0 : i];
      result.data<Complex>()[i] = binary_value(call, op, a, b);
    }
  });
  return result;
}

Literal complex_compare(const OpCall& call, std::string_view direction, std::span<const Literal> operands) {
  if (direction != "EQ" && direction != "NE") unsupported(call);
  Literal result(call.result_type());
  with_part(operands[0], [&]<class Part>(Part) {
    using Complex = std::complex<Part>;
    for (std::int64_t i = 0; i < result.num_elements(); ++i) {
      const bool equal = operands[0].data<Complex>()[i] == operands[1].data<Complex>()[i];
      result.data<std::uint8_t>()[i] = equal == (direction == "EQ");
    }
  });
  return result;
}

Literal complex_select(const OpCall& call) {
  Literal result(call.result_type());
  const Literal& predicate = call.operand(0);
  for (std::int64_t i = 0; i < result.num_elements(); ++i) {
    const bool first = predicate.integer_at(predicate.rank() == 0 ? 0 : i) != 0;
    result.set_element(i, call.operand(first ? 1 : 2).element_at(i));
  }
  return result;
}

Literal complex_convert(const Literal& operand, const Type& type) {
  if (!element_type(type).is<ComplexType>()) return converted(real_parts(operand), type);
  const Type part_type = with_element_type(type, element_type(type).get<ComplexType>().element);
  if (!operand.format().is_complex()) return complex_from_real(converted(operand, part_type), type);
  Literal result(type);
  with_part(result, [&]<class Part>(Part) {
    with_part(operand, [&]<class From>(From) {
      const auto* x = operand.data<std::complex<From>>();
      for (std::int64_t i = 0; i < result.num_elements(); ++i)
        result.data<std::complex<Part>>()[i] = {static_cast<Part>(x[i].real()), static_cast<Part>(x[i].imag())};
    });
  });
  return result;
}

Literal complex_from_real(const Literal& real, const Type& type) {
  Literal result(type);
  with_part(result, [&]<class Part>(Part) {
    for (std::int64_t i = 0; i < result.num_elements(); ++i)
      result.data<std::complex<Part>>()[i] = {real.data<Part>()[i], Part{0}};
  });
  return result;
}

Literal complex_dot(const OpCall& call) {
  const DotPlan plan = plan_dot(call);
  const Literal lhs = permuted(call.operand(0), plan.lhs_order);
  const Literal rhs = permuted(call.operand(1), plan.rhs_order);
  const auto [rows, columns, depth] = plan.product;
  Literal result(call.result_type());
  with_part(result, [&, rows = rows, columns = columns, depth = depth]<class Part>(Part) {
    using Complex = std::complex<Part>;
    for (std::int64_t i = 0; i < result.num_elements(); ++i) {
      const std::int64_t row = i / columns, batch = row / rows;
      const Complex* a = lhs.data<Complex>() + row * depth;
      const Complex* b = rhs.data<Complex>() + (batch * columns + i % columns) * depth;
      Complex sum = 0;
      for (std::int64_t k = 0; k < depth; ++k) sum += multiply(a[k], b[k]);
      result.data<Complex>()[i] = sum;
    }
  });
  return result;
}

std::span<const OpEntry> complex_ops() {
  static const OpEntry entries[] = {
      {"stablehlo.complex", make_complex}, {"stablehlo.imag", part}, {"stablehlo.real", part}};
  return entries;
}

}  // namespace qgpu::stablehlo
