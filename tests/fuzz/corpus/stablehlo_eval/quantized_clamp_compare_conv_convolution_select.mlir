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
