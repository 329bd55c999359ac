#include <bit>
#include <cmath>
#include <unordered_map>

#include "host/stablehlo/ops/elementwise_kernels.hpp"
#include "qgpu/arith_stablehlo.hpp"

namespace qgpu::stablehlo {

namespace {

std::uint64_t bits_of(std::int64_t x) { return static_cast<std::uint64_t>(x); }
std::uint64_t bits_of(std::uint64_t x) { return x; }

// + - * in unsigned arithmetic: signed overflow wraps in StableHLO.
struct Add {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return E::round(a + b);
  }
  template <class C>
  static C apply(C a, C b, unsigned bits) {
    return bits == 1 ? a | b : static_cast<C>(bits_of(a) + bits_of(b));
  }
};
struct Subtract {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return E::round(a - b);
  }
  template <class C>
  static C apply(C a, C b, unsigned) {
    return static_cast<C>(bits_of(a) - bits_of(b));
  }
};
struct Multiply {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return E::round(a * b);
  }
  template <class C>
  static C apply(C a, C b, unsigned) {
    return static_cast<C>(bits_of(a) * bits_of(b));
  }
};
// Division by zero gives all ones, the remainder then the dividend; the most negative number by -1 gives itself, rest
// 0.
struct Divide {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return E::round(a / b);
  }
  static std::int64_t apply(std::int64_t a, std::int64_t b, unsigned) {
    return b == 0 ? -1 : b == -1 ? static_cast<std::int64_t>(-bits_of(a)) : a / b;
  }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b, unsigned) { return b == 0 ? ~std::uint64_t{0} : a / b; }
};
struct Remainder {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return std::fmod(a, b);
  }
  static std::int64_t apply(std::int64_t a, std::int64_t b, unsigned) { return b == 0 ? a : b == -1 ? 0 : a % b; }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b, unsigned) { return b == 0 ? a : a % b; }
};
struct Maximum {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return stablehlo::maximum(a, b);
  }
  template <class C>
  static C apply(C a, C b, unsigned) {
    return a > b ? a : b;
  }
};
struct Minimum {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return stablehlo::minimum(a, b);
  }
  template <class C>
  static C apply(C a, C b, unsigned) {
    return a < b ? a : b;
  }
};
struct Power {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return E::round(std::pow(static_cast<double>(a), static_cast<double>(b)));
  }
  // A negative exponent: 1 and -1 have integer answers, every other base gives 0.
  template <class C>
  static C apply(C base, C exponent, unsigned) {
    if constexpr (std::is_signed_v<C>) {
      if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
    }
    std::uint64_t result = 1;
    std::uint64_t square = bits_of(base);
    for (std::uint64_t rest = bits_of(exponent); rest != 0; rest >>= 1) {
      if ((rest & 1) != 0) result *= square;
      square *= square;
    }
    return static_cast<C>(result);
  }
};
struct Atan2 {
  template <ExpressedType E>
  static typename E::Compute apply(typename E::Compute a, typename E::Compute b) {
    return E::round(std::atan2(static_cast<double>(a), static_cast<double>(b)));
  }
};
struct And {
  template <class C>
  static C apply(C a, C b, unsigned) {
    return a & b;
  }
};
struct Or {
  template <class C>
  static C apply(C a, C b, unsigned) {
    return a | b;
  }
};
struct Xor {
  template <class C>
  static C apply(C a, C b, unsigned) {
    return a ^ b;
  }
};
// A shift by the width or more (or by a negative number) empties the value, or leaves its sign.
struct ShiftLeft {
  template <class C>
  static C apply(C a, C b, unsigned bits) {
    return bits_of(b) >= bits ? C{0} : static_cast<C>(bits_of(a) << bits_of(b));
  }
};
struct ShiftRightArithmetic {
  template <class C>
  static C apply(C a, C b, unsigned bits) {
    const std::uint64_t by = bits_of(b) >= bits ? bits - 1 : bits_of(b);
    return static_cast<C>(wrap_to_storage(static_cast<std::int64_t>(a), static_cast<int>(bits), true) >> by);
  }
};
struct ShiftRightLogical {
  template <class C>
  static C apply(C a, C b, unsigned bits) {
    return bits_of(b) >= bits ? C{0} : static_cast<C>((bits_of(a) & (~std::uint64_t{0} >> (64 - bits))) >> bits_of(b));
  }
};

