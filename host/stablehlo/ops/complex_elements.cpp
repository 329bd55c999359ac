#include "host/stablehlo/ops/complex_elements.hpp"

#include <cmath>
#include <complex>
#include <type_traits>
#include <unordered_map>

namespace qgpu::stablehlo {

namespace {

template <class T>
struct PartOf;
template <class Part>
struct PartOf<std::complex<Part>> {
  using type = Part;
};

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

using ComplexFunction = std::complex<double> (*)(const std::complex<double>&);

/// As the reference: in double, rounded once.
ComplexFunction complex_function(const OpCall& call, std::string_view op) {
  using Complex = const std::complex<double>&;
  static const std::unordered_map<std::string_view, ComplexFunction> functions = {
      {"cosine", [](Complex x) { return std::cos(x); }}, {"exponential", [](Complex x) { return std::exp(x); }},
      {"log", [](Complex x) { return std::log(x); }},    {"negate", [](Complex x) { return -x; }},
      {"sine", [](Complex x) { return std::sin(x); }},   {"sqrt", [](Complex x) { return std::sqrt(x); }},
      {"tan", [](Complex x) { return std::tan(x); }},    {"tanh", [](Complex x) { return std::tanh(x); }},
  };
  const auto found = functions.find(op);
  if (found == functions.end()) unsupported(call);
  return found->second;
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
  if (!call.operand(0).format().is_complex()) unsupported(call);
  const bool real = call.op.name() == "stablehlo.real";
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
  if (op != "add" && op != "subtract" && op != "multiply" && op != "divide") unsupported(call);
  Literal result(call.result_type());
  with_part(result, [&]<class Part>(Part) {
    using Complex = std::complex<Part>;
    for (std::int64_t i = 0; i < result.num_elements(); ++i) {
      const Complex a = operands[0].data<Complex>()[operands[0].rank() == 0 ? 0 : i];
      const Complex b = operands[1].data<Complex>()[operands[1].rank() == 0 ? 0 : i];
      result.data<Complex>()[i] = op == "add"        ? a + b
                                  : op == "subtract" ? a - b
                                  : op == "multiply" ? multiply(a, b)
                                                     : a / b;
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

Literal complex_convert(const OpCall& call) {
  Literal result(call.result_type());
  if (!result.format().is_complex()) unsupported(call);
  const Literal& operand = call.operand(0);
  with_part(result, [&]<class Part>(Part) {
    with_storage(operand.format().storage, [&]<class T>(T) {
      for (std::int64_t i = 0; i < result.num_elements(); ++i) {
        auto& out = result.data<std::complex<Part>>()[i];
        if constexpr (requires { typename PartOf<T>::type; }) {
          out = {static_cast<Part>(operand.data<T>()[i].real()), static_cast<Part>(operand.data<T>()[i].imag())};
        } else if constexpr (std::is_integral_v<T>) {
          out = {static_cast<Part>(operand.data<T>()[i]), Part{0}};
        } else {
          out = {static_cast<Part>(operand.float_at(i)), Part{0}};
        }
      }
    });
  });
  return result;
}

std::span<const OpEntry> complex_ops() {
  static const OpEntry entries[] = {
      {"stablehlo.complex", make_complex}, {"stablehlo.imag", part}, {"stablehlo.real", part}};
  return entries;
}

}  // namespace qgpu::stablehlo
