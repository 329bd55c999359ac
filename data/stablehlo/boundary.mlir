// Written by tests/stablehlo/make_boundary_programs.py: golden values are exact arithmetic.
// ties, zero point 0
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC0600000, 0xC0200000, 0xBFC00000, 0xBF000000, 0x3F000000, 0x3FC00000, 0x40200000, 0x40600000, 0x40900000, 0xC0600001, 0xC0200001, 0xBFC00001, 0xBF000001, 0x3F000001, 0x3FC00001, 0x40200001, 0x40600001, 0x40900001, 0xC05FFFFF, 0xC01FFFFF, 0xBFBFFFFF, 0xBEFFFFFF, 0x3EFFFFFF, 0x3FBFFFFF, 0x401FFFFF, 0x405FFFFF, 0x408FFFFF]> : tensor<27xf32>}> : () -> tensor<27xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<27xf32>) -> tensor<27x!quant.uniform<i8:f32, 1.0>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<27x!quant.uniform<i8:f32, 1.0>>) -> tensor<27xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<27x!quant.uniform<i8:f32, 1.0>>) -> tensor<27xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-4, -2, -2, 0, 0, 2, 2, 4, 4, -4, -3, -2, -1, 1, 2, 3, 4, 5, -3, -2, -1, 0, 0, 1, 2, 3, 4]> : tensor<27xi8>}> : (tensor<27xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC0800000, 0xC0000000, 0xC0000000, 0x00000000, 0x00000000, 0x40000000, 0x40000000, 0x40800000, 0x40800000, 0xC0800000, 0xC0400000, 0xC0000000, 0xBF800000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000, 0x40A00000, 0xC0400000, 0xC0000000, 0xBF800000, 0x00000000, 0x00000000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000]> : tensor<27xf32>}> : (tensor<27xf32>) -> ()
  return
}
// -----
// ties, zero point 1
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC0600000, 0xC0200000, 0xBFC00000, 0xBF000000, 0x3F000000, 0x3FC00000, 0x40200000, 0x40600000, 0x40900000, 0xC0600001, 0xC0200001, 0xBFC00001, 0xBF000001, 0x3F000001, 0x3FC00001, 0x40200001, 0x40600001, 0x40900001, 0xC05FFFFF, 0xC01FFFFF, 0xBFBFFFFF, 0xBEFFFFFF, 0x3EFFFFFF, 0x3FBFFFFF, 0x401FFFFF, 0x405FFFFF, 0x408FFFFF]> : tensor<27xf32>}> : () -> tensor<27xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<27xf32>) -> tensor<27x!quant.uniform<i8:f32, 1.0:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<27x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<27xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<27x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<27xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-2, -2, 0, 0, 2, 2, 4, 4, 6, -3, -2, -1, 0, 2, 2, 4, 4, 6, -2, -1, 0, 0, 2, 2, 3, 4, 5]> : tensor<27xi8>}> : (tensor<27xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC0400000, 0xC0400000, 0xBF800000, 0xBF800000, 0x3F800000, 0x3F800000, 0x40400000, 0x40400000, 0x40A00000, 0xC0800000, 0xC0400000, 0xC0000000, 0xBF800000, 0x3F800000, 0x3F800000, 0x40400000, 0x40400000, 0x40A00000, 0xC0400000, 0xC0000000, 0xBF800000, 0xBF800000, 0x3F800000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000]> : tensor<27xf32>}> : (tensor<27xf32>) -> ()
  return
}
// -----
// ties, zero point -3
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC0600000, 0xC0200000, 0xBFC00000, 0xBF000000, 0x3F000000, 0x3FC00000, 0x40200000, 0x40600000, 0x40900000, 0xC0600001, 0xC0200001, 0xBFC00001, 0xBF000001, 0x3F000001, 0x3FC00001, 0x40200001, 0x40600001, 0x40900001, 0xC05FFFFF, 0xC01FFFFF, 0xBFBFFFFF, 0xBEFFFFFF, 0x3EFFFFFF, 0x3FBFFFFF, 0x401FFFFF, 0x405FFFFF, 0x408FFFFF]> : tensor<27xf32>}> : () -> tensor<27xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<27xf32>) -> tensor<27x!quant.uniform<i8:f32, 1.0:-3>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<27x!quant.uniform<i8:f32, 1.0:-3>>) -> tensor<27xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<27x!quant.uniform<i8:f32, 1.0:-3>>) -> tensor<27xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-6, -6, -4, -4, -2, -2, 0, 0, 2, -6, -6, -4, -4, -2, -1, 0, 1, 2, -6, -6, -4, -4, -2, -2, -1, 0, 1]> : tensor<27xi8>}> : (tensor<27xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC0400000, 0xC0400000, 0xBF800000, 0xBF800000, 0x3F800000, 0x3F800000, 0x40400000, 0x40400000, 0x40A00000, 0xC0400000, 0xC0400000, 0xBF800000, 0xBF800000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000, 0x40A00000, 0xC0400000, 0xC0400000, 0xBF800000, 0xBF800000, 0x3F800000, 0x3F800000, 0x40000000, 0x40400000, 0x40800000]> : tensor<27xf32>}> : (tensor<27xf32>) -> ()
  return
}
// -----
// a scale whose reciprocal is inexact
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC0100000, 0xBFF9999A, 0xBFD33333, 0xBFACCCCD, 0xBF866666, 0xBF400000, 0xBEE66666, 0xBE19999A, 0x3E19999A, 0x3EE66666, 0x3F400000, 0x3F866666, 0x3FACCCCD, 0x3FD33333, 0x3FF9999A, 0x40100000, 0x40233333]> : tensor<17xf32>}> : () -> tensor<17xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<17xf32>) -> tensor<17x!quant.uniform<i8:f32, 0.3>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<17x!quant.uniform<i8:f32, 0.3>>) -> tensor<17xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<17x!quant.uniform<i8:f32, 0.3>>) -> tensor<17xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-7, -6, -5, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<17xi8>}> : (tensor<17xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC0066667, 0xBFE66667, 0xBFC00000, 0xBF99999A, 0xBF666667, 0xBF19999A, 0xBE99999A, 0x00000000, 0x00000000, 0x3E99999A, 0x3F19999A, 0x3F666667, 0x3F99999A, 0x3FC00000, 0x3FE66667, 0x40066667, 0x4019999A]> : tensor<17xf32>}> : (tensor<17xf32>) -> ()
  return
}
// -----
// non-finite and huge values into !quant.uniform<i8:f32, 1.0:7>
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x00000000, 0x80000000, 0x7149F2CA, 0xF149F2CA, 0x000116C2]> : tensor<8xf32>}> : () -> tensor<8xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<8xf32>) -> tensor<8x!quant.uniform<i8:f32, 1.0:7>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<8x!quant.uniform<i8:f32, 1.0:7>>) -> tensor<8xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<8x!quant.uniform<i8:f32, 1.0:7>>) -> tensor<8xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 127, -128, 7, 7, 127, -128, 7]> : tensor<8xi8>}> : (tensor<8xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC0E00000, 0x42F00000, 0xC3070000, 0x00000000, 0x00000000, 0x42F00000, 0xC3070000, 0x00000000]> : tensor<8xf32>}> : (tensor<8xf32>) -> ()
  return
}
// -----
// non-finite and huge values into !quant.uniform<i8:f32, 1.0:-128>
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x00000000, 0x80000000, 0x7149F2CA, 0xF149F2CA, 0x000116C2]> : tensor<8xf32>}> : () -> tensor<8xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<8xf32>) -> tensor<8x!quant.uniform<i8:f32, 1.0:-128>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<8x!quant.uniform<i8:f32, 1.0:-128>>) -> tensor<8xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<8x!quant.uniform<i8:f32, 1.0:-128>>) -> tensor<8xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 127, -128, -128, -128, 127, -128, -128]> : tensor<8xi8>}> : (tensor<8xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0x43000000, 0x437F0000, 0x00000000, 0x00000000, 0x00000000, 0x437F0000, 0x00000000, 0x00000000]> : tensor<8xf32>}> : (tensor<8xf32>) -> ()
  return
}
// -----
// non-finite and huge values into !quant.uniform<ui8:f32, 1.0:128>
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x00000000, 0x80000000, 0x7149F2CA, 0xF149F2CA, 0x000116C2]> : tensor<8xf32>}> : () -> tensor<8xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<8xf32>) -> tensor<8x!quant.uniform<ui8:f32, 1.0:128>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<8x!quant.uniform<ui8:f32, 1.0:128>>) -> tensor<8xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<8x!quant.uniform<ui8:f32, 1.0:128>>) -> tensor<8xui8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 255, 0, 128, 128, 255, 0, 128]> : tensor<8xui8>}> : (tensor<8xui8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC3000000, 0x42FE0000, 0xC3000000, 0x00000000, 0x00000000, 0x42FE0000, 0xC3000000, 0x00000000]> : tensor<8xf32>}> : (tensor<8xf32>) -> ()
  return
}
// -----
// non-finite and huge values into !quant.uniform<i32:f32, 0.001>
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x00000000, 0x80000000, 0x7149F2CA, 0xF149F2CA, 0x000116C2]> : tensor<8xf32>}> : () -> tensor<8xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<8xf32>) -> tensor<8x!quant.uniform<i32:f32, 0.001>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<8x!quant.uniform<i32:f32, 0.001>>) -> tensor<8xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<8x!quant.uniform<i32:f32, 0.001>>) -> tensor<8xi32>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 2147483647, -2147483648, 0, 0, 2147483647, -2147483648, 0]> : tensor<8xi32>}> : (tensor<8xi32>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0x00000000, 0x4A03126F, 0xCA03126F, 0x00000000, 0x00000000, 0x4A03126F, 0xCA03126F, 0x00000000]> : tensor<8xf32>}> : (tensor<8xf32>) -> ()
  return
}
// -----
// non-finite and huge values into !quant.uniform<i8<-100:100>:f32, 1.0:5>
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0x00000000, 0x80000000, 0x7149F2CA, 0xF149F2CA, 0x000116C2]> : tensor<8xf32>}> : () -> tensor<8xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<8xf32>) -> tensor<8x!quant.uniform<i8<-100:100>:f32, 1.0:5>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<8x!quant.uniform<i8<-100:100>:f32, 1.0:5>>) -> tensor<8xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<8x!quant.uniform<i8<-100:100>:f32, 1.0:5>>) -> tensor<8xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 100, -100, 5, 5, 100, -100, 5]> : tensor<8xi8>}> : (tensor<8xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC0A00000, 0x42BE0000, 0xC2D20000, 0x00000000, 0x00000000, 0x42BE0000, 0xC2D20000, 0x00000000]> : tensor<8xf32>}> : (tensor<8xf32>) -> ()
  return
}
// -----
// both ends of i2
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC0000000, 0xBFE00000, 0xC0100000, 0xBFC00000, 0xBFA00000, 0xBFE00000, 0x00000000, 0x3E800000, 0xBE800000, 0x3F000000, 0x3F400000, 0x3E800000, 0xBF000000, 0xBE800000, 0xBF400000, 0x00000000, 0x3E800000, 0xBE800000]> : tensor<18xf32>}> : () -> tensor<18xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<18xf32>) -> tensor<18x!quant.uniform<i2:f32, 0.5:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<18x!quant.uniform<i2:f32, 0.5:1>>) -> tensor<18xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i2:f32, 0.5:1>>) -> tensor<18xi2>
  "check.expect_eq_const"(%bits1) <{value = dense<[-2, -2, -2, -2, -2, -2, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0]> : tensor<18xi2>}> : (tensor<18xi2>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xBFC00000, 0xBFC00000, 0xBFC00000, 0xBFC00000, 0xBFC00000, 0xBFC00000, 0x00000000, 0x00000000, 0xBF000000, 0x00000000, 0x00000000, 0x00000000, 0xBF000000, 0xBF000000, 0xBF000000, 0x00000000, 0x00000000, 0xBF000000]> : tensor<18xf32>}> : (tensor<18xf32>) -> ()
  return
}
// -----
// both ends of ui2
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xBF800000, 0xBF400000, 0xBFA00000, 0xBF000000, 0xBE800000, 0xBF400000, 0x3F800000, 0x3FA00000, 0x3F400000, 0x3FC00000, 0x3FE00000, 0x3FA00000, 0xBF000000, 0xBE800000, 0xBF400000, 0x00000000, 0x3E800000, 0xBE800000]> : tensor<18xf32>}> : () -> tensor<18xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<18xf32>) -> tensor<18x!quant.uniform<ui2:f32, 0.5:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<18x!quant.uniform<ui2:f32, 0.5:1>>) -> tensor<18xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<ui2:f32, 0.5:1>>) -> tensor<18xui2>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 0, 0, 0, 0, 0, 3, 3, 2, 3, 3, 3, 0, 0, 0, 1, 2, 0]> : tensor<18xui2>}> : (tensor<18xui2>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0x3F800000, 0x3F800000, 0x3F000000, 0x3F800000, 0x3F800000, 0x3F800000, 0xBF000000, 0xBF000000, 0xBF000000, 0x00000000, 0x3F000000, 0xBF000000]> : tensor<18xf32>}> : (tensor<18xf32>) -> ()
  return
}
// -----
// both ends of i4
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC0A00000, 0xC0980000, 0xC0A80000, 0xC0900000, 0xC0880000, 0xC0980000, 0x40400000, 0x40500000, 0x40300000, 0x40600000, 0x40700000, 0x40500000, 0xBF000000, 0xBE800000, 0xBF400000, 0x00000000, 0x3E800000, 0xBE800000]> : tensor<18xf32>}> : () -> tensor<18xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<18xf32>) -> tensor<18x!quant.uniform<i4:f32, 0.5:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<18x!quant.uniform<i4:f32, 0.5:1>>) -> tensor<18xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i4:f32, 0.5:1>>) -> tensor<18xi4>
  "check.expect_eq_const"(%bits1) <{value = dense<[-8, -8, -8, -8, -8, -8, 7, 7, 6, 7, 7, 7, 0, 0, 0, 1, 2, 0]> : tensor<18xi4>}> : (tensor<18xi4>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC0900000, 0xC0900000, 0xC0900000, 0xC0900000, 0xC0900000, 0xC0900000, 0x40400000, 0x40400000, 0x40200000, 0x40400000, 0x40400000, 0x40400000, 0xBF000000, 0xBF000000, 0xBF000000, 0x00000000, 0x3F000000, 0xBF000000]> : tensor<18xf32>}> : (tensor<18xf32>) -> ()
  return
}
// -----
// both ends of ui4
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xBF800000, 0xBF400000, 0xBFA00000, 0xBF000000, 0xBE800000, 0xBF400000, 0x40E00000, 0x40E80000, 0x40D80000, 0x40F00000, 0x40F80000, 0x40E80000, 0xBF000000, 0xBE800000, 0xBF400000, 0x00000000, 0x3E800000, 0xBE800000]> : tensor<18xf32>}> : () -> tensor<18xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<18xf32>) -> tensor<18x!quant.uniform<ui4:f32, 0.5:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<18x!quant.uniform<ui4:f32, 0.5:1>>) -> tensor<18xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<ui4:f32, 0.5:1>>) -> tensor<18xui4>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 0, 0, 0, 0, 0, 15, 15, 14, 15, 15, 15, 0, 0, 0, 1, 2, 0]> : tensor<18xui4>}> : (tensor<18xui4>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0x40E00000, 0x40E00000, 0x40D00000, 0x40E00000, 0x40E00000, 0x40E00000, 0xBF000000, 0xBF000000, 0xBF000000, 0x00000000, 0x3F000000, 0xBF000000]> : tensor<18xf32>}> : (tensor<18xf32>) -> ()
  return
}
// -----
// both ends of ui8
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xBF800000, 0xBF400000, 0xBFA00000, 0xBF000000, 0xBE800000, 0xBF400000, 0x42FE0000, 0x42FE8000, 0x42FD8000, 0x42FF0000, 0x42FF8000, 0x42FE8000, 0xBF000000, 0xBE800000, 0xBF400000, 0x00000000, 0x3E800000, 0xBE800000]> : tensor<18xf32>}> : () -> tensor<18xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<18xf32>) -> tensor<18x!quant.uniform<ui8:f32, 0.5:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<18x!quant.uniform<ui8:f32, 0.5:1>>) -> tensor<18xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<ui8:f32, 0.5:1>>) -> tensor<18xui8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 0, 0, 0, 0, 0, 255, 255, 254, 255, 255, 255, 0, 0, 0, 1, 2, 0]> : tensor<18xui8>}> : (tensor<18xui8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0x42FE0000, 0x42FE0000, 0x42FD0000, 0x42FE0000, 0x42FE0000, 0x42FE0000, 0xBF000000, 0xBF000000, 0xBF000000, 0x00000000, 0x3F000000, 0xBF000000]> : tensor<18xf32>}> : (tensor<18xf32>) -> ()
  return
}
// -----
// both ends of i16
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC6800200, 0xC6800180, 0xC6800280, 0xC6800100, 0xC6800080, 0xC6800180, 0x467FFC00, 0x467FFD00, 0x467FFB00, 0x467FFE00, 0x467FFF00, 0x467FFD00, 0xBF000000, 0xBE800000, 0xBF400000, 0x00000000, 0x3E800000, 0xBE800000]> : tensor<18xf32>}> : () -> tensor<18xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<18xf32>) -> tensor<18x!quant.uniform<i16:f32, 0.5:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<18x!quant.uniform<i16:f32, 0.5:1>>) -> tensor<18xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i16:f32, 0.5:1>>) -> tensor<18xi16>
  "check.expect_eq_const"(%bits1) <{value = dense<[-32768, -32768, -32768, -32768, -32768, -32768, 32767, 32767, 32766, 32767, 32767, 32767, 0, 0, 0, 1, 2, 0]> : tensor<18xi16>}> : (tensor<18xi16>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC6800100, 0xC6800100, 0xC6800100, 0xC6800100, 0xC6800100, 0xC6800100, 0x467FFC00, 0x467FFC00, 0x467FFA00, 0x467FFC00, 0x467FFC00, 0x467FFC00, 0xBF000000, 0xBF000000, 0xBF000000, 0x00000000, 0x3F000000, 0xBF000000]> : tensor<18xf32>}> : (tensor<18xf32>) -> ()
  return
}
// -----
// both ends of ui16
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xBF800000, 0xBF400000, 0xBFA00000, 0xBF000000, 0xBE800000, 0xBF400000, 0x46FFFE00, 0x46FFFE80, 0x46FFFD80, 0x46FFFF00, 0x46FFFF80, 0x46FFFE80, 0xBF000000, 0xBE800000, 0xBF400000, 0x00000000, 0x3E800000, 0xBE800000]> : tensor<18xf32>}> : () -> tensor<18xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<18xf32>) -> tensor<18x!quant.uniform<ui16:f32, 0.5:1>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<18x!quant.uniform<ui16:f32, 0.5:1>>) -> tensor<18xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<ui16:f32, 0.5:1>>) -> tensor<18xui16>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 0, 0, 0, 0, 0, 65535, 65535, 65534, 65535, 65535, 65535, 0, 0, 0, 1, 2, 0]> : tensor<18xui16>}> : (tensor<18xui16>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0xBF000000, 0x46FFFE00, 0x46FFFE00, 0x46FFFD00, 0x46FFFE00, 0x46FFFE00, 0x46FFFE00, 0xBF000000, 0xBF000000, 0xBF000000, 0x00000000, 0x3F000000, 0xBF000000]> : tensor<18xf32>}> : (tensor<18xf32>) -> ()
  return
}
// -----
// both ends of a narrowed range
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC2030000, 0xC2028000, 0xC2020000, 0xC2018000, 0x41E90000, 0x41EA0000, 0x41EB0000, 0x41EC0000]> : tensor<8xf32>}> : () -> tensor<8xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<8xf32>) -> tensor<8x!quant.uniform<i8<-127:120>:f32, 0.25:3>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<8x!quant.uniform<i8<-127:120>:f32, 0.25:3>>) -> tensor<8xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<8x!quant.uniform<i8<-127:120>:f32, 0.25:3>>) -> tensor<8xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-127, -127, -127, -126, 120, 120, 120, 120]> : tensor<8xi8>}> : (tensor<8xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC2020000, 0xC2020000, 0xC2020000, 0xC2010000, 0x41EA0000, 0x41EA0000, 0x41EA0000, 0x41EA0000]> : tensor<8xf32>}> : (tensor<8xf32>) -> ()
  return
}
// -----
// codes outside a narrowed range
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -101, -50, 0, 50, 101, 127]> : tensor<7xi8>}> : () -> tensor<7x!quant.uniform<i8<-100:100>:f32, 1.0>>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<7x!quant.uniform<i8<-100:100>:f32, 1.0>>) -> tensor<7x!quant.uniform<i8<-50:50>:f32, 1.0>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<7x!quant.uniform<i8<-50:50>:f32, 1.0>>) -> tensor<7xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-50, -50, -50, 0, 50, 50, 50]> : tensor<7xi8>}> : (tensor<7xi8>) -> ()
  return
}
// -----
// i32 next to 2^31
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x4EFFFFFF, 0x4F000000, 0xCF000000, 0xCF000001, 0x4B800000]> : tensor<5xf32>}> : () -> tensor<5xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<5xf32>) -> tensor<5x!quant.uniform<i32:f32, 1.0>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<5x!quant.uniform<i32:f32, 1.0>>) -> tensor<5xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<5x!quant.uniform<i32:f32, 1.0>>) -> tensor<5xi32>
  "check.expect_eq_const"(%bits1) <{value = dense<[2147483520, 2147483647, -2147483648, -2147483648, 16777216]> : tensor<5xi32>}> : (tensor<5xi32>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0x4EFFFFFF, 0x4F000000, 0xCF000000, 0xCF000000, 0x4B800000]> : tensor<5xf32>}> : (tensor<5xf32>) -> ()
  return
}
// -----
// i32 codes that f32 rounds
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[2147483647, -2147483648, 16777217, 33554433, -16777219]> : tensor<5xi32>}> : () -> tensor<5x!quant.uniform<i32:f32, 1.0>>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<5x!quant.uniform<i32:f32, 1.0>>) -> tensor<5x!quant.uniform<i32:f32, 1.0:1>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<5x!quant.uniform<i32:f32, 1.0:1>>) -> tensor<5xi32>
  "check.expect_eq_const"(%bits1) <{value = dense<[2147483647, -2147483648, 16777216, 33554432, -16777220]> : tensor<5xi32>}> : (tensor<5xi32>) -> ()
  return
}
// -----
// i32 zero points: the difference takes 33 bits
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-2147483648, 0, 2147483647]> : tensor<3xi32>}> : () -> tensor<3x!quant.uniform<i32:f32, 1.0:2147483647>>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<3x!quant.uniform<i32:f32, 1.0:2147483647>>) -> tensor<3x!quant.uniform<i32:f32, 4.0>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<3x!quant.uniform<i32:f32, 4.0>>) -> tensor<3xi32>
  "check.expect_eq_const"(%bits1) <{value = dense<[-1073741824, -536870912, 0]> : tensor<3xi32>}> : (tensor<3xi32>) -> ()
  return
}
// -----
// f16, each step in that type
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC200, 0xC080, 0xBE00, 0xBA00, 0x0000, 0x3A00, 0x3E00, 0x4080, 0x4200, 0x7E00, 0x7C00]> : tensor<11xf16>}> : () -> tensor<11xf16>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<11xf16>) -> tensor<11x!quant.uniform<i8:f16, 0.3:3>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<11x!quant.uniform<i8:f16, 0.3:3>>) -> tensor<11xf16>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<11x!quant.uniform<i8:f16, 0.3:3>>) -> tensor<11xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-7, -4, -2, 0, 3, 6, 8, 10, 13, 0, 127]> : tensor<11xi8>}> : (tensor<11xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC200, 0xC033, 0xBE00, 0xBB34, 0x0000, 0x3B34, 0x3E00, 0x4033, 0x4200, 0xBB34, 0x50A7]> : tensor<11xf16>}> : (tensor<11xf16>) -> ()
  return
}
// -----
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
// -----
// bf16, each step in that type
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xC090, 0xC058, 0xC010, 0xBF90, 0x0000, 0x3F90, 0x4010, 0x4058, 0x4090, 0x7FC0, 0x7F80]> : tensor<11xbf16>}> : () -> tensor<11xbf16>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<11xbf16>) -> tensor<11x!quant.uniform<i8:bf16, 0.3:3>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<11x!quant.uniform<i8:bf16, 0.3:3>>) -> tensor<11xbf16>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<11x!quant.uniform<i8:bf16, 0.3:3>>) -> tensor<11xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-12, -8, -4, -1, 3, 7, 10, 14, 18, 0, 127]> : tensor<11xi8>}> : (tensor<11xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xC090, 0xC054, 0xC007, 0xBF9A, 0x0000, 0x3F9A, 0x4007, 0x4054, 0x4090, 0xBF67, 0x4215]> : tensor<11xbf16>}> : (tensor<11xbf16>) -> ()
  return
}
// -----
// bf16 with i16 storage
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x4700, 0xC700, 0x447A, 0x4500]> : tensor<4xbf16>}> : () -> tensor<4xbf16>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<4xbf16>) -> tensor<4x!quant.uniform<i16:bf16, 1.0>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<4x!quant.uniform<i16:bf16, 1.0>>) -> tensor<4xbf16>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<4x!quant.uniform<i16:bf16, 1.0>>) -> tensor<4xi16>
  "check.expect_eq_const"(%bits1) <{value = dense<[32767, -32768, 1000, 2048]> : tensor<4xi16>}> : (tensor<4xi16>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0x4700, 0xC700, 0x447A, 0x4500]> : tensor<4xbf16>}> : (tensor<4xbf16>) -> ()
  return
}
// -----
// f64, each step in that type
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0xBFD3333333333334, 0xBFCCCCCCCCCCCCCD, 0xBFC3333333333334, 0xBFB3333333333334, 0x0000000000000000, 0x3FB3333333333334, 0x3FC3333333333334, 0x3FCCCCCCCCCCCCCD, 0x3FD3333333333334, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<11xf64>}> : () -> tensor<11xf64>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<11xf64>) -> tensor<11x!quant.uniform<i8:f64, 0.3:3>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<11x!quant.uniform<i8:f64, 0.3:3>>) -> tensor<11xf64>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<11x!quant.uniform<i8:f64, 0.3:3>>) -> tensor<11xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[2, 2, 2, 3, 3, 3, 4, 4, 4, 0, 127]> : tensor<11xi8>}> : (tensor<11xi8>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0xBFD3333333333333, 0xBFD3333333333333, 0xBFD3333333333333, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x3FD3333333333333, 0x3FD3333333333333, 0x3FD3333333333333, 0xBFECCCCCCCCCCCCC, 0x4042999999999999]> : tensor<11xf64>}> : (tensor<11xf64>) -> ()
  return
}
// -----
// f64 with i16 storage
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[0x40DFFFC000000000, 0xC0E0000000000000, 0x408F400000000000, 0x40A0020000000000]> : tensor<4xf64>}> : () -> tensor<4xf64>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<4xf64>) -> tensor<4x!quant.uniform<i16:f64, 1.0>>
  %2 = "stablehlo.uniform_dequantize"(%1)  : (tensor<4x!quant.uniform<i16:f64, 1.0>>) -> tensor<4xf64>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<4x!quant.uniform<i16:f64, 1.0>>) -> tensor<4xi16>
  "check.expect_eq_const"(%bits1) <{value = dense<[32767, -32768, 1000, 2049]> : tensor<4xi16>}> : (tensor<4xi16>) -> ()
  "check.expect_eq_const"(%2) <{value = dense<[0x40DFFFC000000000, 0xC0E0000000000000, 0x408F400000000000, 0x40A0020000000000]> : tensor<4xf64>}> : (tensor<4xf64>) -> ()
  return
}
// -----
// per-axis, axis 0 of 3
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[0xBFC00000, 0xBFA00000], [0xBF800000, 0xBF400000], [0xBF000000, 0xBE800000]], [[0x00000000, 0x3E800000], [0x3F000000, 0x3F400000], [0x3F800000, 0x3FA00000]]]> : tensor<2x3x2xf32>}> : () -> tensor<2x3x2xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<2x3x2xf32>) -> tensor<2x3x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:1}>>
  %2 = "stablehlo.uniform_quantize"(%1)  : (tensor<2x3x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:1}>>) -> tensor<2x3x2x!quant.uniform<i16:f32:0, {0.3:1, 0.25:-2}>>
  %3 = "stablehlo.uniform_dequantize"(%1)  : (tensor<2x3x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:1}>>) -> tensor<2x3x2xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<2x3x2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:1}>>) -> tensor<2x3x2xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[[[-45, -42], [-40, -38], [-35, -32]], [[1, 2], [2, 2], [3, 4]]]> : tensor<2x3x2xi8>}> : (tensor<2x3x2xi8>) -> ()
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<2x3x2x!quant.uniform<i16:f32:0, {0.3:1, 0.25:-2}>>) -> tensor<2x3x2xi16>
  "check.expect_eq_const"(%bits2) <{value = dense<[[[-4, -3], [-2, -2], [-1, 0]], [[-2, 0], [0, 0], [2, 4]]]> : tensor<2x3x2xi16>}> : (tensor<2x3x2xi16>) -> ()
  "check.expect_eq_const"(%3) <{value = dense<[[[0xBFC00000, 0xBF99999A], [0xBF800000, 0xBF4CCCCD], [0xBF000000, 0xBE4CCCCD]], [[0x00000000, 0x3F000000], [0x3F000000, 0x3F000000], [0x3F800000, 0x3FC00000]]]> : tensor<2x3x2xf32>}> : (tensor<2x3x2xf32>) -> ()
  return
}
// -----
// per-axis, axis 1 of 3
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[0xBFC00000, 0xBFA00000], [0xBF800000, 0xBF400000], [0xBF000000, 0xBE800000]], [[0x00000000, 0x3E800000], [0x3F000000, 0x3F400000], [0x3F800000, 0x3FA00000]]]> : tensor<2x3x2xf32>}> : () -> tensor<2x3x2xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<2x3x2xf32>) -> tensor<2x3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:1, 2.0:7}>>
  %2 = "stablehlo.uniform_quantize"(%1)  : (tensor<2x3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:1, 2.0:7}>>) -> tensor<2x3x2x!quant.uniform<i16:f32:1, {0.3:1, 0.25:-2, 1.0}>>
  %3 = "stablehlo.uniform_dequantize"(%1)  : (tensor<2x3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:1, 2.0:7}>>) -> tensor<2x3x2xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<2x3x2x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:1, 2.0:7}>>) -> tensor<2x3x2xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[[[-45, -42], [-1, 0], [7, 7]], [[-30, -28], [2, 2], [8, 8]]]> : tensor<2x3x2xi8>}> : (tensor<2x3x2xi8>) -> ()
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<2x3x2x!quant.uniform<i16:f32:1, {0.3:1, 0.25:-2, 1.0}>>) -> tensor<2x3x2xi16>
  "check.expect_eq_const"(%bits2) <{value = dense<[[[-4, -3], [-6, -4], [0, 0]], [[1, 2], [0, 0], [2, 2]]]> : tensor<2x3x2xi16>}> : (tensor<2x3x2xi16>) -> ()
  "check.expect_eq_const"(%3) <{value = dense<[[[0xBFC00000, 0xBF99999A], [0xBF800000, 0xBF000000], [0x00000000, 0x00000000]], [[0x00000000, 0x3E4CCCCD], [0x3F000000, 0x3F000000], [0x40000000, 0x40000000]]]> : tensor<2x3x2xf32>}> : (tensor<2x3x2xf32>) -> ()
  return
}
// -----
// per-axis, axis 2 of 3
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[0xBFC00000, 0xBFA00000], [0xBF800000, 0xBF400000], [0xBF000000, 0xBE800000]], [[0x00000000, 0x3E800000], [0x3F000000, 0x3F400000], [0x3F800000, 0x3FA00000]]]> : tensor<2x3x2xf32>}> : () -> tensor<2x3x2xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<2x3x2xf32>) -> tensor<2x3x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:1}>>
  %2 = "stablehlo.uniform_quantize"(%1)  : (tensor<2x3x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:1}>>) -> tensor<2x3x2x!quant.uniform<i16:f32:2, {0.3:1, 0.25:-2}>>
  %3 = "stablehlo.uniform_dequantize"(%1)  : (tensor<2x3x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:1}>>) -> tensor<2x3x2xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<2x3x2x!quant.uniform<i8:f32:2, {0.1:-30, 0.5:1}>>) -> tensor<2x3x2xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[[[-45, -2], [-40, 0], [-35, 0]], [[-30, 2], [-25, 2], [-20, 4]]]> : tensor<2x3x2xi8>}> : (tensor<2x3x2xi8>) -> ()
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<2x3x2x!quant.uniform<i16:f32:2, {0.3:1, 0.25:-2}>>) -> tensor<2x3x2xi16>
  "check.expect_eq_const"(%bits2) <{value = dense<[[[-4, -8], [-2, -4], [-1, -4]], [[1, 0], [3, 0], [4, 4]]]> : tensor<2x3x2xi16>}> : (tensor<2x3x2xi16>) -> ()
  "check.expect_eq_const"(%3) <{value = dense<[[[0xBFC00000, 0xBFC00000], [0xBF800000, 0xBF000000], [0xBF000000, 0xBF000000]], [[0x00000000, 0x3F000000], [0x3F000000, 0x3F000000], [0x3F800000, 0x3FC00000]]]> : tensor<2x3x2xf32>}> : (tensor<2x3x2xf32>) -> ()
  return
}
// -----
// two halves are one: rounding each operand would give 0
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[1, 3, -1, 5]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %1 = "stablehlo.constant"() <{value = dense<[1, 2, -1, 0]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  %2 = "stablehlo.add"(%0, %1)  : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<4x!quant.uniform<i8:f32, 1.0>>) -> tensor<4xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[1, 2, -1, 2]> : tensor<4xi8>}> : (tensor<4xi8>) -> ()
  return
}
// -----
// add with three scales
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -5, 3, 4, 9, 127]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.constant"() <{value = dense<[127, -1, -1, 2, 3, -128]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.25:-1>>
  %2 = "stablehlo.add"(%0, %1)  : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<6x!quant.uniform<i8:f32, 0.75:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<6x!quant.uniform<i8:f32, 0.75:1>>) -> tensor<6xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[-44, -4, 1, 3, 6, 41]> : tensor<6xi8>}> : (tensor<6xi8>) -> ()
  return
}
// -----
// subtract with three scales
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -5, 3, 4, 9, 127]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.constant"() <{value = dense<[127, -1, -1, 2, 3, -128]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.25:-1>>
  %2 = "stablehlo.subtract"(%0, %1)  : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<6x!quant.uniform<i8:f32, 0.75:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<6x!quant.uniform<i8:f32, 0.75:1>>) -> tensor<6xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[-128, -4, 1, 1, 4, 126]> : tensor<6xi8>}> : (tensor<6xi8>) -> ()
  return
}
// -----
// multiply with three scales
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -5, 3, 4, 9, 127]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.constant"() <{value = dense<[127, -1, -1, 2, 3, -128]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.25:-1>>
  %2 = "stablehlo.multiply"(%0, %1)  : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<6x!quant.uniform<i8:f32, 0.75:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<6x!quant.uniform<i8:f32, 0.75:1>>) -> tensor<6xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[-128, 1, 1, 2, 5, -128]> : tensor<6xi8>}> : (tensor<6xi8>) -> ()
  return
}
// -----
// divide with three scales
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -5, 3, 4, 9, 127]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.constant"() <{value = dense<[127, -1, -1, 2, 3, -128]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.25:-1>>
  %2 = "stablehlo.divide"(%0, %1)  : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<6x!quant.uniform<i8:f32, 0.75:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<6x!quant.uniform<i8:f32, 0.75:1>>) -> tensor<6xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[-2, -128, 0, 2, 5, -2]> : tensor<6xi8>}> : (tensor<6xi8>) -> ()
  return
}
// -----
// maximum with three scales
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -5, 3, 4, 9, 127]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.constant"() <{value = dense<[127, -1, -1, 2, 3, -128]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.25:-1>>
  %2 = "stablehlo.maximum"(%0, %1)  : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<6x!quant.uniform<i8:f32, 0.75:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<6x!quant.uniform<i8:f32, 0.75:1>>) -> tensor<6xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[44, 1, 1, 2, 5, 84]> : tensor<6xi8>}> : (tensor<6xi8>) -> ()
  return
}
// -----
// minimum with three scales
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -5, 3, 4, 9, 127]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.constant"() <{value = dense<[127, -1, -1, 2, 3, -128]> : tensor<6xi8>}> : () -> tensor<6x!quant.uniform<i8:f32, 0.25:-1>>
  %2 = "stablehlo.minimum"(%0, %1)  : (tensor<6x!quant.uniform<i8:f32, 0.5:3>>, tensor<6x!quant.uniform<i8:f32, 0.25:-1>>) -> tensor<6x!quant.uniform<i8:f32, 0.75:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<6x!quant.uniform<i8:f32, 0.75:1>>) -> tensor<6xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[-86, -4, 1, 2, 2, -41]> : tensor<6xi8>}> : (tensor<6xi8>) -> ()
  return
}
// -----
// tanh of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.tanh"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-125, -125, -125, -125, -125, -125, -125, -125, -125, 62, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
// -----
// logistic of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.logistic"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[3, 3, 3, 3, 3, 3, 3, 3, 8, 83, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
// -----
// sqrt of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.sqrt"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 94, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
// -----
// log of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.log"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, -86, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
// -----
// rsqrt of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.rsqrt"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 127, 65, 48, 40, 36, 32, 30, 28, 26]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
// -----
// sign of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.sign"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-125, -125, -125, -125, -125, -125, -125, -125, -125, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
// -----
// round_nearest_afz of codes
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-128, -113, -98, -83, -68, -53, -38, -23, -8, 7, 22, 37, 52, 67, 82, 97, 112, 127]> : tensor<18xi8>}> : () -> tensor<18x!quant.uniform<i8:f32, 0.25:5>>
  %1 = "stablehlo.round_nearest_afz"(%0)  : (tensor<18x!quant.uniform<i8:f32, 0.25:5>>) -> tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<18x!quant.uniform<i8:f32, 0.0078125:3>>) -> tensor<18xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[-128, -128, -128, -128, -128, -128, -128, -128, -128, 127, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<18xi8>}> : (tensor<18xi8>) -> ()
  return
}
// -----
// the zero point goes in before the rounding
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[1]]> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 0.5>>
  %1 = "stablehlo.constant"() <{value = dense<[[1]]> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x1x!quant.uniform<i8:f32, 0.5>>, tensor<1x1x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x1x!quant.uniform<i8:f32, 1.0:1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x1x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<1x1xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[[2]]> : tensor<1x1xi8>}> : (tensor<1x1xi8>) -> ()
  return
}
// -----
// truncation would give 1
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[3]]> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  %1 = "stablehlo.constant"() <{value = dense<[[1]]> : tensor<1x1xi8>}> : () -> tensor<1x1x!quant.uniform<i8:f32, 0.5>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x1x!quant.uniform<i8:f32, 1.0>>, tensor<1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x1x!quant.uniform<i8:f32, 1.0>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x1x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x1xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[[2]]> : tensor<1x1xi8>}> : (tensor<1x1xi8>) -> ()
  return
}
// -----
// i16 sums beyond 32 bits
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[32767, 32767, 32767, 32767], [-32768, -32768, -32768, -32768]]> : tensor<2x4xi16>}> : () -> tensor<2x4x!quant.uniform<i16:f32, 1.0>>
  %1 = "stablehlo.constant"() <{value = dense<[[32767], [32767], [-32768], [32767]]> : tensor<4x1xi16>}> : () -> tensor<4x1x!quant.uniform<i16:f32, 1.0>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x4x!quant.uniform<i16:f32, 1.0>>, tensor<4x1x!quant.uniform<i16:f32, 1.0>>) -> tensor<2x1x!quant.uniform<i32:f32, 4.0>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<2x1x!quant.uniform<i32:f32, 4.0>>) -> tensor<2x1xi32>
  "check.expect_eq_const"(%bits2) <{value = dense<[[536829953], [-536846336]]> : tensor<2x1xi32>}> : (tensor<2x1xi32>) -> ()
  return
}
// -----
// i16 sums that 32 bits would wrap
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[32767, 32767, 32767]]> : tensor<1x3xi16>}> : () -> tensor<1x3x!quant.uniform<i16:f32, 1.0>>
  %1 = "stablehlo.constant"() <{value = dense<[[32767], [32767], [32767]]> : tensor<3x1xi16>}> : () -> tensor<3x1x!quant.uniform<i16:f32, 1.0>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x3x!quant.uniform<i16:f32, 1.0>>, tensor<3x1x!quant.uniform<i16:f32, 1.0>>) -> tensor<1x1x!quant.uniform<i32:f32, 2.0>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x1x!quant.uniform<i32:f32, 2.0>>) -> tensor<1x1xi32>
  "check.expect_eq_const"(%bits2) <{value = dense<[[1610514434]]> : tensor<1x1xi32>}> : (tensor<1x1xi32>) -> ()
  return
}
// -----
// saturation of an i8 result
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[127, 127]]> : tensor<1x2xi8>}> : () -> tensor<1x2x!quant.uniform<i8:f32, 1.0:-128>>
  %1 = "stablehlo.constant"() <{value = dense<[[127, -127], [127, -127]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x2x!quant.uniform<i8:f32, 1.0:-128>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x2x!quant.uniform<i8:f32, 1.0>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<1x2xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[[127, -128]]> : tensor<1x2xi8>}> : (tensor<1x2xi8>) -> ()
  return
}
// -----
// rhs and result per channel
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[1, 2], [-7, 100]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!quant.uniform<i8:f32, 0.25:3>>
  %1 = "stablehlo.constant"() <{value = dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.3, 2.0}>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x2x!quant.uniform<i8:f32, 0.25:3>>, tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.3, 2.0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.7:1, 0.25:-1, 3.0}>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.7:1, 0.25:-1, 3.0}>>) -> tensor<2x3xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[[0, -1, 0], [69, 127, -102]]> : tensor<2x3xi8>}> : (tensor<2x3xi8>) -> ()
  return
}
// -----
// random program 5
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[-319, -2147483648], [-228, -279], [-152, -245], [246, -262]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %1 = "stablehlo.constant"() <{value = dense<[[[259, 2147483645], [-79, -299], [-109, 169], [162, -102]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %2 = "stablehlo.compare"(%0, %1) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2xi1>
  %3 = "stablehlo.constant"() <{value = dense<[[[-135, -125], [2147483645, -390], [-425, -82], [-430, -20]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %4 = "stablehlo.clamp"(%0, %1, %3)  : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %5 = "stablehlo.constant"() <{value = dense<[[[1, 1], [0, 1], [0, 0], [0, 0]]]> : tensor<1x4x2xi1>}> : () -> tensor<1x4x2xi1>
  %6 = "stablehlo.constant"() <{value = dense<[[[25, -85], [-192, -338], [351, -146], [-2147483648, 77]]]> : tensor<1x4x2xi32>}> : () -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %7 = "stablehlo.select"(%5, %0, %6)  : (tensor<1x4x2xi1>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>, tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>
  %8 = "stablehlo.constant"() <{value = dense<[176, 233, 74]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %9 = "stablehlo.constant"() <{value = dense<[0, 171, 66]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %10 = "stablehlo.compare"(%8, %9) <{comparison_direction = #stablehlo<comparison_direction LT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3xi1>
  %11 = "stablehlo.constant"() <{value = dense<[67, 211, 255]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %12 = "stablehlo.clamp"(%8, %9, %11)  : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %13 = "stablehlo.constant"() <{value = dense<[1, 0, 0]> : tensor<3xi1>}> : () -> tensor<3xi1>
  %14 = "stablehlo.constant"() <{value = dense<[150, 159, 232]> : tensor<3xui8>}> : () -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  %15 = "stablehlo.select"(%13, %8, %14)  : (tensor<3xi1>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>, tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3x!quant.uniform<ui8:f32, 1.0:159>>
  "check.expect_eq_const"(%2) <{value = dense<[[[0, 0], [0, 0], [0, 0], [0, 0]]]> : tensor<1x4x2xi1>}> : (tensor<1x4x2xi1>) -> ()
  %bits4 = "stablehlo.bitcast_convert"(%4) : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2xi32>
  "check.expect_eq_const"(%bits4) <{value = dense<[[[-135, -125], [-79, -390], [-425, -82], [-430, -102]]]> : tensor<1x4x2xi32>}> : (tensor<1x4x2xi32>) -> ()
  %bits7 = "stablehlo.bitcast_convert"(%7) : (tensor<1x4x2x!quant.uniform<i32<-2147483647:2147483645>:f32, 0.25:-48>>) -> tensor<1x4x2xi32>
  "check.expect_eq_const"(%bits7) <{value = dense<[[[-319, -2147483648], [-192, -279], [351, -146], [-2147483648, 77]]]> : tensor<1x4x2xi32>}> : (tensor<1x4x2xi32>) -> ()
  "check.expect_eq_const"(%10) <{value = dense<[0, 0, 0]> : tensor<3xi1>}> : (tensor<3xi1>) -> ()
  %bits12 = "stablehlo.bitcast_convert"(%12) : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3xui8>
  "check.expect_eq_const"(%bits12) <{value = dense<[67, 211, 74]> : tensor<3xui8>}> : (tensor<3xui8>) -> ()
  %bits15 = "stablehlo.bitcast_convert"(%15) : (tensor<3x!quant.uniform<ui8:f32, 1.0:159>>) -> tensor<3xui8>
  "check.expect_eq_const"(%bits15) <{value = dense<[176, 159, 232]> : tensor<3xui8>}> : (tensor<3xui8>) -> ()
  return
}
// -----
// random program 12
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[0, 44, 0, 114], [255, 57, 69, 83]], [[26, 42, 214, 240], [196, 42, 133, 185]], [[197, 58, 171, 91], [255, 0, 218, 255]]]> : tensor<3x2x4xui8>}> : () -> tensor<3x2x4x!quant.uniform<ui8:f32, 1.138994:235>>
  %1 = "stablehlo.floor"(%0)  : (tensor<3x2x4x!quant.uniform<ui8:f32, 1.138994:235>>) -> tensor<3x2x4x!quant.uniform<ui8:f32, 1.138994:235>>
  %2 = "stablehlo.constant"() <{value = dense<[[[372], [3]], [[35], [-184]]]> : tensor<2x2x1xi32>}> : () -> tensor<2x2x1x!quant.uniform<i32:f32, 0.0123:210>>
  %3 = "stablehlo.constant"() <{value = dense<[[[615], [9]], [[-166], [79]]]> : tensor<2x2x1xi32>}> : () -> tensor<2x2x1x!quant.uniform<i32:f32, 2.0:226>>
  %4 = "stablehlo.subtract"(%2, %3)  : (tensor<2x2x1x!quant.uniform<i32:f32, 0.0123:210>>, tensor<2x2x1x!quant.uniform<i32:f32, 2.0:226>>) -> tensor<2x2x1x!quant.uniform<i32:f32, 0.07:166>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<3x2x4x!quant.uniform<ui8:f32, 1.138994:235>>) -> tensor<3x2x4xui8>
  "check.expect_eq_const"(%bits1) <{value = dense<[[[0, 44, 0, 114], [254, 57, 68, 82]], [[25, 42, 214, 239], [195, 42, 132, 185]], [[196, 58, 171, 90], [254, 0, 217, 254]]]> : tensor<3x2x4xui8>}> : (tensor<3x2x4xui8>) -> ()
  %bits4 = "stablehlo.bitcast_convert"(%4) : (tensor<2x2x1x!quant.uniform<i32:f32, 0.07:166>>) -> tensor<2x2x1xi32>
  "check.expect_eq_const"(%bits4) <{value = dense<[[[-10920], [6330]], [[11335], [4297]]]> : tensor<2x2x1xi32>}> : (tensor<2x2x1xi32>) -> ()
  return
}
// -----
// random program 20
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[1, 123], [-23, -111], [-86, -128]]]> : tensor<1x3x2xi8>}> : () -> tensor<1x3x2x!quant.uniform<i8:f32, 3.0:1>>
  %1 = "stablehlo.rsqrt"(%0)  : (tensor<1x3x2x!quant.uniform<i8:f32, 3.0:1>>) -> tensor<1x3x2x!quant.uniform<i8:f32, 0.0123:1>>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<1x3x2x!quant.uniform<i8:f32, 0.0123:1>>) -> tensor<1x3x2xi8>
  "check.expect_eq_const"(%bits1) <{value = dense<[[[127, 5], [0, 0], [0, 0]]]> : tensor<1x3x2xi8>}> : (tensor<1x3x2xi8>) -> ()
  return
}
// -----
// random program 63
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[[-117, -41], [73, -102]]]]> : tensor<1x1x2x2xi8>}> : () -> tensor<1x1x2x2x!quant.uniform<i8<-127:125>:f32, 2.0:-1>>
  %1 = "stablehlo.constant"() <{value = dense<[[[[50], [1]]], [[[-93], [-13]]]]> : tensor<2x1x2x1xi8>}> : () -> tensor<2x1x2x1x!quant.uniform<i8<-128:126>:f32, 3.120241>>
  %2 = "stablehlo.convolution"(%0, %1) {window_strides = array<i64: 2, 1>, padding = dense<[[0, 2], [0, 1]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 2, 2>, window_reversal = array<i1: true, true>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x1x2x2x!quant.uniform<i8<-127:125>:f32, 2.0:-1>>, tensor<2x1x2x1x!quant.uniform<i8<-128:126>:f32, 3.120241>>) -> tensor<1x1x3x1x!quant.uniform<i32:f32, 6.240482>>
  %3 = "stablehlo.constant"() <{value = dense<[[0x00000000]]> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %4 = "stablehlo.constant"() <{value = dense<[[156, 203, -368]]> : tensor<1x3xi16>}> : () -> tensor<1x3x!quant.uniform<i16<-32767:32766>:f32, 0.5>>
  %5 = "stablehlo.dot_general"(%3, %4) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<1x1xf32>, tensor<1x3x!quant.uniform<i16<-32767:32766>:f32, 0.5>>) -> tensor<1x3xf32>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x1x3x1x!quant.uniform<i32:f32, 6.240482>>) -> tensor<1x1x3x1xi32>
  "check.expect_eq_const"(%bits2) <{value = dense<[[[[11308], [-5569], [0]]]]> : tensor<1x1x3x1xi32>}> : (tensor<1x1x3x1xi32>) -> ()
  "check.expect_eq_const"(%5) <{value = dense<[[0x00000000, 0x00000000, 0x00000000]]> : tensor<1x3xf32>}> : (tensor<1x3xf32>) -> ()
  return
}
// -----
// random program 114
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[-14], [43]]> : tensor<2x1xi8>}> : () -> tensor<2x1x!quant.uniform<i8:f32, 0.3:127>>
  %1 = "stablehlo.constant"() <{value = dense<[[-78], [-60]]> : tensor<2x1xi8>}> : () -> tensor<2x1x!quant.uniform<i8:f32, 2.312885>>
  %2 = "stablehlo.multiply"(%0, %1)  : (tensor<2x1x!quant.uniform<i8:f32, 0.3:127>>, tensor<2x1x!quant.uniform<i8:f32, 2.312885>>) -> tensor<2x1x!quant.uniform<i8:f32, 0.02:7>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<2x1x!quant.uniform<i8:f32, 0.02:7>>) -> tensor<2x1xi8>
  "check.expect_eq_const"(%bits2) <{value = dense<[[127], [127]]> : tensor<2x1xi8>}> : (tensor<2x1xi8>) -> ()
  return
}
// -----
// random program 177
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[[83, 48, 45, -121], [127, -17, -17, 127], [46, -76, 33, 40], [100, 18, 39, 48], [-33, 114, -110, 10]], [[0, -128, 39, 112], [-4, 58, 43, 114], [127, -97, 32, -128], [72, 6, 11, 19], [-104, -10, -122, -44]], [[-48, 97, -37, 55], [-128, 99, -73, 127], [121, 84, -128, 99], [68, 92, 53, -10], [52, 121, -13, 127]], [[-51, 127, 76, -20], [79, -117, 10, 127], [-38, 105, 127, -19], [72, 27, -81, -72], [-98, -69, 82, -128]]]]> : tensor<1x4x5x4xi8>}> : () -> tensor<1x4x5x4x!quant.uniform<i8:f32, 0.1:127>>
  %1 = "stablehlo.constant"() <{value = dense<[[[[-107, 14], [-58, 4]], [[-108, 120], [-128, 38]]], [[[-128, -115], [-127, 27]], [[58, 5], [126, -69]]], [[[32, 44], [126, -128]], [[87, -67], [-125, 101]]]]> : tensor<3x2x2x2xi8>}> : () -> tensor<3x2x2x2x!quant.uniform<i8<-127:126>:f32, 1.0>>
  %2 = "stablehlo.convolution"(%0, %1) {window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [2, 2]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x4x5x4x!quant.uniform<i8:f32, 0.1:127>>, tensor<3x2x2x2x!quant.uniform<i8<-127:126>:f32, 1.0>>) -> tensor<1x1x7x2x!quant.uniform<i32:f32, 0.1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x1x7x2x!quant.uniform<i32:f32, 0.1>>) -> tensor<1x1x7x2xi32>
  "check.expect_eq_const"(%bits2) <{value = dense<[[[[-36107, -14953], [-16545, -3403], [59912, 26366], [19869, -17076], [25788, -18212], [25320, 23156], [61685, 14072]]]]> : tensor<1x1x7x2xi32>}> : (tensor<1x1x7x2xi32>) -> ()
  return
}
// -----
// random program 182
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[-47, -118]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.07>>
  %1 = "stablehlo.constant"() <{value = dense<[-8, -62]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.07>>
  %2 = "stablehlo.compare"(%0, %1) <{comparison_direction = #stablehlo<comparison_direction LE>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2x!quant.uniform<i8:f32, 0.07>>, tensor<2x!quant.uniform<i8:f32, 0.07>>) -> tensor<2xi1>
  %3 = "stablehlo.constant"() <{value = dense<[-44, 124]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.07>>
  %4 = "stablehlo.clamp"(%0, %1, %3)  : (tensor<2x!quant.uniform<i8:f32, 0.07>>, tensor<2x!quant.uniform<i8:f32, 0.07>>, tensor<2x!quant.uniform<i8:f32, 0.07>>) -> tensor<2x!quant.uniform<i8:f32, 0.07>>
  %5 = "stablehlo.constant"() <{value = dense<[0, 0]> : tensor<2xi1>}> : () -> tensor<2xi1>
  %6 = "stablehlo.constant"() <{value = dense<[69, 95]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.07>>
  %7 = "stablehlo.select"(%5, %0, %6)  : (tensor<2xi1>, tensor<2x!quant.uniform<i8:f32, 0.07>>, tensor<2x!quant.uniform<i8:f32, 0.07>>) -> tensor<2x!quant.uniform<i8:f32, 0.07>>
  %8 = "stablehlo.constant"() <{value = dense<[[[[-76]], [[63]], [[-116]], [[67]]], [[[1]], [[-128]], [[17]], [[84]]]]> : tensor<2x4x1x1xi8>}> : () -> tensor<2x4x1x1x!quant.uniform<i8:f32, 2.0:127>>
  %9 = "stablehlo.constant"() <{value = dense<[[[[-114]]], [[[-128]]]]> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1x!quant.uniform<i8:f32:3, {0.3}>>
  %10 = "stablehlo.convolution"(%8, %9) {window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x4x1x1x!quant.uniform<i8:f32, 2.0:127>>, tensor<2x1x1x1x!quant.uniform<i8:f32:3, {0.3}>>) -> tensor<2x2x1x1x!quant.uniform<i32:f32:3, {0.6}>>
  "check.expect_eq_const"(%2) <{value = dense<[1, 1]> : tensor<2xi1>}> : (tensor<2xi1>) -> ()
  %bits4 = "stablehlo.bitcast_convert"(%4) : (tensor<2x!quant.uniform<i8:f32, 0.07>>) -> tensor<2xi8>
  "check.expect_eq_const"(%bits4) <{value = dense<[-44, -62]> : tensor<2xi8>}> : (tensor<2xi8>) -> ()
  %bits7 = "stablehlo.bitcast_convert"(%7) : (tensor<2x!quant.uniform<i8:f32, 0.07>>) -> tensor<2xi8>
  "check.expect_eq_const"(%bits7) <{value = dense<[69, 95]> : tensor<2xi8>}> : (tensor<2xi8>) -> ()
  %bits10 = "stablehlo.bitcast_convert"(%10) : (tensor<2x2x1x1x!quant.uniform<i32:f32:3, {0.6}>>) -> tensor<2x2x1x1xi32>
  "check.expect_eq_const"(%bits10) <{value = dense<[[[[31334]], [[35382]]], [[[47004]], [[18044]]]]> : tensor<2x2x1x1xi32>}> : (tensor<2x2x1x1xi32>) -> ()
  return
}
// -----
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
// -----
// random program 305
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[-238, -261, -353, 73, -469, -217], [-249, -345, 165, -437, -292, 32767], [-208, -104, -262, 268, -104, 32767]]> : tensor<3x6xi16>}> : () -> tensor<3x6x!quant.uniform<i16:f32, 0.5:-104>>
  %1 = "stablehlo.constant"() <{value = dense<[[-253], [-271], [288], [-278], [-237], [254]]> : tensor<6x1xi16>}> : () -> tensor<6x1x!quant.uniform<i16:f32:1, {3.0}>>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x6x!quant.uniform<i16:f32, 0.5:-104>>, tensor<6x1x!quant.uniform<i16:f32:1, {3.0}>>) -> tensor<3x1x!quant.uniform<i16<-32767:32765>:f32:1, {0.339024:164}>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<3x1x!quant.uniform<i16<-32767:32765>:f32:1, {0.339024:164}>>) -> tensor<3x1xi16>
  "check.expect_eq_const"(%bits2) <{value = dense<[[32765], [32765], [32765]]> : tensor<3x1xi16>}> : (tensor<3x1xi16>) -> ()
  return
}
// -----
// random program 411
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[0xC3026BC0, 0x43E8C940], [0x3FC00000, 0xC2DC244F]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %1 = "stablehlo.uniform_quantize"(%0)  : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<ui8:f32:1, {3.033044:62, 0.1}>>
  %2 = "stablehlo.constant"() <{value = dense<[[0, 115], [238, 157]]> : tensor<2x2xui8>}> : () -> tensor<2x2x!quant.uniform<ui8:f32:1, {3.033044:62, 0.1}>>
  %3 = "stablehlo.uniform_quantize"(%2)  : (tensor<2x2x!quant.uniform<ui8:f32:1, {3.033044:62, 0.1}>>) -> tensor<2x2x!quant.uniform<i32<-2147483647:2147483645>:f32:1, {0.3:50, 2.0:-183}>>
  %4 = "stablehlo.uniform_dequantize"(%1)  : (tensor<2x2x!quant.uniform<ui8:f32:1, {3.033044:62, 0.1}>>) -> tensor<2x2xf32>
  %5 = "stablehlo.uniform_dequantize"(%3)  : (tensor<2x2x!quant.uniform<i32<-2147483647:2147483645>:f32:1, {0.3:50, 2.0:-183}>>) -> tensor<2x2xf32>
  %bits1 = "stablehlo.bitcast_convert"(%1) : (tensor<2x2x!quant.uniform<ui8:f32:1, {3.033044:62, 0.1}>>) -> tensor<2x2xui8>
  "check.expect_eq_const"(%bits1) <{value = dense<[[19, 255], [62, 0]]> : tensor<2x2xui8>}> : (tensor<2x2xui8>) -> ()
  %bits3 = "stablehlo.bitcast_convert"(%3) : (tensor<2x2x!quant.uniform<i32<-2147483647:2147483645>:f32:1, {0.3:50, 2.0:-183}>>) -> tensor<2x2xi32>
  "check.expect_eq_const"(%bits3) <{value = dense<[[-577, -177], [1829, -175]]> : tensor<2x2xi32>}> : (tensor<2x2xi32>) -> ()
  "check.expect_eq_const"(%4) <{value = dense<[[0xC3026BC0, 0x41CC0000], [0x00000000, 0x00000000]]> : tensor<2x2xf32>}> : (tensor<2x2xf32>) -> ()
  "check.expect_eq_const"(%5) <{value = dense<[[0xC33C199A, 0x41400000], [0x44056CCD, 0x41800000]]> : tensor<2x2xf32>}> : (tensor<2x2xf32>) -> ()
  return
}
