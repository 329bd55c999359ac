// truncation would give 1
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[3]]> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  %1 = "stablehlo.constant"() <{value = dense<[[1]]> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 0.5>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x1x!quant.uniform<i8:f32, 1.0>>, tensor<1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x1x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x1xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[[2]]> : tensor<1x1xi8>}> : (tensor<1x1xi8>) -> ()
  return
}
