// f16 with i16 storage
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x7800, 0xF800, 0x63D0, 0x6800]> : tensor<4xf16>}> : () -> tensor<4xf16>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<4xf16>) -> tensor<4x!quant.uniform<i16:f16, 1.0>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<4x!quant.uniform<i16:f16, 1.0>>) -> tensor<4xf16>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<4x!quant.uniform<i16:f16, 1.0>>) -> tensor<4xi16>
  "check.expect_eq_const"(%bits1) <{value = dense<[32767, -32768, 1000, 2048]> : tensor<4xi16>}> : (tensor<4xi16>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0x7800, 0xF800, 0x63D0, 0x6800]> : tensor<4xf16>}> : (tensor<4xf16>) -> ()
  return
}