template <class Op, class A, class Compute = typename A::Compute>
Compute apply_one(Compute a, Compute b, [[maybe_unused]] unsigned bits) {
  if constexpr (ExpressedType<A>)
    return Op::template apply<A>(a, b);
  else
    return Op::apply(a, b, bits);
}

template <class Op, class A>
void binary_loop(const void* lhs, const void* rhs, void* result, std::size_t count, unsigned bits) {
  using Compute = typename A::Compute;
  const auto* a = static_cast<const Compute*>(lhs);
  const auto* b = static_cast<const Compute*>(rhs);
  auto* out = static_cast<Compute*>(result);
  for (std::size_t i = 0; i < count; ++i) out[i] = apply_one<Op, A>(a[i], b[i], bits);
}

template <class Op, class A>
void fold_loop(void* accumulator, const void* values, std::size_t count, unsigned bits) {
  using Compute = typename A::Compute;
  Compute folded = *static_cast<Compute*>(accumulator);
  const auto* x = static_cast<const Compute*>(values);
  for (std::size_t i = 0; i < count; ++i) {
    folded = apply_one<Op, A>(folded, x[i], bits);
    if constexpr (!ExpressedType<A>) {
      folded = static_cast<Compute>(
          wrap_to_storage(static_cast<std::int64_t>(folded), static_cast<int>(bits), std::is_signed_v<Compute>));
    }
  }
  *static_cast<Compute*>(accumulator) = folded;
}

struct Kernels {
  BinaryKernel binary = nullptr;
  FoldKernel fold = nullptr;
};

template <class Op>
Kernels select_kernels(Arithmetic arithmetic) {
  return with_arithmetic(arithmetic, []<class A>(A) -> Kernels {
    using Compute = typename A::Compute;
    if constexpr (ExpressedType<A>) {
      if constexpr (requires(Compute x) { Op::template apply<A>(x, x); })
        return {&binary_loop<Op, A>, &fold_loop<Op, A>};
    } else {
      if constexpr (requires(Compute x) { Op::apply(x, x, 8u); }) return {&binary_loop<Op, A>, &fold_loop<Op, A>};
    }
    return {};
  });
}

using Selector = Kernels (*)(Arithmetic);
const std::unordered_map<std::string_view, Selector>& selectors() {
  static const std::unordered_map<std::string_view, Selector> table = {
      {"add", &select_kernels<Add>},
      {"and", &select_kernels<And>},
      {"atan2", &select_kernels<Atan2>},
      {"divide", &select_kernels<Divide>},
      {"maximum", &select_kernels<Maximum>},
      {"minimum", &select_kernels<Minimum>},
      {"multiply", &select_kernels<Multiply>},
      {"or", &select_kernels<Or>},
      {"power", &select_kernels<Power>},
      {"remainder", &select_kernels<Remainder>},
      {"shift_left", &select_kernels<ShiftLeft>},
      {"shift_right_arithmetic", &select_kernels<ShiftRightArithmetic>},
      {"shift_right_logical", &select_kernels<ShiftRightLogical>},
      {"subtract", &select_kernels<Subtract>},
      {"xor", &select_kernels<Xor>},
  };
  return table;
}

Kernels kernels_of(std::string_view op, Arithmetic arithmetic) {
  const auto found = selectors().find(op);
  return found == selectors().end() ? Kernels{} : found->second(arithmetic);
}

}  // namespace

BinaryKernel binary_kernel(std::string_view op, Arithmetic arithmetic) { return kernels_of(op, arithmetic).binary; }
FoldKernel fold_kernel(std::string_view op, Arithmetic arithmetic) { return kernels_of(op, arithmetic).fold; }
bool is_binary_op(std::string_view op) { return selectors().contains(op); }

}  // namespace qgpu::stablehlo
