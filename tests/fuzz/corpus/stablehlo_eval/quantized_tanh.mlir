// tanh of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.tanh"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-125, -125, -125, -125, -125, -125, -125, -125, -125, 62, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
