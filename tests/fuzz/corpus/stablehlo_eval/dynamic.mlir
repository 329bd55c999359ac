func.func @main(%a: tensor<2x4xf32>, %s: tensor<2xi64>, %v: tensor<f32>, %k: tensor<2x1x1xf32>) -> tensor<1x2xf32> {
  %l = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %o = stablehlo.constant dense<1> : tensor<2xi64>
  %0 = stablehlo.real_dynamic_slice %a, %o, %l, %o : (tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xf32>
  %1 = stablehlo.dynamic_pad %a, %v, %s, %s, %o : (tensor<2x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x9xf32>
  %2 = stablehlo.dynamic_reshape %a, %l : (tensor<2x4xf32>, tensor<2xi64>) -> tensor<8x1xf32>
  %3 = stablehlo.dynamic_broadcast_in_dim %v, %l, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<1x3xf32>
  %4 = stablehlo.dynamic_iota %l, dim = 1 : (tensor<2xi64>) -> tensor<1x3xf32>
  %5 = "stablehlo.dynamic_gather"(%a, %s, %o) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x1xf32>
  %6 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x4xf32>) -> tensor<i32>
  return %0 : tensor<1x2xf32>
}
