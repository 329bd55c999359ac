// random program 177
func.func @main() {
  %0 = "stablehlo.constant"() <{value = dense<[[[[83, 48, 45, -121], [127, -17, -17, 127], [46, -76, 33, 40], [100, 18, 39, 48], [-33, 114, -110, 10]], [[0, -128, 39, 112], [-4, 58, 43, 114], [127, -97, 32, -128], [72, 6, 11, 19], [-104, -10, -122, -44]], [[-48, 97, -37, 55], [-128, 99, -73, 127], [121, 84, -128, 99], [68, 92, 53, -10], [52, 121, -13, 127]], [[-51, 127, 76, -20], [79, -117, 10, 127], [-38, 105, 127, -19], [72, 27, -81, -72], [-98, -69, 82, -128]]]]> : tensor<1x4x5x4xi8>}> : () -> tensor<1x4x5x4x!quant.uniform<i8:f32, 0.1:127>>
  %1 = "stablehlo.constant"() <{value = dense<[[[[-107, 14], [-58, 4]], [[-108, 120], [-128, 38]]], [[[-128, -115], [-127, 27]], [[58, 5], [126, -69]]], [[[32, 44], [126, -128]], [[87, -67], [-125, 101]]]]> : tensor<3x2x2x2xi8>}> : () -> tensor<3x2x2x2x!quant.uniform<i8<-127:126>:f32, 1.0>>
  %2 = "stablehlo.convolution"(%0, %1) {window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [2, 2]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x4x5x4x!quant.uniform<i8:f32, 0.1:127>>, tensor<3x2x2x2x!quant.uniform<i8<-127:126>:f32, 1.0>>) -> tensor<1x1x7x2x!quant.uniform<i32:f32, 0.1>>
  %bits2 = "stablehlo.bitcast_convert"(%2) : (tensor<1x1x7x2x!quant.uniform<i32:f32, 0.1>>) -> tensor<1x1x7x2xi32>
  "check.expect_eq_const"(%bits2) <{value = dense<[[[[-36107, -14953], [-16545, -3403], [59912, 26366], [19869, -17076], [25788, -18212], [25320, 23156], [61685, 14072]]]]> : tensor<1x1x7x2xi32>}> : (tensor<1x1x7x2xi32>) -> ()
  return
}
