// two halves are one: rounding each operand would give 0
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[1, 3, -1, 5]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %1 = "stablehlo.constant"() <{value = dense<[1, 2, -1, 0]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %2 = "stablehlo.add"(%0, %1)  : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[1, 2, -1, 2]> : tensor<4xi8>}> : (tensor<4xi8>) -> ()
  return
}
