func.func @quantize() {
  %x = stablehlo.constant dense<[0.14, 40.0, 0x7FC00000]> : tensor<3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.3:1>>
  %bits = stablehlo.bitcast_convert %q : (tensor<3x!quant.uniform<i8:f32, 0.3:1>>) -> tensor<3xi8>
  check.expect_eq_const %bits, dense<[1, 127, 0]> : tensor<3xi8>
  check.expect_eq_const %bits, dense<[1, 126, 7]> : tensor<3xi8>
  func.return
}
// -----
func.func @specials() -> tensor<4xf32> {
  %x = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.1]> : tensor<4xf32>
  return %x : tensor<4xf32>
}
