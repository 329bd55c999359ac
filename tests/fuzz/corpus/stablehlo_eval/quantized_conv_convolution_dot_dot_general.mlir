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
