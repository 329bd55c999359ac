#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "tests/stablehlo/evaluate_text.hpp"

// Element-wise ops on large tensors run strip by strip; the elements must not notice.
namespace qgpu::stablehlo {
namespace {

constexpr std::int64_t kCount = 100'003;  // not a multiple of any strip

TEST(Strips, EveryElementIsWhatOneOpAfterAnotherMakesIt) {
  const auto evaluation =
      evaluate_text(R"(func.func @main() -> (tensor<100003xf32>, tensor<100003xi8>, tensor<100003xi1>) {
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %i = stablehlo.iota dim = 0 : tensor<100003xi32>
    %x = stablehlo.convert %i : (tensor<100003xi32>) -> tensor<100003xf32>
    %halves = chlo.broadcast_multiply %x, %half : (tensor<100003xf32>, tensor<f32>) -> tensor<100003xf32>
    %low = stablehlo.constant dense<3.0> : tensor<f32>
    %high = stablehlo.constant dense<40000.0> : tensor<f32>
    %clamped = stablehlo.clamp %low, %halves, %high : (tensor<f32>, tensor<100003xf32>, tensor<f32>) -> tensor<100003xf32>
    %rounded = stablehlo.round_nearest_even %clamped : tensor<100003xf32>
    %integer = stablehlo.convert %rounded : (tensor<100003xf32>) -> tensor<100003xi32>
    %narrow = stablehlo.convert %integer : (tensor<100003xi32>) -> tensor<100003xi8>
    %tie = stablehlo.compare NE, %rounded, %clamped : (tensor<100003xf32>, tensor<100003xf32>) -> tensor<100003xi1>
    %sum = stablehlo.add %rounded, %halves : tensor<100003xf32>
    return %sum, %narrow, %tie : tensor<100003xf32>, tensor<100003xi8>, tensor<100003xi1>
  })");
  for (std::int64_t i = 0; i < kCount; ++i) {
    const double half = static_cast<double>(i) / 2;
    const double clamped = std::clamp(half, 3.0, 40000.0);
    const double rounded = std::nearbyint(clamped);
    ASSERT_EQ(evaluation.results[0].float_at(i), rounded + half) << i;
    ASSERT_EQ(evaluation.results[1].integer_at(i), static_cast<std::int8_t>(static_cast<std::int64_t>(rounded))) << i;
    ASSERT_EQ(evaluation.results[2].integer_at(i), rounded != clamped) << i;
  }
}

TEST(Strips, ValuesThatRegionsAndCallsUseAreThere) {
  const auto evaluation = evaluate_text(R"(module {
  func.func @negated(%x: tensor<100003xi32>) -> tensor<100003xi32> {
    %a = stablehlo.negate %x : tensor<100003xi32>
    %b = stablehlo.add %a, %x : tensor<100003xi32>
    %c = stablehlo.subtract %b, %x : tensor<100003xi32>
    return %c : tensor<100003xi32>
  }
  func.func @main() -> (tensor<100003xi32>, tensor<100003xi32>) {
    %true = stablehlo.constant dense<true> : tensor<i1>
    %i = stablehlo.iota dim = 0 : tensor<100003xi32>
    %double = stablehlo.add %i, %i : tensor<100003xi32>
    %triple = stablehlo.add %double, %i : tensor<100003xi32>
    %picked = "stablehlo.if"(%true) ({
      stablehlo.return %double : tensor<100003xi32>
    }, {
      stablehlo.return %triple : tensor<100003xi32>
    }) : (tensor<i1>) -> tensor<100003xi32>
    %called = func.call @negated(%triple) : (tensor<100003xi32>) -> tensor<100003xi32>
    return %picked, %called : tensor<100003xi32>, tensor<100003xi32>
  }
})");
  for (std::int64_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(evaluation.results[0].integer_at(i), 2 * i);
    ASSERT_EQ(evaluation.results[1].integer_at(i), -3 * i);
  }
}

}  // namespace
}  // namespace qgpu::stablehlo
