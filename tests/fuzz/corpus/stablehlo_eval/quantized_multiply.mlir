// random program 114
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[-14], [43]]> : tensor<2x1xi8>}> : () -> tensor<2x1x!quant.uniform<i8:f32, 0.3:127>>
  %1 = "stablehlo.constant"() <{value = dense<[[-78], [-60]]> : tensor<2x1xi8>}> : () -> tensor<2x1x!quant.uniform<i8:f32, 2.312885>>
  %2 = "stablehlo.multiply"(%0, %1)  : (tensor<2x1x!quant.uniform<i8:f32, 0.3:127>>, tensor<2x1x!quant.uniform<i8:f32, 2.312885>>) -> tensor<2x1x!quant.uniform<i8:f32, 0.02:7>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<2x1x!quant.uniform<i8:f32, 0.02:7>>) -> tensor<2x1xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[[127], [127]]> : tensor<2x1xi8>}> : (tensor<2x1xi8>) -> ()
  return
}
