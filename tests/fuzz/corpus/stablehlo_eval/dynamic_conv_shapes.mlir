func.func @main(%x: tensor<1x4x2xf32>, %k: tensor<2x2x2x3xf32>) -> tensor<1x3x3x3xf32> {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %r = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 0, 0>, lhs_dilation = array<i64: 0, 0>, rhs_dilation = array<i64: 0, 0>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>}> : (tensor<1x4x2xf32>, tensor<2x2x2x3xf32>, tensor<2x2xi64>) -> tensor<1x3x3x3xf32>
  return %r : tensor<1x3x3x3xf32>
}
