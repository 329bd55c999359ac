#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "host/stablehlo/eval/interpreter.hpp"
#include "host/stablehlo/ops/elementwise_kernels.hpp"

namespace qgpu::stablehlo {

/// The body of a reduction: a region over scalars.
class ScalarBody {
 public:
  ScalarBody(const Region& region, Interpreter& interpreter);
  /// Element type of argument i.
  Type argument_element(std::size_t i) const;
  std::vector<Literal> operator()(std::span<const Literal> scalars) const {
    return interpreter_.run_region(region_, scalars);
  }

  /// If the body is nothing but one plain binary op on its two arguments: the kernel that folds many values without
  /// running the region for each. Else null.
  FoldKernel fold() const { return fold_; }

 private:
  const Region& region_;
  Interpreter& interpreter_;
  FoldKernel fold_ = nullptr;
};

/// The literal with another element: quantized as requantize, others as convert; itself if the type is the same.
Literal promoted(const Literal& literal, const Type& element);

}  // namespace qgpu::stablehlo
