// codes outside a narrowed range
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -101, -50, 0, 50, 101, 127]> : tensor<7xi8>}> : () -> tensor<7x!quant.uniform<i8<-100:100>:f32, 1.0>>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<7x!quant.uniform<i8<-100:100>:f32, 1.0>>) -> tensor<7x!quant.uniform<i8<-50:50>:f32, 1.0>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<7x!quant.uniform<i8<-50:50>:f32, 1.0>>) -> tensor<7xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-50, -50, -50, 0, 50, 50, 50]> : tensor<7xi8>}> : (tensor<7xi8>) -> ()
  return
}
