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
