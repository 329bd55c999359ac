func.func @f(%a: tensor<1x5x5x1xf32>, %k: tensor<2x2x1x3xf32>, %s: tensor<f32>, %v: tensor<4x4xf32>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 2], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x5x1xf32>, tensor<2x2x1x3xf32>) -> tensor<1x4x2x3xf32>
  %1 = "stablehlo.reduce_window"(%v, %s) <{window_dimensions = array<i64: 2, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  // expected-error@+1 {{custom op}}
  %2 = tosa.rescale %v, %v, %v, %v, %v {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  "check.expect_eq_const"(%v) <{value = dense<"0x0000803F"> : tensor<4x4xf32>}> : (tensor<4x4xf32>) -> () loc("x")
  func.return
}
