// random program 210
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[0x41AF0000], [0x40F80000]], [[0xC0280000], [0xC1CF0000]], [[0x423F8000], [0x3F000000]], [[0xC0200000], [0xC1140000]]]> : tensor<4x2x1xf32>}> : () -> tensor<4x2x1xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<4x2x1xf32>) -> tensor<4x2x1x!quant.uniform<i32:f32, 0.25:195>>
  %2 = "stablehlo.constant"() <{value = dense<[[[438], [-2147483648]], [[2147483647], [-84]], [[-2147483648], [-2147483648]], [[363], [430]]]> : tensor<4x2x1xi32>}> : () -> tensor<4x2x1x!quant.uniform<i32:f32, 0.25:195>>
  %3 = "stablehlo.uniform_quantize"(%2)  : (tensor<4x2x1x!quant.uniform<i32:f32, 0.25:195>>) -> tensor<4x2x1x!quant.uniform<i16:f32, 0.3:-150>>
  %4 = "stablehlo.uniform_dequantize"(%1)  : (tensor<4x2x1x!quant.uniform<i32:f32, 0.25:195>>) -> tensor<4x2x1xf32>
  %5 = "stablehlo.uniform_dequantize"(%3)  : (tensor<4x2x1x!quant.uniform<i16:f32, 0.3:-150>>) -> tensor<4x2x1xf32>
  %6 = "stablehlo.constant"() <{value = dense<[[[40], [89], [0]], [[127], [-76], [-16]]]> : tensor<2x3x1xi8>}> : () -> tensor<2x3x1x!quant.uniform<i8:f32, 4.068452>>
  %7 = "stablehlo.constant"() <{value = dense<[[[95, -128, 83, 57]], [[-118, 97, -128, -128]], [[93, 106, -116, 127]]]> : tensor<3x1x4xi8>}> : () -> tensor<3x1x4x!quant.uniform<i8:f32, 3.241952:32>>
  %8 = "stablehlo.convolution"(%6, %7) {window_strides = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x3x1x!quant.uniform<i8:f32, 4.068452>>, tensor<3x1x4x!quant.uniform<i8:f32, 3.241952:32>>) -> tensor<1x1x4x!quant.uniform<i32:f32, 13.189726098303998>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<4x2x1x!quant.uniform<i32:f32, 0.25:195>>) -> tensor<4x2x1xi32>
  "check.expect_eq_const"(%bits1) <{value = dense<[[[282], [226]], [[184], [92]], [[386], [197]], [[185], [158]]]> : tensor<4x2x1xi32>}> : (tensor<4x2x1xi32>) -> ()
  %bits3 = "stablehlo.bitcast_convert"(%3) : (tensor<4x2x1x!quant.uniform<i16:f32, 0.3:-150>>) -> tensor<4x2x1xi16>
  "check.expect_eq_const"(%bits3) <{value = dense<[[[52], [-32768]], [[32767], [-382]], [[-32768], [-32768]], [[-10], [46]]]> : tensor<4x2x1xi16>}> : (tensor<4x2x1xi16>) -> ()
  "check.expect_eq_const"(%4) <{value = dense<[[[0x41AE0000], [0x40F80000]], [[0xC0300000], [0xC1CE0000]], [[0x423F0000], [0x3F000000]], [[0xC0200000], [0xC1140000]]]> : tensor<4x2x1xf32>}> : (tensor<4x2x1xf32>) -> ()
  "check.expect_eq_const"(%5) <{value = dense<[[[0x42726667], [0xC618E59A]], [[0x461A4C67], [0xC28B3334]], [[0xC618E59A], [0xC618E59A]], [[0x42280000], [0x426B3334]]]> : tensor<4x2x1xf32>}> : (tensor<4x2x1xf32>) -> ()
  %bits8 = "stablehlo.bitcast_convert"(%8) : (tensor<1x1x4x!quant.uniform<i32:f32, 13.189726098303998>>) -> tensor<1x1x4xi32>
  "check.expect_eq_const"(%bits8) <{value = dense<[[[-10830, -615, 21005, 13815]]]> : tensor<1x1x4xi32>}> : (tensor<1x1x4xi32>) -> ()
  return
}
