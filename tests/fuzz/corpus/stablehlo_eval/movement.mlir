func.func @main(%a: tensor<2x4x!quant.uniform<i8:f32:{1:2}, {{0.5, 0.25}}>>, %b: tensor<2x3xi16>, %i: tensor<i32>, %p: tensor<i16>) -> (tensor<4x4xf32>, tensor<6xi16>, tensor<5x3xi16>) {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x4x!quant.uniform<i8:f32:{1:2}, {{0.5, 0.25}}>>, tensor<2x4x!quant.uniform<i8:f32:{1:2}, {{0.5, 0.25}}>>) -> tensor<4x4x!quant.uniform<i8:f32:{1:2}, {{0.5, 0.25}}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x4x!quant.uniform<i8:f32:{1:2}, {{0.5, 0.25}}>>) -> tensor<4x4xf32>
  %2 = stablehlo.slice %b [0:2:1, 1:3:2] : (tensor<2x3xi16>) -> tensor<2x1xi16>
  %3 = stablehlo.pad %b, %p, low = [1, -1], high = [1, 1], interior = [1, 0] : (tensor<2x3xi16>, tensor<i16>) -> tensor<5x3xi16>
  %4 = stablehlo.reverse %3, dims = [0, 1] : tensor<5x3xi16>
  %5 = stablehlo.dynamic_slice %b, %i, %i, sizes = [1, 2] : (tensor<2x3xi16>, tensor<i32>, tensor<i32>) -> tensor<1x2xi16>
  %6 = stablehlo.dynamic_update_slice %b, %5, %i, %i : (tensor<2x3xi16>, tensor<1x2xi16>, tensor<i32>, tensor<i32>) -> tensor<2x3xi16>
  %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<2x3xi16>) -> tensor<3x2xi16>
  %8 = stablehlo.reshape %7 : (tensor<3x2xi16>) -> tensor<6xi16>
  %9 = stablehlo.broadcast_in_dim %2, dims = [0, 2] : (tensor<2x1xi16>) -> tensor<2x2x3xi16>
  return %1, %8, %4 : tensor<4x4xf32>, tensor<6xi16>, tensor<5x3xi16>
}
