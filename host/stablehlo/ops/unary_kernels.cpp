#include <bit>
#include <cmath>
#include <unordered_map>

#include "host/stablehlo/ops/elementwise_kernels.hpp"
#include "qgpu/arith_stablehlo.hpp"

// The reference interpreter computes transcendental functions in double, whatever the element type, and rounds once;
// composed functions (logistic) round at each of their steps.
namespace qgpu::stablehlo {

namespace {

template <class E, double (*function)(double)>
typename E::Compute in_double(typename E::Compute x) {
  return E::round(function(static_cast<double>(x)));
}

double reciprocal_square_root(double x) { return 1.0 / std::sqrt(x); }

#define QGPU_IN_DOUBLE(Name, function)                        \
  struct Name {                                               \
    template <ExpressedType E>                                \
    static typename E::Compute apply(typename E::Compute x) { \
      return in_double<E, function>(x);                       \
    }                                                         \
  };
QGPU_IN_DOUBLE(Cbrt, std::cbrt)
QGPU_IN_DOUBLE(Cosine, std::cos)
QGPU_IN_DOUBLE(Exponential, std::exp)
QGPU_IN_DOUBLE(ExponentialMinusOne, std::expm1)
QGPU_IN_DOUBLE(Log, std::log)
QGPU_IN_DOUBLE(LogPlusOne, std::log1p)
QGPU_IN_DOUBLE(Rsqrt, reciprocal_square_root)
QGPU_IN_DOUBLE(Sine, std::sin)
QGPU_IN_DOUBLE(Sqrt, std::sqrt)
QGPU_IN_DOUBLE(Tan, std::tan)
QGPU_IN_DOUBLE(Tanh, std::tanh)
// Exact in every type, so that the way through double changes nothing.
QGPU_IN_DOUBLE(Ceil, std::ceil)
QGPU_IN_DOUBLE(Floor, std::floor)
QGPU_IN_DOUBLE(RoundNearestAfz, std::round)
#undef QGPU_IN_DOUBLE

struct RoundNearestEven {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute x) {
    return round_half_even(x);
  }
};

struct Logistic {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute x) {
    using Compute = typename E::Compute;
    const Compute denominator = E::round(Compute{1} + Exponential::apply<E>(-x));
    return E::round(Compute{1} / denominator);
  }
};

struct Abs {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute x) {
    return std::fabs(x);
  }
  static std::int64_t apply(std::int64_t x, unsigned) {
    return x < 0 ? static_cast<std::int64_t>(-static_cast<std::uint64_t>(x)) : x;
  }
  static std::uint64_t apply(std::uint64_t x, unsigned) { return x; }
};
struct Negate {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute x) {
    return -x;
  }
  static std::int64_t apply(std::int64_t x, unsigned) {
    return static_cast<std::int64_t>(-static_cast<std::uint64_t>(x));
  }
  static std::uint64_t apply(std::uint64_t x, unsigned) { return -x; }
};
struct Sign {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute x) {
    using Compute = typename E::Compute;
    return x > 0 ? Compute{1} : x < 0 ? Compute{-1} : x;  // NaN and the zeros stay
  }
  static std::int64_t apply(std::int64_t x, unsigned) { return (x > 0) - (x < 0); }
  static std::uint64_t apply(std::uint64_t x, unsigned) { return x != 0; }
};
struct Not {
  template <class Compute>
  static Compute apply(Compute x, unsigned) {
    return ~x;
  }
};
std::uint64_t low_bits(std::uint64_t x, unsigned bits) { return x & (~std::uint64_t{0} >> (64 - bits)); }
struct Popcnt {
  template <class Compute>
  static Compute apply(Compute x, unsigned bits) {
    return static_cast<Compute>(std::popcount(low_bits(static_cast<std::uint64_t>(x), bits)));
  }
};
struct CountLeadingZeros {
  template <class Compute>
  static Compute apply(Compute x, unsigned bits) {
    return static_cast<Compute>(std::countl_zero(low_bits(static_cast<std::uint64_t>(x), bits)) -
                                static_cast<int>(64 - bits));
  }
};

template <class Op, class A>
void unary_loop(const void* operand, void* result, std::size_t count, [[maybe_unused]] unsigned bits) {
  using Compute = typename A::Compute;
  const auto* x = static_cast<const Compute*>(operand);
  auto* out = static_cast<Compute*>(result);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (ExpressedType<A>)
      out[i] = Op::template apply<A>(x[i]);
    else
      out[i] = Op::apply(x[i], bits);
  }
}

template <class Op>
UnaryKernel select_kernel(Arithmetic arithmetic) {
  return with_arithmetic(arithmetic, []<class A>(A) -> UnaryKernel {
    using Compute = typename A::Compute;
    if constexpr (ExpressedType<A>) {
      if constexpr (requires(Compute x) { Op::template apply<A>(x); }) return &unary_loop<Op, A>;
    } else {
      if constexpr (requires(Compute x) { Op::apply(x, 8u); }) return &unary_loop<Op, A>;
    }
    return nullptr;
  });
}

using Selector = UnaryKernel (*)(Arithmetic);
const std::unordered_map<std::string_view, Selector>& selectors() {
  static const std::unordered_map<std::string_view, Selector> table = {
      {"abs", &select_kernel<Abs>},
      {"cbrt", &select_kernel<Cbrt>},
      {"ceil", &select_kernel<Ceil>},
      {"cosine", &select_kernel<Cosine>},
      {"count_leading_zeros", &select_kernel<CountLeadingZeros>},
      {"exponential", &select_kernel<Exponential>},
      {"exponential_minus_one", &select_kernel<ExponentialMinusOne>},
      {"floor", &select_kernel<Floor>},
      {"log", &select_kernel<Log>},
      {"log_plus_one", &select_kernel<LogPlusOne>},
      {"logistic", &select_kernel<Logistic>},
      {"negate", &select_kernel<Negate>},
      {"not", &select_kernel<Not>},
      {"popcnt", &select_kernel<Popcnt>},
      {"round_nearest_afz", &select_kernel<RoundNearestAfz>},
      {"round_nearest_even", &select_kernel<RoundNearestEven>},
      {"rsqrt", &select_kernel<Rsqrt>},
      {"sign", &select_kernel<Sign>},
      {"sine", &select_kernel<Sine>},
      {"sqrt", &select_kernel<Sqrt>},
      {"tan", &select_kernel<Tan>},
      {"tanh", &select_kernel<Tanh>},
  };
  return table;
}

}  // namespace

UnaryKernel unary_kernel(std::string_view op, Arithmetic arithmetic) {
  const auto found = selectors().find(op);
  return found == selectors().end() ? nullptr : found->second(arithmetic);
}

bool is_unary_op(std::string_view op) { return selectors().contains(op); }

}  // namespace qgpu::stablehlo
