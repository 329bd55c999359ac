// subtract with three scales
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -5, 3, 4, 9, 127]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.constant"() <{value = dense<[127, -1, -1, 2, 3, -128]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.25:-1>>
  %2 = "stablehlo.subtract"(%0, %1)  : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<6x!quant.uniform<i8:f32, 0.75:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<6x!quant.uniform<i8:f32, 0.75:1>>) -> tensor<6xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[-128, -4, 1, 1, 4, 126]> : tensor<6xi8>}> : (tensor<6xi8>) -> ()
  return
}
