// random program 20
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[1, 123], [-23, -111], [-86, -128]]]> : tensor<1x3x2xi8>}> : () -> tensor<1x3x2x!quant.uniform<i8:f32, 3.0:1>>
  %1 = "stablehlo.rsqrt"(%0)  : (tensor<1x3x2x!quant.uniform<i8:f32, 3.0:1>>) -> tensor<1x3x2x!quant.uniform<i8:f32, 0.0123:1>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<1x3x2x!quant.uniform<i8:f32, 0.0123:1>>) -> tensor<1x3x2xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[[[127, 5], [0, 0], [0, 0]]]> : tensor<1x3x2xi8>}> : (tensor<1x3x2xi8>) -> ()
  return
}
