#include <bit>
#include <functional>

#include "host/stablehlo/ops/elementwise_kernels.hpp"

namespace qgpu::stablehlo {

namespace {

/// IEEE totalOrder as an order of integers: negative patterns count downwards.
template <class Compute>
std::int64_t total_order_key(Compute x) {
  const auto bits = std::bit_cast<std::int64_t>(static_cast<double>(x));
  return bits ^ static_cast<std::int64_t>(static_cast<std::uint64_t>(bits >> 63) >> 1);
}

template <class Compute, class Order, bool kTotal>
void compare_loop(const void* lhs, const void* rhs, std::uint64_t* result, std::size_t count) {
  const auto* a = static_cast<const Compute*>(lhs);
  const auto* b = static_cast<const Compute*>(rhs);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (kTotal)
      result[i] = Order{}(total_order_key(a[i]), total_order_key(b[i]));
    else
      result[i] = Order{}(a[i], b[i]);
  }
}

template <class Order>
CompareKernel select_kernel(bool total_order, Arithmetic arithmetic) {
  return with_arithmetic(arithmetic, [=]<class A>(A) -> CompareKernel {
    using Compute = typename A::Compute;
    if constexpr (ExpressedType<A>) {
      if (total_order) return &compare_loop<Compute, Order, true>;
    }
    return &compare_loop<Compute, Order, false>;
  });
}

}  // namespace

CompareKernel compare_kernel(std::string_view direction, bool total_order, Arithmetic arithmetic) {
  if (direction == "EQ") return select_kernel<std::equal_to<>>(total_order, arithmetic);
  if (direction == "NE") return select_kernel<std::not_equal_to<>>(total_order, arithmetic);
  if (direction == "GE") return select_kernel<std::greater_equal<>>(total_order, arithmetic);
  if (direction == "GT") return select_kernel<std::greater<>>(total_order, arithmetic);
  if (direction == "LE") return select_kernel<std::less_equal<>>(total_order, arithmetic);
  if (direction == "LT") return select_kernel<std::less<>>(total_order, arithmetic);
  return nullptr;
}

}  // namespace qgpu::stablehlo
